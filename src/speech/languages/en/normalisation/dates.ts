import { MONTH, monthName } from './calendar.ts'
import { ordinal, year } from './number-words.ts'

const START = '(?<![\\p{L}\\d./:-])'
const DAY = '(\\d{1,2})(?:st|nd|rd|th|ST|ND|RD|TH)?'
const YEAR = "(?:\\d{4}(?![\\d%]|[.,]\\d)|['’]\\d{2}(?!\\d))"
const AND_DAY = `(?:(\\s?[-–/]\\s?| to | and | or | & )${DAY})?`
/** After a number that follows a month these say that it is no day: a time, an amount. */
const NO_DAY =
  '(?![\\d:%]|\\.\\d|,(?!(?:1[1-9]|20)\\d\\d(?![\\d,]))\\d| ?(?:am|pm|a\\.m|p\\.m|million|billion|thousand|percent)\\b)'

const ISO = new RegExp(
  `${START}(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:T(\\d{2}:\\d{2})(?::\\d{2}(?:\\.\\d{1,9})?)?(Z)?)?(?![\\d/-])`,
  'gu',
)
const NUMERIC = new RegExp(
  `${START}(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?![\\d/-]|\\.\\d)`,
  'gu',
)
const DAY_FIRST = new RegExp(
  `${START}(the )?${DAY}${AND_DAY}(?:[ -]| of )(${MONTH}|may|march|(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)(?!\\.))(?![\\p{L}])(?:(,? |,|-)(${YEAR}|\\d{2}(?=$|[;)]|[.,](?!\\d))))?`,
  'gmu',
)
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}])(${MONTH}) (the )?${DAY}${NO_DAY}${AND_DAY}${NO_DAY}(?:(,? |,)(${YEAR})(?! ?[a-z]{0,3}:))?`,
  'gu',
)
/** "Jan-15-2020", "2020-Jan-15", "15/Jan/2020": the name of a month between signs. */
const SIGNED_START = '(?<![\\p{L}\\d.,/-])'
const SIGNED_END = '(?![\\p{L}\\d/-]|\\.\\d)'
const SIGNED_MONTH_FIRST = new RegExp(
  `${SIGNED_START}(?<month>${MONTH})([-/])(?<day>\\d{1,2})\\2(?<digits>\\d{4})${SIGNED_END}`,
  'gu',
)
const SIGNED_YEAR_FIRST = new RegExp(
  `${SIGNED_START}(?<digits>\\d{4})([-/])(?<month>${MONTH})\\2(?<day>\\d{1,2})${SIGNED_END}`,
  'gu',
)
const SIGNED_DAY_FIRST = new RegExp(
  `${SIGNED_START}(?<day>\\d{1,2})/(?<month>${MONTH})/(?<digits>\\d{4})${SIGNED_END}`,
  'gu',
)
/** "may 5" and "march 3" are dates where nothing follows that they could be verbs for. */
const SMALL_MONTH =
  /(?<![\p{L}])(may|march|mar) (?=\d{1,2}(?:st|nd|rd|th)?(?:,? \d{4}(?!\d)|[,;)]|\.?$))/gmu
const DAY_WORDS = '\\d{1,2}(?:st|nd|rd|th)?'
/** "1-7/10/2020": from one day to another of a month in figures. */
const NUMERIC_DAYS =
  /(?<![\p{L}\d.,:/-])(\d{1,2})\s?[-–]\s?(\d{1,2})([/.])(\d{1,2})\3(\d{4})(?![\p{L}\d/-]|[.,]\d)/gu
/** "June 3 - July 5", "1 Jan. – 3 Mar." */
const BETWEEN_DATES = new RegExp(
  `(?<=(?<!\\p{L})(?:${MONTH} ${DAY_WORDS}(?:,? \\d{4})?|${DAY_WORDS} ${MONTH}(?:,? \\d{4})?)) ?[-–—] ?(?=${MONTH} \\d|${DAY_WORDS} ${MONTH})`,
  'gu',
)
/** "Dec 2012-Jan 2013" */
const BETWEEN_MONTHS = new RegExp(
  `(?<=(?<!\\p{L})(?:${MONTH})\\.? \\d{4}) ?[-–—] ?(?=(?:${MONTH})\\.? \\d{4}(?!\\d))`,
  'gu',
)
/** "1H23", "3Q 2022": parts of a firm's year. */
const PART_OF_YEAR =
  /(?<![\p{L}\d.,/-])([12](?=H)|[1-4](?=Q))([HQ]) ?(20\d\d|[0-4]\d)(?![\p{L}\d]|[.,]\d)/gu
const WEEKDAY_AND_DAY =
  /((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?) (?=\d{1,2}(?:st|nd|rd|th)(?! of))/g
/** "12/2023" as on a card, "2023-12" as in ISO 8601; "2010-12" are two years. */
const NUMERIC_MONTH =
  /(?<![\p{L}\d.,/:$£€₦-])(?:(0[1-9]|1[0-2])\/((?:19|20)\d\d)|((?:19|20)\d\d)[-/](0[1-9]|1[0-2]))(?![\p{L}\d/-]|[.,]\d)/gu
const MONTH_AND_YEAR = new RegExp(`(?<![\\p{L}])(${MONTH})(,? |,)(${YEAR})`, 'gu')

/** Calendar dates as a newsreader says them. All-digit dates are day first, as in Nigeria, unless only month first is possible. */
export function readDates(text: string): string {
  return text
    .replace(SMALL_MONTH, (_, month: string) => `${monthName(month)} `)
    .replace(BETWEEN_DATES, ' to ')
    .replace(BETWEEN_MONTHS, ' to ')
    .replace(PART_OF_YEAR, (_, first: string, part: string, digits: string) => {
      const parts = part === 'H' ? 'half' : 'quarter'
      return `${ordinal(first)} ${parts} of ${year(fullYear(digits))}`
    })
    .replace(NUMERIC_DAYS, (match: string, first: string, last: string, ...rest: string[]) => {
      const [, month = '', digits = ''] = rest
      const name = monthName(month)
      return name === undefined || !isDay(first) || !isDay(last)
        ? match
        : `the ${ordinal(first)} to the ${ordinal(last)} of ${name} ${year(digits)}`
    })
    .replace(ISO, readIso)
    .replace(NUMERIC, readNumeric)
    .replace(SIGNED_MONTH_FIRST, readSigned)
    .replace(SIGNED_YEAR_FIRST, readSigned)
    .replace(SIGNED_DAY_FIRST, readSigned)
    .replace(NUMERIC_MONTH, readNumericMonth)
    .replace(DAY_FIRST, readDayFirst)
    .replace(MONTH_FIRST, readMonthFirst)
    .replace(WEEKDAY_AND_DAY, '$1 the ')
    .replace(MONTH_AND_YEAR, (_, month: string, comma: string, digits: string) => {
      return `${monthName(month)}${yearAfter(comma, digits)}`
    })
}

function yearWords(digits: string): string {
  return year(fullYear(digits.replace(/^['’]/, '')))
}

/** A year with what stands before it; a comma may have lost its space: "23 July,1998". */
function yearAfter(link: string | undefined, digits: string): string {
  return `${link?.startsWith(',') ? ', ' : ' '}${yearWords(digits)}`
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return Number(digits) < 50 ? `20${digits}` : `19${digits}`
}

function isDay(digits: string): boolean {
  return Number(digits) >= 1 && Number(digits) <= 31
}

function spoken(day: string, month: string, digits: string): string {
  return `the ${ordinal(day)} of ${month} ${year(fullYear(digits))}`
}

function readIso(match: string, ...parts: (string | undefined)[]): string {
  const [digits = '', , month = '', day = '', time, zulu] = parts
  const name = monthName(month)
  if (name === undefined || !isDay(day)) return match
  return `${spoken(day, name, digits)}${time ? `, ${time}` : ''}${zulu ? ' UTC' : ''}`
}

function readNumeric(match: string, ...parts: (string | undefined)[]): string {
  const [first = '', separator, second = '', digits = ''] = parts
  // "5-10-15" may be anything; "25-12-15" is a day of a month.
  const isRow = [first, second, digits].every((part) => part.endsWith('0'))
  const hasNoughts =
    /^0/.test(first + second) && [first, second, digits].every((part) => part.length === 2)
  const isPlain =
    separator === '/' || hasNoughts || (Math.max(Number(first), Number(second)) > 12 && !isRow)
  if (digits.length === 2 && !isPlain) return match
  const monthFirst = Number(second) > 12
  const [day, month] = monthFirst ? [second, first] : [first, second]
  const name = monthName(month)
  return name === undefined || !isDay(day) ? match : spoken(day, name, digits)
}

function readNumericMonth(match: string, ...parts: (string | undefined)[]): string {
  const month = parts[0] ?? parts[3] ?? ''
  const digits = parts[1] ?? parts[2] ?? ''
  const areYears = parts[2] !== undefined && Number(month) > Number(digits.slice(2))
  return areYears ? match : `${monthName(month)} ${year(digits)}`
}

function readSigned(match: string, ...parts: unknown[]): string {
  const { month = '', day = '', digits = '' } = parts.at(-1) as Readonly<Record<string, string>>
  const name = monthName(month)
  return name === undefined || !isDay(day) ? match : spoken(day, name, digits)
}

function readDayFirst(match: string, ...parts: (string | undefined)[]): string {
  const [, day = '', link, lastDay, month = '', comma, digits] = parts
  if (!isDay(day) || (lastDay && !isDay(lastDay))) return match
  // "2 may be enough": a small letter is the verb unless a year follows.
  if (/^(?:may|march)$/.test(month) && digits === undefined && !/\d(?:st|nd|rd|th)/.test(match))
    return match
  const days = lastDay ? `${ordinal(day)}${linkWord(link)}the ${ordinal(lastDay)}` : ordinal(day)
  const end = digits ? yearAfter(comma, digits) : stopOf(month)
  return `the ${days} of ${monthName(month)}${end}`
}

function readMonthFirst(match: string, ...parts: (string | undefined)[]): string {
  const [month = '', , day = '', link, lastDay, comma, digits] = parts
  if (!isDay(day) || (lastDay && !isDay(lastDay))) return match
  const last = lastDay ? `${linkWord(link)}the ${ordinal(lastDay)}` : ''
  const end = digits ? yearAfter(comma, digits) : ''
  return `${monthName(month)} the ${ordinal(day)}${last}${end}`
}

/** The stop of "12 Sept." ends the sentence only where the month is not abbreviated. */
function stopOf(month: string): string {
  return month.endsWith('.') && monthName(month)?.length === month.length - 1 ? '.' : ''
}

function linkWord(link: string | undefined): string {
  if (link?.includes('and') || link?.includes('&')) return ' and '
  return link?.includes('or') || link?.includes('/') ? ' or ' : ' to '
}
