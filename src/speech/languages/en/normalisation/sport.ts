import { cardinal, ordinal } from './number-words.ts'

/** "245-6 at stumps", "245-6 dec": runs, and the wickets that they cost. */
const RUNS_FOR_WICKETS =
  /(?<![\p{L}\d.,:/-])(\d{2,3})[-–/](\d|10)(?= (?:at (?:stumps|lunch|tea|the close)|dec(?:\.|lared)?(?![\p{L}])|(?:in|off|after|from) (?:(?:their|the) )?(?:\d{1,3}(?:\.\d)?|twenty|fifty|first) (?:overs?|innings)(?!\p{L})))/gu
const DECLARED =
  /(?<=(?<!\p{L})for \d |(?<!\p{L})for (?:one|two|three|four|five|six|seven|eight|nine) )dec(?:\.(?= ?[,;:)]| \p{Ll})|(?=[ ,;:)]|$))/gmu
/** "4-3 aet" */
const EXTRA_TIME = /(?<=\d(?: ?\(|[,;]? )|\()(?:aet|AET|a\.e\.t\.?)(?=[,;:)]|\.?$| )/gmu
/** "a 10/1 shot", "odds of 7/2", "the 4/6 favourite" */
const ODDS =
  /(?<=(?<!\p{L})(?:[Oo]dds|[Pp]rice) (?:of|at|are|were|is) |(?<!\p{L})(?:priced|backed|quoted|offered|available) at |favourite,? at |(?:won|finished|romped home|came in) at )(\d{1,3})\/(\d{1,2})(?![\d/]|[.,]\d)|(?<![\p{L}\d./,-])(\d{1,3})\/(\d{1,2})(?= (?:(?:joint |second |clear |hot |second-)?favourites?|shots?|outsiders?|chance|odds|against|winner)(?!\p{L}))/gu

/** "(Obi 83')", "45+1'": the minute of a goal. */
const MATCH_MINUTE =
  /(?<![\p{L}\d.,'])(\d{1,3})(?:\+(\d{1,2})'|'(?:\+(\d{1,2})(?!\d)|(?=[,;)]| \p{Lu}\p{Ll}|\.?$)))/gmu
const OF_MATCH =
  /(?<!\p{L})(?:goals?|scor(?:e|ed|ers?|ing)|brace|hat-?trick|penalty|pen\.|headers?|substitut\p{Ll}{1,4}|booked|red card|yellow cards?|equalis\p{Ll}{1,4}|half-?time|full-?time|FT|HT)(?!\p{L})/iu
const MOST_MINUTES = 120

/** Results and odds as commentators say them: "245-6 at stumps" → for six, "a 10/1 shot" → ten to one. */
export function readSport(text: string): string {
  return text
    .replace(RUNS_FOR_WICKETS, '$1 for $2')
    .replace(DECLARED, 'declared')
    .replace(EXTRA_TIME, 'after extra time')
    .replace(MATCH_MINUTE, (match: string, ...parts: (string | number | undefined)[]) => {
      const [minute, more, other, offset, whole] = parts
      const added = more ?? other
      const around = String(whole).slice(Math.max(0, Number(offset) - 120), Number(offset) + 60)
      if (Number(minute) > MOST_MINUTES || (added === undefined && !OF_MATCH.test(around)))
        return match
      const rest = added === undefined ? '' : ` plus ${cardinal(String(added))}`
      return `${ordinal(String(minute))} minute${rest}`
    })
    .replace(ODDS, (_match: string, ...parts: (string | undefined)[]) => {
      const [to = '', one = ''] = parts.slice(0, 4).filter((part) => part !== undefined)
      return to === one ? 'evens' : `${cardinal(to)} to ${cardinal(one)}`
    })
}
