import type { NumberStyle } from '#shared/script.ts'
import { cardinal } from './number-words.ts'

/** Months as Igbo writes them, from English, and the other names that are met. */
const MONTHS: readonly (readonly [name: string, others: string])[] = [
  ['Jenụwarị', 'January|Jan|Jenụwarị|Jenuwarị|Jenuwari|Jenuarị|Jenụarị'],
  ['Febụwarị', 'February|Feb|Febrụwarị|Febụwarị|Februwarị|Febuwari|Febrụarị'],
  ['Maachị', 'March|Mar|Maachị|Machị|Machi|Maach'],
  ['Eprel', 'April|Apr|Eprel|Epreelụ|Eprelụ|Epril|Eprulu'],
  ['Mee', 'May|Mee'],
  ['Juun', 'June|Jun|Juun|Jun'],
  ['Julaị', 'July|Jul|Julaị|Julai'],
  ['Ọgọst', 'August|Aug|Ọgọst|Ọgọstụ|Ogọst|Ọgọọst|Ogost'],
  ['Septemba', 'September|Sept|Sep|Septemba'],
  ['Ọktoba', 'October|Oct|Ọktoba|Oktoba|Ọktọba|Ọktober'],
  ['Novemba', 'November|Nov|Novemba|Nọvemba'],
  ['Disemba', 'December|Dec|Disemba|Dizemba'],
]
const NAMES = new Map(
  MONTHS.flatMap(([name, others]) => others.split('|').map((other) => [other.toLowerCase(), name])),
)

/** A name of a month, as source of a regular expression. */
const MONTH = [...new Set(MONTHS.flatMap(([, others]) => others.split('|')))]
  .sort((a, b) => b.length - a.length)
  .join('|')

/** "May" → Mee, "5" → Mee; undefined for anything that is no month. */
function monthName(written: string): string | undefined {
  if (/^\d+$/.test(written)) return MONTHS[Number(written) - 1]?.[0]
  return NAMES.get(written.toLowerCase())
}

const START = '(?<![\\p{L}\\p{M}\\d./:-])'
const YEAR = '(\\d{4})(?![\\d%]|[.,]\\d)'
const ISO = new RegExp(`${START}(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?![\\d/-])`, 'gu')
const NUMERIC = new RegExp(`${START}(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?![\\d/-])`, 'gu')
/** Words that may already stand before a day: "n'ụbọchị 5", "n'abalị 5". */
const DAY_WORD = "((?<!\\p{L})(?:n')?(?:mkpụrụ )?(?:ụbọchị|abalị) )?"
const DAY_FIRST = new RegExp(
  `${DAY_WORD}${START}(\\d{1,2})(?:st|nd|rd|th)?((?:,? nke ọnwa | nke | n'ọnwa |,? )(?:of )?)(${MONTH})(?!\\p{L})(?:(,? ?(?:n'afọ |afọ )?)${YEAR})?`,
  'giu',
)
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})((?:n')?ọnwa )?(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%]|[.,]\\d)(?:(?:, ?| )(?:n'afọ )?${YEAR})?`,
  'gu',
)
/** The word for a day that was written, and the one that the reading brings. */
const DAY_TWICE = /(?<=(?<!\p{L})(?:n')?(?:ụbọchị|abalị) )ụbọchị (?=\p{L}[^.\n]{0,40} nke ọnwa)/giu
const MONTH_AND_YEAR = new RegExp(`(?<!\\p{L})(${MONTH})(?!\\p{L}),? ${YEAR}`, 'gu')

const SEASON = /(?<![\p{L}\d./-])((?:19|20)\d\d)\/((?:19|20)\d\d|\d\d)(?![\d/])/gu

/** Calendar dates: "5 Mee 2024" → ụbọchị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ. Dates in figures are day first. */
export function readDates(text: string, numbers: NumberStyle): string {
  const year = (digits: string): string => `n'afọ ${cardinal(fullYear(digits), numbers)}`
  const dayOf = (digits: string): string =>
    Number(digits) === 1 ? 'mbụ' : cardinal(digits, numbers)
  const full = (day: string, month: string, digits: string | undefined): string =>
    `ụbọchị ${dayOf(day)} nke ọnwa ${month}${digits ? ` ${year(digits)}` : ''}`
  return text
    .replace(ISO, (match: string, digits: string, _, month: string, day: string) => {
      const name = monthName(month)
      return name && isDay(day) ? full(day, name, digits) : match
    })
    .replace(
      NUMERIC,
      (match: string, first: string, mark: string, second: string, digits: string) => {
        if (digits.length === 2 && mark !== '/') return match
        const [day, month] = Number(second) > 12 ? [second, first] : [first, second]
        const name = monthName(month)
        return name && isDay(day) ? full(day, name, digits) : match
      },
    )
    .replace(
      DAY_FIRST,
      (
        match: string,
        word: string | undefined,
        day: string,
        link: string,
        month: string,
        _,
        digits?: string,
      ) => {
        const name = monthName(month)
        if (!name || !isDay(day)) return match
        const date = full(day, name, digits).replace('ụbọchị ', '')
        return `${word ?? 'ụbọchị '}${/n'ọnwa/i.test(link) ? date.replace('nke ọnwa', "n'ọnwa") : date}`
      },
    )
    .replace(
      MONTH_FIRST,
      (match: string, ...[noun, month = '', day = '', digits]: (string | undefined)[]) => {
        const name = monthName(month)
        if (!name || !isDay(day)) return match
        return `${noun?.startsWith("n'") ? "n'" : ''}${full(day, name, digits)}`
      },
    )
    .replace(MONTH_AND_YEAR, (_, month: string, digits: string) => {
      return `${monthName(month)} ${year(digits)}`
    })
    .replace(DAY_TWICE, '')
    .replace(SEASON, (_, from: string, to: string) => {
      return `${cardinal(from, numbers)} ruo ${cardinal(fullYear(to), numbers)}`
    })
}

function isDay(digits: string): boolean {
  return Number(digits) >= 1 && Number(digits) <= 31
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return Number(digits) < 50 ? `20${digits}` : `19${digits}`
}
