import type { Counting } from './counting.ts'

const MONTHS = [
  ...['Janairu', 'Fabrairu', 'Maris', 'Afrilu', 'Mayu', 'Yuni', 'Yuli', 'Agusta', 'Satumba'],
  ...['Oktoba', 'Nuwamba', 'Disamba'],
] as const
/** Beginnings of month names in Hausa and in English spellings. */
const STARTS: readonly RegExp[] = [
  ...[/^jan/i, /^feb|^fab/i, /^mar/i, /^a[pf]r/i, /^ma[yi]/i, /^yuni|^jun/i, /^yuli|^jul/i],
  ...[/^au?g/i, /^s[ea][pt]/i, /^o[kc]t/i, /^n[ou][vw]/i, /^d[ie][cs]/i],
]
const HAUSA_MONTH =
  '(?:Janairu|Fabrairu|Febrairu|Maris|Afrilu|Aprilu|Mayu|Yuni|Yuli|Agusta|Augusta|Satumba|Oktoba|Nuwamba|Disamba)[nr]?'
const ENGLISH_MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.|Apr\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)'
const MONTH = `(?:${HAUSA_MONTH}|${ENGLISH_MONTH})(?![\\p{L}])`
const START = '(?<![\\p{L}\\d./:-])'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(\\d{4})(?![\\d%]|[.,/-]\\d)'

