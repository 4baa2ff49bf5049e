import { monthName, monthOf, WORD_OF_MONTH } from './calendar.ts'
import type { Figures } from './figures.ts'

const START = '(?<![\\p{L}\\p{M}\\d./:-])'
const YEAR = '(1\\d{3}|20\\d{2})(?![\\d%]|[.,]\\d)'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
/** "ọjọ́", "lọ́jọ́" before the date, in any spelling; and "ọdún", "lọ́dún" before a year. */
const DAY_NOUN = '((?<![\\p{L}\\p{M}])[lL]?[oọóOỌÓ]\u0301?j[oọó]\u0301?,? )?'
const YEAR_NOUN = '[lL]?[oọóOỌÓ]\u0301?d[uú]n-?'
const MONTH_NOUN = '(?:ti |tí |nínú |inú )?[oòọOÒỌ]\u0300?[sṣ][uù]'

const ISO = new RegExp(`${DAY_NOUN}${START}(\\d{4})([-/.])(\\d{1,2})\\3(\\d{1,2})(?![\\d/-])`, 'gu')
const NUMERIC = new RegExp(
  `${DAY_NOUN}${START}(\\d{1,2})([-/.])(\\d{1,2})\\3(\\d{4}|\\d{2})(?![\\d/-]|\\.\\d)`,
  'gu',
)
const DAY_FIRST = new RegExp(
  `${DAY_NOUN}${START}${DAY},? (?:${MONTH_NOUN} )?(${WORD_OF_MONTH})(?![\\p{L}\\p{M}])(?:,? (?:${YEAR_NOUN} )?${YEAR})?`,
  'gu',
)
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\p{M}])(${WORD_OF_MONTH}) ${DAY}(?![\\d:%]|[.,]\\d)(?:,? ${YEAR})?`,
  'gu',
)
const MONTH_AND_YEAR = new RegExp(`(?<![\\p{L}\\p{M}])(${WORD_OF_MONTH}),? ${YEAR}`, 'gu')
const DAY_OF_NUMBERED_MONTH = new RegExp(
  `(?<=(?<![\\p{L}\\p{M}])[lL]?[oọóOỌÓ]\u0301?j[oọó]\u0301? )(\\d{1,2})(,? ${MONTH_NOUN} )(\\d{1,2}(?![\\d.,/:]\\d|\\d))?`,
  'gu',
)
/** "ọjọ́ kejì oṣù 4", "5 oṣù Kẹta": where one of the two is an ordinal, both are. */
const MONTH_AFTER_ORDINAL = new RegExp(
  `(?<=(?<![\\p{L}\\p{M}])[lL]?[oọóOỌÓ]\u0301?j[oọó]\u0301? k[\\p{L}\\p{M}]{2,20},? ${MONTH_NOUN} )(\\d{1,2})(?![\\d.,/:]\\d|\\d)`,
  'gu',
)
const DAY_BEFORE_ORDINAL = new RegExp(`${START}(\\d{1,2})(?= ${MONTH_NOUN} [kK][iíeẹ])`, 'gu')
const YEAR_AFTER_NOUN = new RegExp(`(?<=(?<![\\p{L}\\p{M}])${YEAR_NOUN} )${YEAR}`, 'gu')
const YEARS = new RegExp(`${START}(1\\d{3}|20\\d{2}) ?[-–—] ?(1\\d{3}|20\\d{2})(?![\\d.,/-])`, 'gu')
const SEASON = /(?<![\p{L}\d./-])((?:19|20)\d\d)\/((?:19|20)\d\d|\d\d)(?![\d/])/gu

/**
 * Calendar dates: "12/3/2024" → ọjọ́ kejìlá oṣù kẹta ọdún …, "12 March", "Ọjọ́ 12, oṣù Ẹrẹ́nà". Days and months in
 * figures are ordinals, day first, as in Nigeria, unless only month first is possible.
 */
export function readDates(text: string, figures: Figures): string {
  return readYears(readNamedMonths(readDatesInFigures(text, figures), figures), figures)
}

type Groups = readonly (string | undefined)[]

function readDatesInFigures(text: string, figures: Figures): string {
  const said = (match: string, noun: Groups[0], days: string, months: string, years: string) => {
    const [first, second] = Number(months) > 12 ? [months, days] : [days, months]
    if (!isDay(first) || Number(second) < 1 || Number(second) > 12) return match
    const ordinals = `${day(first, figures)} oṣù ${day(second, figures)}`
    return `${noun ?? ' ọjọ́ '}${ordinals}${yearOf(fullYear(years), figures)} `
  }
  return text
    .replace(ISO, (match: string, ...[noun, y = '', , m = '', d = '']: Groups) =>
      said(match, noun, d, m, y),
    )
    .replace(NUMERIC, (match: string, ...[noun, d = '', mark, m = '', y = '']: Groups) =>
      y.length === 2 && mark !== '/' ? match : said(match, noun, d, m, y),
    )
    .replace(MONTH_AFTER_ORDINAL, (m) => (Number(m) > 12 ? m : day(m, figures)))
    .replace(DAY_OF_NUMBERED_MONTH, (match: string, ...[d = '', link, m]: Groups) => {
      if (!isDay(d) || Number(m ?? 1) > 12) return match
      return `${day(d, figures)}${link}${m ? day(m, figures) : ''}`
    })
    .replace(DAY_BEFORE_ORDINAL, (d) => (isDay(d) ? `ọjọ́ ${day(d, figures)}` : d))
}

function readNamedMonths(text: string, figures: Figures): string {
  const said = (match: string, noun: Groups[0], days: string, month: string, years: Groups[0]) => {
    if (monthOf(month) === undefined || !isDay(days)) return match
    const ordinal = day(days, figures)
    return `${noun ?? ' ọjọ́ '}${ordinal} oṣù ${monthName(month)}${yearOf(years, figures)}`
  }
  return text
    .replace(DAY_FIRST, (match: string, ...[noun, d = '', m = '', y]: Groups) =>
      said(match, noun, d, m, y),
    )
    .replace(MONTH_FIRST, (match: string, ...[m = '', d = '', y]: Groups) =>
      said(match, undefined, d, m, y),
    )
    .replace(MONTH_AND_YEAR, (match: string, month: string, years: string) =>
      monthOf(month) === undefined ? match : `${monthName(month)}${yearOf(years, figures)}`,
    )
}

function readYears(text: string, figures: Figures): string {
  return text
    .replace(YEARS, (_, from: string, to: string) => `${figures.year(from)} sí ${figures.year(to)}`)
    .replace(SEASON, (_, from: string, to: string) => {
      return `${figures.year(from)} sí ${figures.year(fullYear(to))}`
    })
    .replace(YEAR_AFTER_NOUN, (years) => figures.year(years))
}

function day(digits: string, figures: Figures): string {
  return figures.whole(digits, 'ordinal')
}

function yearOf(digits: string | undefined, figures: Figures): string {
  return digits ? ` ọdún ${figures.year(digits)}` : ''
}

function isDay(digits: string): boolean {
  return Number(digits) >= 1 && Number(digits) <= 31
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return Number(digits) < 50 ? `20${digits}` : `19${digits}`
}
