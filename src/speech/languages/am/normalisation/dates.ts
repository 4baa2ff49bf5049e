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
const ISO = /(?<![\d/.:-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\d/-]|\.\d)/g
/** An Ethiopian month has thirty days, and the thirteenth five or six. */
const DAYS_OF_MONTH = 30
const LAST_OF_PAGUME = 6
const ENGLISH_STARTS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const ENGLISH_MONTH =
  '(January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Jun\\.?|Jul\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)(?![A-Za-z])'
const ENGLISH_YEAR = '(\\d{4})(?![\\d%]|[.,]\\d)'
const ENGLISH_DAY_FIRST = new RegExp(
  `(?<![A-Za-z\\d./:-])(\\d{1,2})ኛ? ${ENGLISH_MONTH}(?:,? ${ENGLISH_YEAR})?`,
  'g',
)
const ENGLISH_MONTH_FIRST = new RegExp(
  `(?<![A-Za-z])${ENGLISH_MONTH} (\\d{1,2})ኛ?(?![\\d:%]|[.,]\\d)(?:,? ${ENGLISH_YEAR})?`,
  'g',
)
const ENGLISH_MONTH_AND_YEAR = new RegExp(`(?<![A-Za-z])${ENGLISH_MONTH},? ${ENGLISH_YEAR}`, 'g')
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
    .replace(ISO, (match, years: string, _mark, month: string, day: string) => {
      return written(match, day, GREGORIAN[Number(month) - 1], years)
    })
    .replace(NUMERIC, (match, first: string, _mark, second: string, digits: string, at: number) => {
      const years = fullYear(digits)
      const isAmerican = Number(second) > 13 || (second === '13' && Number(first) > LAST_OF_PAGUME)
      const [day, month] = isAmerican ? [second, first] : [first, second]
      const isWestern =
        isAmerican ||
        Number(day) > DAYS_OF_MONTH ||
        Number(years) >= FIRST_WESTERN_YEAR ||
        WESTERN_ERA.test(text.slice(Math.max(0, at - 60), at))
      return written(match, day, (isWestern ? GREGORIAN : ETHIOPIAN)[Number(month) - 1], years)
    })
    .replace(ENGLISH_DAY_FIRST, (match, day: string, month: string, years?: string) => {
      return written(match, day, englishMonth(month), years)
    })
    .replace(ENGLISH_MONTH_FIRST, (match, month: string, day: string, years?: string) => {
      return written(match, day, englishMonth(month), years)
    })
    .replace(ENGLISH_MONTH_AND_YEAR, (_, month: string, years: string) => {
      return `${englishMonth(month)} ${year(years)}`
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

/** Two figures are of this century up to 49. */
function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return `${Number(digits) < 50 ? '20' : '19'}${digits}`
}

function englishMonth(written: string): string | undefined {
  return GREGORIAN[ENGLISH_STARTS.indexOf(written.slice(0, 3).toLowerCase())]
}

function written(match: string, day: string, month: string | undefined, years?: string): string {
  const isDay = Number(day) >= 1 && Number(day) <= 31
  return month && isDay ? `${month} ${cardinal(day)} ቀን${years ? ` ${year(years)}` : ''}` : match
}