const ISO = new RegExp(`${START}(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?![\\d/-])`, 'gu')
const NUMERIC = new RegExp(
  `${START}(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?![\\d/-]|\\.\\d)`,
  'gu',
)
const DAY_OF_MONTH = new RegExp(
  `${START}${DAY}((?:,? ga|,)? (?:watan )?)(${MONTH})(?:(?:,| na| shekarar?| ta)* ${YEAR})?`,
  'gu',
)
const MONTH_AND_DAY = new RegExp(
  `(?<![\\p{L}])(${ENGLISH_MONTH}) ${DAY}(?![\\d:%]|[.,]\\d)(?:,? ${YEAR})?`,
  'gu',
)
const MONTH_AND_YEAR = new RegExp(`(?<![\\p{L}])(${MONTH}),? ${YEAR}`, 'gu')
const YEARS = '(1[0-9]\\d\\d|20\\d\\d)'
const YEAR_RANGE = new RegExp(
  `${START}${YEARS}(?: ?[-–—] ?| zuwa )${YEARS}(?![\\d.,:/%-]\\d|\\d|\\p{L})`,
  'gu',
)
/** "1967-70" */
const SHORT_RANGE = /(?<![\p{L}\d./-])(1[1-9]\d\d) ?[-–] ?(\d\d)(?![\d.,:/%-]\d|[\d%]|\p{L})/gu
const SEASON = /(?<![\p{L}\d./-])((?:19|20)\d\d)\/((?:19|20)\d\d|\d\d)(?![\d/])/gu
const LONE_YEAR = new RegExp(`${START}1[1-9]\\d\\d(?![\\d%]|[.,:/-]\\d)`, 'gu')
const YEAR_WORD =
  /(?:shekar(?:ar|a ta|a|un|u)|watan \p{L}+(?: na)?|a cikin|tun|kafin|(?<!\p{L})a) $|\($/iu
const BARE_YEAR = /(?<!\p{L})(?:a|a cikin|tun|kafin|watan \p{L}+ na) $/iu
const RANAR_BEFORE = /ranar $/i

/** Calendar dates: "5/5/2024" → ranar biyar ga watan Mayu na shekarar dubu biyu da ashirin da huɗu. Figures alone are day first. */
export function readDates(text: string, counting: Counting): string {
  const full = (day: string, month: string, year: string): string =>
    `${counting.cardinal(day)} ga watan ${month} na shekarar ${counting.year(year)}`
  return text
    .replace(ISO, (match: string, ...parts: (string | number)[]) => {
      const [year = '', , month = '', day = '', at, whole = ''] = parts.map(String)
      const name = monthName(month)
      const isDay = Number(day) > 0 && Number(day) <= 31
      return name && isDay ? `${ranar(whole, Number(at))}${full(day, name, year)}` : match
    })
    .replace(NUMERIC, (match: string, ...parts: (string | number)[]) => {
      const [first = '', , second = '', year = '', at, whole] = parts.map(String)
      const isMonthFirst = Number(second) > 12
      const name = monthName(isMonthFirst ? first : second)
      const day = isMonthFirst ? second : first
      if (name === undefined || Number(day) > 31 || Number(day) === 0) return match
      return `${ranar(whole ?? '', Number(at))}${full(day, name, fullYear(year))}`
    })
    .replace(MONTH_AND_DAY, (match: string, month: string, day: string, year?: string) => {
      const name = monthName(month)
      if (!name || Number(day) === 0 || Number(day) > 31) return match
      return year ? full(day, name, year) : `${counting.cardinal(day)} ga ${name}`
    })
    .replace(DAY_OF_MONTH, (match: string, ...parts: (string | undefined)[]) => {
      const [day = '', link = '', month = '', year] = parts
      if (Number(day) > 31 || Number(day) === 0) return match
      const name = year ? plainMonth(month) : hausaMonth(month)
      const joint = /watan/.test(link) ? 'ga watan' : 'ga'
      return `${counting.cardinal(day)} ${joint} ${name}${year ? ` na shekarar ${counting.year(year)}` : ''}`
    })
    .replace(MONTH_AND_YEAR, (_, month: string, year: string) => {
      return `${plainMonth(month)} na shekarar ${counting.year(year)}`
    })
}

/** Years: "1958-1964", "shekarar 1999", "a 1999". The years of this millennium are read as any number is. */
export function readYears(text: string, counting: Counting): string {
  return text
    .replace(SEASON, (_, first: string, second: string) => {
      return `${counting.year(first)} zuwa ${counting.year(fullYear(second))}`
    })
    .replace(SHORT_RANGE, (match: string, first: string, second: string) => {
      if (Number(second) <= Number(first) % 100) return match
      return `${counting.year(first)} zuwa ${counting.cardinal(second)}`
    })
    .replace(YEAR_RANGE, (_, first: string, second: string, at: number, whole: string) => {
      const noun = BARE_YEAR.test(whole.slice(Math.max(0, at - 24), at)) ? 'shekarar ' : ''
      return `${noun}${counting.year(first)} zuwa ${counting.year(second)}`
    })
    .replace(LONE_YEAR, (year: string, at: number, whole: string) => {
      const before = whole.slice(Math.max(0, at - 24), at)
      if (!YEAR_WORD.test(before)) return year
      return `${BARE_YEAR.test(before) ? 'shekarar ' : ''}${counting.year(year)}`
    })
}

function ranar(text: string, at: number): string {
  return RANAR_BEFORE.test(text.slice(Math.max(0, at - 6), at)) ? '' : 'ranar '
}

function fullYear(year: string): string {
  if (year.length === 4) return year
  return `${Number(year) > 50 ? '19' : '20'}${year}`
}

/** A month's name from its number or its name; undefined where there is none. */
function monthName(written: string): string | undefined {
  if (/^\d+$/.test(written)) return MONTHS[Number(written) - 1]
  return MONTHS[STARTS.findIndex((start) => start.test(written))]
}

/** "Oktoban" without the "of" that the year brings of its own. */
function plainMonth(written: string): string {
  return hausaMonth(written).replace(/(?<=[aiu])[nr]$/, '')
}

/** A Hausa name stays as it is, with its ending; an English one becomes Hausa. */
function hausaMonth(written: string): string {
  return new RegExp(`^${HAUSA_MONTH}$`).test(written) ? written : (monthName(written) ?? written)
}
