import { spell } from './letters.ts'
import { NUMBER, NUMBER_START } from './number-pattern.ts'
import {
  cardinal,
  digitByDigit,
  MOST_DIGITS,
  ordinal,
  pair,
  plural,
  quantity,
  year,
} from './number-words.ts'
import { isPronounceable } from './pronounceable.ts'

const LONG_DECIMALS = new RegExp(
  `(?<!\\d)(\\d{1,${MOST_DIGITS}})\\.(\\d{${MOST_DIGITS + 1},})`,
  'g',
)
const LONG_RUN = new RegExp(`(?<!\\d)\\d{${MOST_DIGITS + 1},}`, 'g')
const CARD_NUMBER = /(?<![\p{L}\d.,-])\d{4}(?:[ -]\d{4}){2,4}(?![\p{L}\d]|[.,-]\d)/gu
const SPACED_THOUSANDS =
  /(?<![\p{L}\d.,])\d{1,3}(?: 000)+(?:(?=th(?!\p{L}))|(?![\p{L}\d]))|(?<![\p{L}\d.,])[1-9]\d{0,2}(?: \d{3}){2,5}(?![\p{L}\d]| \d)/gu
const ORDINAL =
  /(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:st|nd|rd|th|ST|ND|RD|TH|(?<=(?<!1)1) st|(?<=(?<!1)2) nd|(?<=(?<!1)3) rd|(?<=[04-9]|1[1-3]) th)(?![\p{L}\d])/gu
const ROOM =
  /(?<=(?<!\p{L})(?:[Rr]oom|Rm\.?|[Ss]uite|[Ff]light|[Bb]us|[Rr]oute|Boeing|[Ee]xtension) )(\d{3,4})(?![\p{L}\d]|[.,:/]\d)/gu
/** "Room 204B" */
const ROOM_AND_LETTER =
  /(?<=(?<!\p{L})(?:[Rr]ooms?|Rm\.?|[Ss]uite|[Ff]lat|[Uu]nit|[Aa]partment|[Bb]lock) )(\d{3,4})(?=[A-H](?![\p{L}\d]))/gu
