import { anyCase } from '#speech/languages/common/any-case.ts'
import { sentenceMayEnd } from './sentence-start.ts'

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
] as const

const WEEKDAYS: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  tues: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  thur: 'Thursday',
  thurs: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** Source of a regular expression for a month's name or abbreviation, with a capital where the small word means something else. */
export const MONTH = `(?:(?=[A-Z])${anyCase('Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?')}|january|february|april|june|july|august|september|october|november|december|(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)(?=\\.? \\d|[-/ ]\\d{4}|,? \\d{4}|\\.?$))(?![a-zA-Z])\\.?`

/** The full name of a month, from its number, its name or its first three letters; undefined if there is none. */
export function monthName(written: string): string | undefined {
  if (/^\d+$/.test(written)) return MONTHS[Number(written) - 1]
  const start = written.slice(0, 3).toLowerCase()
  return MONTHS.find((month) => month.toLowerCase().startsWith(start))
}

const WEEKDAY = '(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)'
const WEEKDAY_RANGE = new RegExp(
  `\\b(${WEEKDAY})(\\.?)\\s?[-–—/]\\s?(${WEEKDAY})\\b(\\.?)(?=(,| \\d)?)`,
  'g',
)
/** "Mon & Wed", "Sat and Sun" */
const WEEKDAY_PAIR = new RegExp(`\\b(${WEEKDAY})\\.? (&|and|or|to) (${WEEKDAY})\\b`, 'g')
const SMALL_WEEKDAY = WEEKDAY.toLowerCase()
/** Short names in small letters that are no other word. */
const NO_WORD = '(?:mon|tues?|thu(?:rs?)?|fri)'
const SMALL_RANGE = new RegExp(
  `\\b(?:${SMALL_WEEKDAY}[-–—]${SMALL_WEEKDAY}|${NO_WORD} [-–—] ${SMALL_WEEKDAY}|${SMALL_WEEKDAY} [-–—] ${NO_WORD})\\b`,
  'g',
)
/** "mon and sat", "wed to fri"; "they wed and sat down", "he sat to sun himself" have other words. */
const SMALL_PAIR = new RegExp(
  `\\b(?:${NO_WORD} (?:&|and|or|to) ${SMALL_WEEKDAY}|${SMALL_WEEKDAY} (?:&|and|or|to) ${NO_WORD}|sat (?:&|and|or) sun(?=[.,;:!?)]|$| (?:at|from|by|only|on|are|is|morning|evening|night|\\d)))(?!\\p{L})`,
  'gmu',
)
/** "mon, wed and fri", "Mon/Wed/Fri": short names alone, all with a capital or all without; not "In The Sun, Friday". */
const WEEKDAYS_LISTED = new RegExp(
  `(?<![\\p{L}'’])(?:${WEEKDAY}(?:(?:, |/)${WEEKDAY}){1,6}(?:,? (?:and|or|&) ${WEEKDAY})?|${SMALL_WEEKDAY}(?:(?:, |/)${SMALL_WEEKDAY}){1,6}(?:,? (?:and|or|&) ${SMALL_WEEKDAY})?)(?![\\p{L}'’])`,
  'gu',
)
/** "mon to Friday" */
const TO_FULL_WEEKDAY = new RegExp(
  `\\b(?:${NO_WORD}|${WEEKDAY})(?= (?:to|and|or) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b)`,
  'g',
)
const HAS_NO_WORD = new RegExp(`(?<!\\p{L})${NO_WORD}(?!\\p{L})`, 'iu')
const ANY_WEEKDAY = new RegExp(WEEKDAY, 'gi')

const WEEKDAY_BEFORE = new RegExp(`\\b(${WEEKDAY})(?:\\.,?|,)?(?= (?:\\d|${MONTH}))`, 'g')
const WEEKDAY_DOTTED = /\b(Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat)\.(?=[ ,;]+[a-z\d]|,)/g
const WEEKDAY_SHORT = /\b(Tues?|Thu(?:rs?)?|Fri|tues|thurs?|fri)\b/g
/** "next Mon", "on Sat at noon": alone, these are words as often. The newspaper and the star have "the" or more of a name. */
const WEEKDAY_LONE =
  /(?<=(?:^|[^\p{L}])(?:on|every|(?:next|last|this|see you)(?: on)?) )(Mon|Wed|Sat|Sun)(?=$|\n|[,;:!?)]|\.(?:\s|$)| (?:at|from|to|till|until|before|after|morning|afternoon|evening|night|noon|midday)(?!\p{L}))/gimu
