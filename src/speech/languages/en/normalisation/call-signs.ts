import { spell } from './letters.ts'

/** Call signs of stations (ITU Radio Regulations, article 19) that are words as well, and are said as such. */
const WORDS =
  'KING|KISS|KICK|KIND|KOOL|KEEP|KNOW|KILO|WAVE|WOLF|WISH|WINK|WIND|WINS|WILD|WOOD|WORD|WORK|WALK|WALL|WAIT|WAKE|WANT|WARM|WEST|WEEK|WELL|WIDE|WIFE|WINE|WING|WIRE|WISE|WHEN|WHAT|WITH|WERE|WILL|WENT|WORN|WADA|WIPO|WASP|WIFI|KIDS|KILL|KNEW'
/** "KOMO-TV", "CHEK-TV", "XEW-AM" */
const WITH_BAND = new RegExp(
  `(?<![\\p{L}\\d-])(?!(?:${WORDS})-)([A-Z]{3,4})-(TV|FM|AM|DT|LP|LD|CD)(?![\\p{L}\\d])`,
  'gu',
)
/** "WABE", "KUSI" near a word of broadcasting: in America stations begin with K or W. */
const CALL_SIGN = new RegExp(
  `(?<![\\p{L}\\d&/-])(?!(?:${WORDS})(?!\\p{L}))[KW][A-Z]{3}(?![\\p{L}\\d&])`,
  'gu',
)
const BROADCASTING =
  /(?<!\p{L})(?:radio|television|TV|stations?|FM|AM|channels?|affiliates?|broadcast\p{Ll}{0,4}|newscasts?|aired|anchors?|airwaves|call signs?|NPR|PBS|CBS|NBC)(?!\p{L})/u

/** Call signs of radio and television, letter by letter: "KOMO-TV" → K O M O T V, "the station WABE" → W A B E. */
export function readCallSigns(text: string): string {
  return text
    .replace(WITH_BAND, (_, sign: string, band: string) => `${spell(sign)} ${spell(band)}`)
    .replace(CALL_SIGN, (sign: string, offset: number, whole: string) => {
      const around = whole.slice(Math.max(0, offset - 60), offset + 64)
      return BROADCASTING.test(around) && /\p{Ll}{3}/u.test(around) ? spell(sign) : sign
    })
}
