import { WORD_START } from './letters.ts'
import { cardinal, year } from './number-words.ts'

/** Month names as they are said, in the order of the Ethiopian year, and the thirteenth. */
const ETHIOPIAN = [
  ...['መስከረም', 'ጥቅምት', 'ህዳር', 'ታህሳስ', 'ጥር', 'የካቲት', 'መጋቢት', 'ሚያዝያ', 'ግንቦት', 'ሰኔ', 'ሐምሌ', 'ነሐሴ'],
  'ጳጉሜን',
] as const
const GREGORIAN = [
  ...[
    'ጃንዋሪ',
    'ፌብሩዋሪ',
    'ማርች',
    'ኤፕሪል',
    'ሜይ',
    'ጁን',
    'ጁላይ',
    'ኦገስት',
    'ሴፕቴምበር',
    'ኦክቶበር',
    'ኖቬምበር',
    'ዲሴምበር',
  ],
] as const
/** Other spellings in which a month is recognised. */
const OTHER_SPELLINGS =
  'ሕዳር|ኅዳር|ኀዳር|ታኅሣሥ|ታሕሳስ|ታህሣሥ|ታኅሳስ|ታኀሣሥ|ሚያዚያ|ሃምሌ|ሀምሌ|ነሃሴ|ነሀሴ|ጳጉሜ|ጃንዩወሪ|ፌብሯሪ|ፌብሩወሪ|ኦክቶቨር'
const MONTH = `(?<=${WORD_START})(?:${[...ETHIOPIAN, ...GREGORIAN].join('|')}|${OTHER_SPELLINGS})`

/**
 * From here on a year in figures is taken for one of the Western calendar: the Ethiopian one, seven or eight years behind, reaches it in
 * September 2027.
 */
const FIRST_WESTERN_YEAR = 2020
const WESTERN_ERA = /እንደ አውሮፓውያን አቆጣጠር[^\n]{0,30}$/u
const NUMERIC = /(?<![\d/.:-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)/g
const ISO = /(?<![\d/.:-])(\d{4})-(\d{2})-(\d{2})(?![\d/-]|\.\d)/g
const MONTH_DAY_YEAR = new RegExp(`(${MONTH}) ?(\\d{1,2}) ?/ ?(\\d{4}|\\d{2})(?![\\d/])`, 'gu')
const DAY_THEN_YEAR = new RegExp(
  `(${MONTH},? (?:ወር )?\\d{1,2}(?: ?ቀን)?,? )(\\d{4})(?![\\d.,]\\d|\\d| ?[-–—] ?\\d)`,
  'gu',
)
const MONTH_YEAR = new RegExp(`(${MONTH},? (?:ወር )?)(\\d{4})(?![\\d.,]\\d|\\d| ?[-–—] ?\\d)`, 'gu')
const DAY = new RegExp(`(${MONTH},? \\d{1,2}) (?=ዓመተ)`, 'gu')
const BEFORE_ERA = /(?<![-–—] ?)(\d{4})(?= ?(?:ዓመተ|እንደ (?:አውሮፓ|ኢትዮጵያ)|ከክርስቶስ))/gu
const AFTER_ERA = /((?:አቆጣጠር|አ\.አ) (?:በ|ከ|እስከ|የ)?)(\d{4})(?![\d.,]\d|\d| ?[-–—] ?\d)/gu

/**
 * Dates: "5/12/2016" → ነሐሴ አምስት ቀን ሁለት ሺህ አስራ ስድስት, in the Ethiopian calendar unless the text says otherwise just before
 * (እ.ኤ.አ.), the year is still to come there, or the order is that of computers (2024-05-12). Years by hundreds up to 1999.
 */
export function readDates(text: string): string {
  return text
    .replace(ISO, (match, years: string, month: string, day: string) => {
      return written(match, day, GREGORIAN[Number(month) - 1], years)
    })
    .replace(NUMERIC, (match, day: string, _mark, month: string, years: string, offset: number) => {
      const isWestern =
        Number(years) >= FIRST_WESTERN_YEAR ||
        WESTERN_ERA.test(text.slice(Math.max(0, offset - 60), offset))
      return written(match, day, (isWestern ? GREGORIAN : ETHIOPIAN)[Number(month) - 1], years)
    })
    .replace(MONTH_DAY_YEAR, (_, month: string, day: string, years: string) => {
      return `${month} ${cardinal(day)} ቀን ${year(years)}`
    })
    .replace(DAY_THEN_YEAR, (_, before: string, years: string) => `${before}${year(years)}`)
    .replace(MONTH_YEAR, (_, before: string, years: string) => `${before}${year(years)}`)
    .replace(DAY, '$1 ቀን ')
    .replace(BEFORE_ERA, (digits) => year(digits))
    .replace(AFTER_ERA, (_, before: string, digits: string) => `${before}${year(digits)}`)
}

function written(match: string, day: string, month: string | undefined, years: string): string {
  const isDay = Number(day) >= 1 && Number(day) <= 31
  return month && isDay ? `${month} ${cardinal(day)} ቀን ${year(years)}` : match
}