/** "Jun-2012" */
const MONTH_AND_YEAR =
  /\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)-(?=(?:19|20)\d\d(?![\d/-]))/g
/** "20Jun2012", "20JUN2012" */
const RUN_TOGETHER =
  /(?<![\p{L}\d.,-])(\d{1,2})(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?=(?:19|20)\d\d(?![\p{L}\d-]))/giu
const MONTH_DOTTED = /\b(Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\./g
/** "Jun.", "Jul.": the first is a short "Junior" and a name as well, so that more has to follow. */
const JUNE_JULY = /\b(Jun|Jul)\.(?=,? (?:\d|and |or |to )|, (?:Jul|Aug)\b)/g
const MONTH_SHORT = /\b(Feb|Aug|Sept?|Oct|Nov|Dec)\b/g
const MONTH_RANGE = new RegExp(`(?<![\\p{L}])(${MONTH})\\s?[-–—]\\s?(${MONTH})(?![\\p{L}])`, 'gu')

/** Short names of weekdays and months to full ones: "Mon–Fri" → Monday to Friday, "Sept." → September. */
export function readCalendarNames(text: string): string {
  const weekday = (short: string): string => WEEKDAYS[short.toLowerCase()] ?? short
  const bothDays = (first: string, link: string, second: string): string =>
    `${weekday(first)} ${link === '&' ? 'and' : link} ${weekday(second)}`
  const month = (short: string): string => monthName(short) ?? short
  return text
    .replace(WEEKDAYS_LISTED, (days: string) => {
      // "Mon/Tue" alone is a range.
      const isList = HAS_NO_WORD.test(days) && !/^\p{L}+\/\p{L}+$/u.test(days)
      return isList
        ? days.replace(/\//g, ', ').replace('&', 'and').replace(ANY_WEEKDAY, weekday)
        : days
    })
    .replace(WEEKDAY_RANGE, (_, ...parts: (string | undefined)[]) => {
      const [from = '', ofForm, to = '', stop = '', goesOn] = parts
      // "Mon.–Fri." has the stops of short forms.
      return `${weekday(from)} to ${weekday(to)}${ofForm || goesOn ? '' : stop}`
    })
    .replace(WEEKDAY_PAIR, (_, first: string, link: string, second: string) => {
      return bothDays(first, link, second)
    })
    .replace(SMALL_RANGE, (match: string) =>
      match
        .split(/ ?[-–—] ?/)
        .map(weekday)
        .join(' to '),
    )
    .replace(SMALL_PAIR, (match: string) => {
      const [first = '', link = '', second = ''] = match.split(' ')
      return bothDays(first, link, second)
    })
    .replace(TO_FULL_WEEKDAY, weekday)
    .replace(WEEKDAY_BEFORE, (_, day: string) => weekday(day))
    .replace(WEEKDAY_DOTTED, (_, day: string) => weekday(day))
    .replace(WEEKDAY_LONE, (short: string) => (/^\p{Lu}/u.test(short) ? weekday(short) : short))
    .replace(WEEKDAY_SHORT, (_, day: string) => weekday(day))
    .replace(
      MONTH_RANGE,
      (match: string, from: string, to: string, offset: number, whole: string) => {
        const ends = to.endsWith('.') && sentenceMayEnd(whole, offset + match.length)
        return `${month(from)} to ${month(to)}${ends ? '.' : ''}`
      },
    )
    .replace(MONTH_AND_YEAR, (_, name: string) => `${month(name)} `)
    .replace(RUN_TOGETHER, (_, day: string, name: string) => `${day} ${month(name)} `)
    .replace(JUNE_JULY, (_, name: string) => month(name))
    .replace(MONTH_DOTTED, (_, name: string) => month(name))
    .replace(MONTH_SHORT, (_, name: string) => month(name))
}