const NUMBER_SIGN = /(?<![\p{L}\d])#\s?(?=\d)/gu
const MINUS = /(?<![\p{L}\d\ue000-\ue019)\]%°^$£€₦¥])[-−](?=\d|\.\d)/gu
const HASH_AFTER = /(?<=\d)#(?![\p{L}\d#])/gu
const PLUS_AFTER = /(?<=\d)\+(?![\d\p{L}])/gu
const PLUS_BEFORE = /(?<![\p{L}\d)])\+(?=\d)/gu
const POINT_FIRST = /(?<![\p{L}\d.,])\.\d{1,18}(?:\.\d{1,18}){0,8}(?!\d)/gu
/** Swiss grouping: 1'000'000. */
const APOSTROPHE_GROUPS = /(?<![\p{L}\d.,'])\d{1,3}(?:'\d{3}){1,5}(?![\p{L}\d']|[.,]\d)/gu
/** European writing: 1.234,56. */
const COMMA_DECIMALS = /(?<![\p{L}\d.,])(\d{1,3}(?:\.\d{3}){1,5}),(\d{1,3})(?![\p{L}\d]|[.,]\d)/gu
/** "90,50 kg": two places behind a comma, and a unit. */
const COMMA_BEFORE_UNIT =
  /(?<![\p{L}\d.,])(\d{1,4}),(\d{1,2})(?= ?(?:kg|g|mg|lbs?|km|m|cm|mm|l|ml|kW|MW|km\/h|km²|m²|%|°C?)(?![\p{L}\d²³]))/gu
const SPACED_DECIMALS = /(?<![\p{L}\d.,])([1-9]\d{0,2}(?: \d{3}){1,4})(?=\.\d{1,6}(?!\d|\.\d))/gu
/** "1.5e-3" */
const SCIENTIFIC =
  /(?<![\p{L}\d.,])(\d{1,6}(?:\.\d{1,12})?)(?:e([-+−]?\d{1,3})|E([-+−]\d{1,3}|(?<=\.\d{1,12}E)\d{1,2}))(?![\p{L}\d])/gu
/** "1.6 × 10-19", as text from a page that has lost its raised figures. */
const LOST_POWER = /(?<=[x×*] ?10)[-−](?=\d{1,3}(?![\d.,]))/gu
/** "F-16s", "B-52s": many of a model, whose number no unit follows. */
const MODELS = /(?<=(?<![\p{L}\d])\p{L}{1,12}-)(\d{1,4})s(?![\p{L}\d])/gu
/** "747s", "300s", "two 5s", "the 3s": many of a number; "10s" alone is a time. */
const MANY_OF_NUMBER =
  /(?<![\p{L}\d.,$£€₦'-])(?:(?<=(?<!\p{L})(?:[Tt]he|two|three|four|five|six|many|some|all|both|those|these|[Rr]ugby|\d{1,4}s (?:and|or)) )(?!(?:1[1-9]|20)\d0s|[02-9]0s)(\d{1,4})|(?!(?:1[1-9]|20)\d0)(\d{3,4}))s(?![\p{L}\d])/gu
/** "802.11ac" */
const WIRELESS = /(?<![\p{L}\d.,])802\.(\d{1,2})([a-z]{0,2})(?![\p{L}\d])/gu
/** Aircraft of Boeing are named figure by figure. */
const BOEING =
  /(?<![\p{L}\d.,$£€₦'-])(7[0-8]7)(?=s(?!\p{L})|-\d00|-[89](?!\d)| (?:jet|jets|plane|planes|aircraft|airliner|airliners|Max|MAX|Dreamliner|crash|crashes|pilot|pilots|flight|flights|fleet)(?!\p{L}))/gu
/** One or two letters and three figures: "C-130" → one thirty, "U-235". */
const LETTERED_NUMBER = /(?<=(?<!\p{L})\p{Lu}{1,2}-)(\d{3})(?![\p{L}\d]|[.,]\d)/gu
/** Names of standards and cards: "ISO 9001", "RTX 3090". */
const AFTER_CAPITALS =
  /(?<=(?<!\p{L})(?:RTX|GTX|RX|ISO|RFC|IEC|DIN|ANSI|ASTM|BS|EN|Form|NGC|PC|MD|SB|HB|HR|IEEE|Xbox|Formula|Highway|Hwy\.?|Interstate|[Rr]oute|Rte\.?|US|Blink)[ -]|(?<!\p{L})(?:RTX|GTX|RFC))(\d{3,4})(?![\p{L}\d]|[.,]\d| \p{L}+s(?!\p{L}))/gu
const NINERS = /(?<![\p{L}\d.,])(\d{1,4})ers(?!\p{L})/gu
const ORDINAL_RANGE = /(?<=\d(?:st|nd|rd|th)) ?[-–—] ?(?=\d{1,3}(?:st|nd|rd|th)(?![\p{L}\d]))/gu
const EMERGENCY =
  /(?<![\p{L}\d.,#-])(911|999|112)(?= (?:calls?|operators?|dispatchers?|emergency)(?!\p{L}))/gu
const PLURAL_NUMBER = new RegExp(`${NUMBER_START}(\\d{1,15})'?s(?!\\p{L})`, 'gu')
const ANY_NUMBER = new RegExp(`${NUMBER_START}${NUMBER}`, 'gu')
/** "0,5": a comma behind a nought is a point. */
const NOUGHT_COMMA = /(?<![\p{L}\d.,])0,(?=\d{1,6}(?![\d,]|\.\d))/gu
/** "1 234,56": thousands with spaces and a comma for the point. */
const SPACED_COMMA = /(?<![\p{L}\d.,])([1-9]\d{0,2}(?: \d{3}){1,4}),(?=\d{2}(?![\d,]|\.\d))/gu
/** "–5 °C": a dash that touches its number, behind a space, is a minus. */
const DASH_BEFORE =
  /(?<=^|[\p{L},;:] |\()–(?=\d{1,4}(?:[.,]\d{1,3})?(?: ?[°%]|[KCF](?!\p{L})| (?:degrees?|percent|per cent|[CFK])(?!\p{L})|[,;)]|\.?$))/gmu
/** "#1s" */
const NUMBER_SIGN_PLURAL = /(?<![\p{L}\d])(?:#\s?|number )(\d{1,3})'?s(?!\p{L})/gu
/** "1.8T": a decimal and a letter that is no unit. */
const DECIMAL_AND_LETTER = /(?<![\p{L}\d.,])(\d{1,4}\.\d{1,3})(?=\p{L}(?![\p{L}\d]))/gu
const LEFT_OVER = /\d{1,18}/g

/** Digit runs that are too long to be a quantity, and the spaces inside quantities and card numbers. */
export function readLongNumbers(text: string): string {
  return text
    .replace(APOSTROPHE_GROUPS, (number) => number.replaceAll("'", ''))
    .replace(COMMA_DECIMALS, (_, whole: string, decimals: string) => {
      return `${whole.replaceAll('.', '')}.${decimals}`
    })
    .replace(COMMA_BEFORE_UNIT, '$1.$2')
    .replace(NOUGHT_COMMA, '0.')
    .replace(SPACED_COMMA, (_, whole: string) => `${whole.replaceAll(' ', '')}.`)
    .replace(SPACED_DECIMALS, (whole) => whole.replaceAll(' ', ''))
    .replace(SCIENTIFIC, (_, number: string, small?: string, capital?: string) => {
      const power = `10^${(small ?? capital ?? '').replace('+', '')}`
      return number === '1' ? power : `${number} times ${power}`
    })
    .replace(LOST_POWER, '^-')
    .replace(WIRELESS, (_, version: string, letters: string) => {
      return `eight oh two point ${cardinal(version)} ${spell(letters)}`
    })
    .replace(BOEING, (digits) => digitByDigit(digits))
    .replace(AFTER_CAPITALS, (digits: string, _digits: string, offset: number, whole: string) => {
      return `${/\p{L}/u.test(whole.charAt(offset - 1)) ? ' ' : ''}${inPairs(digits)}`
    })
    .replace(LETTERED_NUMBER, (digits) => inPairs(digits))
    .replace(NUMBER_SIGN_PLURAL, (_, digits: string) => `number ${plural(cardinal(digits))}`)
    .replace(MODELS, (_, digits: string) => plural(modelNumber(digits)))
    .replace(MANY_OF_NUMBER, (_, few?: string, many?: string) => plural(counted(few ?? many ?? '')))
    .replace(ORDINAL_RANGE, ' to ')
    .replace(EMERGENCY, (digits) => digitByDigit(digits))
    .replace(NINERS, (_, digits: string) => `${cardinal(digits).replace(/e$/, '')}ers`)
    .replace(LONG_DECIMALS, (_, whole: string, rest: string) => {
      return ` ${cardinal(whole)} point ${digitByDigit(rest)} `
    })
    .replace(LONG_RUN, (run) => ` ${digitByDigit(run)} `)
    .replace(CARD_NUMBER, (number) =>
      number
        .split(/[ -]/)
        .map((four) => digitByDigit(four))
        .join(', '),
    )
    .replace(SPACED_THOUSANDS, (number) => number.replaceAll(' ', ''))
}

/** A number of a name as most people say it: "360" → three sixty, "107" → one oh seven, "1040" → ten forty. */
export function inPairs(digits: string): string {
  if (digits.length > 4 || digits.length < 3 || /^0|00$|^\d00\d$/.test(digits)) {
    return /^[1-9]\d?00$/.test(digits) && !digits.endsWith('000')
      ? `${cardinal(digits.slice(0, -2))} hundred`
      : cardinal(digits)
  }
  return `${cardinal(digits.slice(0, -2))} ${pair(digits.slice(-2))}`
}

function modelNumber(digits: string): string {
  return digits.length >= 3 ? inPairs(digits) : cardinal(digits)
}

/** "hundreds" and not "one hundreds". */
function counted(digits: string): string {
  return cardinal(digits).replace(/^one (?=\w+$)/, '')
}

/** "-5" → minus 5, "+4.3s" → plus 4.3s, before a hyphen can be taken for a range and a measure hides the number. */
export function readLeadingSigns(text: string): string {
  return text.replace(MINUS, 'minus ').replace(DASH_BEFORE, 'minus ').replace(PLUS_BEFORE, 'plus ')
}

/** Every number that no other rule has read: ordinals, counts, decimals. No digit is left behind. */
export function readNumbers(text: string): string {
  return text
    .replace(NUMBER_SIGN, 'number ')
    .replace(ORDINAL, (_, digits: string) => ordinal(digits.replaceAll(',', '')))
    .replace(ROOM, (_, digits: string) => {
      return digits.endsWith('00') ? inPairs(digits) : digitByDigit(digits, 'oh')
    })
    .replace(HASH_AFTER, ' hash')
    .replace(PLUS_AFTER, ' plus ')
    .replace(POINT_FIRST, (written) =>
      written
        .split('.')
        .map((part) => digitByDigit(part))
        .join(' point ')
        .trim(),
    )
    .replace(PLURAL_NUMBER, (_, digits: string) => plural(counted(digits)))
    .replace(ANY_NUMBER, (number) => quantity(number))
    .replace(LEFT_OVER, (digits) => {
      return ` ${/^0\d/.test(digits) ? digitByDigit(digits) : cardinal(digits)} `
    })
}

/** Codes of letters and digits: "B2B" → B two B, "BA2490" → B A two four nine zero, "Form 3B" → three B. */
export function readCodes(text: string): string {
  return text
    .replace(
      /(?<=\d)\(([a-z]|[ivx]{2,4}|\d{1,2})\)(?:\(([a-z]|[ivx]{2,4}|\d{1,2})\))?/g,
      (_, first: string, second?: string) => {
        return ` ${clause(first)}${second ? ` ${clause(second)}` : ''} `
      },
    )
    .replace(ROOM_AND_LETTER, (digits) => `${inPairs(digits)} `)
    .replace(NAME_AND_VERSION, ' ')
    .replace(END_OF_CODE, (letters) => spell(letters))
    .replace(DECIMAL_AND_LETTER, (_, number: string) => `${quantity(number)} `)
    .replace(LETTER_AND_NUMBER, (letters) =>
      letters === 'a' || isSpelledPart(letters) ? spell(letters) : letters,
    )
    .replace(/(?<=\p{L})-(?=\d)|(?<=\d)-(?=\p{L})/gu, ' ')
    .replace(
      /(?<![\p{L}\d])(?=\d{0,18}[A-Za-z])(?=[A-Za-z]{0,40}\d)[A-Za-z\d]{2,60}(?![\p{L}\d])/gu,
      readCode,
    )
}

/** "ak-47", "A-10": one or two letters that a hyphen joins to a number; "F/A-18" has the A behind a stroke. */
const LETTER_AND_NUMBER =
  /(?<![\p{L}\d'’])(?:[aA]|[a-z]{2}|(?!GO)[A-Z]{2})(?=-\d)|(?<=(?<!\p{L})\p{Lu}\/)A(?=-\d)/gu

/** "(KLRT 827 AT)": short words that end a code. */
const END_OF_CODE =
  /(?<=\([A-Z]{2,6} \d{1,6} )(?:AM|AN|AS|AT|BE|BY|DO|GO|HE|IF|IN|IS|ME|MY|OF|ON|OR|SO|TO|UP|WE)(?=\))/gu

/** Between "PM" and "2.5", "hdmi" and "2.1" */
const NAME_AND_VERSION = /(?<=(?<!\p{L})\p{L}{1,6})(?=\d{1,2}\.\d{1,2}(?![\p{L}\d]|\.\d))/gu

const SMALL_ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

/** "(b)" is a letter; "(ii)" a number. */
function clause(mark: string): string {
  if (/\d/.test(mark)) return cardinal(mark)
  const value = SMALL_ROMAN.indexOf(mark) + 1
  return mark.length > 1 && value > 0 ? cardinal(String(value)) : spell(mark)
}

function readCode(code: string): string {
  if (/^\d+(?:st|nd|rd|th|s)$/i.test(code)) return code
  if (/^A3[0-9]0$/i.test(code)) return `${spell('A')} three ${cardinal(code.slice(2))}`
  // "mp3s"
  if (/^[A-Za-z]+\d{1,4}s$/.test(code)) return plural(readCode(code.slice(0, -1)))
  // "Okafor 2012a", the supernova "1987A"
  if (/^(?:19|20)\d\d[a-dA-D]$/.test(code))
    return `${year(code.slice(0, 4))} ${spell(code.slice(4))}`
  if (/^\d{3,4}p$/.test(code)) return `${lines(code.slice(0, -1))} ${spell('P')}`
  const parts = code.match(/\d+|[A-Za-z]+/g) ?? []
  return parts.map((part, index) => readPart(part, index > 0)).join(' ')
}

/** The lines of a video, in pairs: "1080" → ten eighty, "720" → seven twenty. */
function lines(digits: string): string {
  return `${cardinal(digits.slice(0, -2))} ${cardinal(digits.slice(-2))}`
}

/** "co" of "co2", "ba" of "ba249", "abc" of "abc123": nobody says them as words. */
function isSpelledPart(letters: string): boolean {
  if (letters.length === 1 || /^(?:[A-Z]{2,3}|[b-df-hj-np-tv-xz]{2,4})$/.test(letters)) return true
  if (letters !== letters.toLowerCase() || letters.length > 3) return false
  return letters.length === 2 ? !SHORT_WORDS.has(letters) : !isPronounceable(letters)
}

const SHORT_WORDS = new Set(
  'am an as at be by do go he hi if in is it me my no of on or so to up us we'.split(' '),
)

function readPart(part: string, follows: boolean): string {
  if (!/\d/.test(part)) return isSpelledPart(part) ? spell(part) : part
  if (follows && /^(?:19|20)\d\d$/.test(part)) return year(part)
  if (/^[1-9]00$/.test(part)) return cardinal(part)
  const isShort = part.length <= 2 && !part.startsWith('0')
  if (isShort || (!follows && part.length === 3)) return cardinal(part)
  return digitByDigit(part, part.length === 2 ? 'oh' : 'zero')
}
