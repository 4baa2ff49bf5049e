import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'

/** Text to be read instead of the written one. */
export interface SayAsText {
  readonly text: string
  readonly spelled: boolean
}

const MONTH_ORDERS: Readonly<Record<string, readonly ('d' | 'm' | 'y')[]>> = {
  dmy: ['d', 'm', 'y'],
  mdy: ['m', 'd', 'y'],
  ymd: ['y', 'm', 'd'],
}
/** Forms of a date that leave a part out, by the parts that they have. */
const PARTIAL_DATES: readonly string[] = ['md', 'dm', 'ym', 'my', 'y', 'm', 'd']
const ENGLISH_MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')
/** Of languages that name the months otherwise, as their own rules read them. */
const MONTHS: Readonly<Record<string, readonly string[]>> = {
  am: 'ጃንዋሪ ፌብሩዋሪ ማርች ኤፕሪል ሜይ ጁን ጁላይ ኦገስት ሴፕቴምበር ኦክቶበር ኖቬምበር ዲሴምበር'.split(' '),
  ha: 'Janairu Fabrairu Maris Afrilu Mayu Yuni Yuli Agusta Satumba Oktoba Nuwamba Disamba'.split(
    ' ',
  ),
  ig: 'Jenụwarị Febụwarị Maachị Eprel Mee Juun Julaị Ọgọst Septemba Ọktoba Novemba Disemba'.split(
    ' ',
  ),
  yo: 'Jánúárì Fẹ́búárì Máàṣì Épírì Méè Júùnù Júláì Ọ́gọ́ọ̀sì Sẹ̀tẹ́ńbà Ọtóbà Nọ̀fẹ́ńbà Dìsẹ́ńbà'.split(' '),
}
/** English words of addresses that are abbreviated, where a house or a street stands. */
const ADDRESS_WORDS: Readonly<Record<string, string>> = {
  ...{ st: 'Street', str: 'Street', rd: 'Road', ave: 'Avenue', av: 'Avenue', blvd: 'Boulevard' },
  ...{ dr: 'Drive', ln: 'Lane', cl: 'Close', cres: 'Crescent', ct: 'Court', pl: 'Place' },
  ...{ sq: 'Square', hwy: 'Highway', pkwy: 'Parkway', expy: 'Expressway', terr: 'Terrace' },
  ...{ apt: 'Apartment', bldg: 'Building', blk: 'Block', fl: 'Floor', flr: 'Floor', rm: 'Room' },
  ...{ ste: 'Suite', est: 'Estate', qtrs: 'Quarters', opp: 'opposite', nr: 'near' },
}
const CURRENCY_SIGN = '[\\p{Sc}]|[A-Z]{3}'
const AMOUNT = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'
const CURRENCY = new RegExp(`^(-?)(${CURRENCY_SIGN})?\\s*(${AMOUNT})\\s*(${CURRENCY_SIGN})?$`, 'u')
const FRACTION = /^(-?)(?:(\d{1,9})\s*[+\s]\s*)?(\d{1,9})\s*[/⁄]\s*(\d{1,9})$/
const WHOLE_NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)$/
const NUMBER = /^([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+))(\.\d+)?$/

/** Values of `interpret-as` that are understood, as an error lists them. */
export const SAY_AS_NAMES =
  'characters, spell-out, verbatim, cardinal, number, ordinal, digits, fraction, unit, currency, date, time, telephone, address'

type Reader = (
  text: string,
  format: string | undefined,
  language: LanguageCode | undefined,
) => SayAsText | Error

const READERS: Readonly<Record<string, Reader>> = {
  characters: spell,
  'spell-out': spell,
  verbatim: spell,
  digits,
  telephone,
  cardinal,
  number: cardinal,
  ordinal,
  fraction,
  unit,
  currency,
  date,
  time,
  address,
}

/**
 * Rewrites the text of a `say-as` element so that the rules of the language read it as meant
 * (https://www.w3.org/TR/ssml-sayas/). Undefined for an unknown `as`; an Error with a message where the text or the
 * format does not fit.
 */
export function readAs(
  as: string,
  format: string | undefined,
  text: string,
  language: LanguageCode | undefined,
): SayAsText | Error | undefined {
  return Object.hasOwn(READERS, as) ? READERS[as]?.(text, format, language) : undefined
}

function plain(text: string): SayAsText {
  return { text, spelled: false }
}

function spell(text: string): SayAsText {
  return { text, spelled: true }
}

function digits(text: string): SayAsText | Error {
  return /^[\d\s.,:+-]*\d[\d\s.,:+-]*$/.test(text)
    ? spell(text.replace(/[^\d\s]/g, ' '))
    : new Error(`"${clip(text)}" is not made of digits.`)
}

/** Digit by digit, with a break between the groups that it is written in. */
function telephone(text: string): SayAsText | Error {
  if (!/^[+\d][\d\s().\-/]{2,40}$/.test(text))
    return new Error(`"${clip(text)}" is no number to call.`)
  const groups = text.replace('+', '+ ').match(/\+|\d+/g) ?? []
  return { text: groups.join(' '), spelled: true }
}

/** With its thousands marked, so that it is taken for no year. */
function cardinal(text: string): SayAsText | Error {
  const [, sign = '', whole, decimals = ''] = NUMBER.exec(text) ?? []
  if (whole === undefined) return new Error(`"${clip(text)}" is no number.`)
  const grouped = whole.replaceAll(',', '').replace(/\B(?=(?:\d{3})+$)/g, ',')
  return { text: `${sign === '-' ? '-' : ''}${grouped}${decimals}`, spelled: false }
}

function ordinal(
  text: string,
  _format: string | undefined,
  language: LanguageCode = 'en',
): SayAsText | Error {
  if (!WHOLE_NUMBER.test(text)) return new Error(`"${clip(text)}" is no whole number.`)
  const figure = text.replace(/[,+]/g, '')
  const { ordinal: form } = languageFor(language)
  if (form) return plain(form(figure))
  const teens = /1\d$/.test(figure)
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][Number(figure.at(-1))] ?? 'th')
  return plain(`${figure}${ending}`)
}

/** "3/4", "1 1/2" or "1+1/2". */
function fraction(text: string): SayAsText | Error {
  const [, sign, whole, part, of] = FRACTION.exec(text) ?? []
  if (part === undefined || Number(of) === 0)
    return new Error(`"${clip(text)}" is no fraction: write 3/4 or 1 1/2.`)
  return plain(`${sign}${whole === undefined ? '' : `${whole} `}${part}/${of}`)
}

/** A measure, as the rules of the language read it: "10 kg", "5 ft 3 in". */
function unit(text: string): SayAsText | Error {
  return /\d/.test(text) && /[\p{L}%°]/u.test(text)
    ? plain(text)
    : new Error(`"${clip(text)}" is no number with a unit: write 10 kg.`)
}

/** An amount with a sign or a code of ISO 4217 before or behind it. */
function currency(text: string, format: string | undefined): SayAsText | Error {
  const [, sign, before, amount, behind] = CURRENCY.exec(text.trim()) ?? []
  const money = before ?? behind ?? format?.toUpperCase()
  if (amount === undefined || money === undefined || (before && behind))
    return new Error(`"${clip(text)}" is no amount of money: write ₦1,850 or USD 45.30.`)
  return plain(/^[A-Z]/.test(money) ? `${sign}${money} ${amount}` : `${sign}${money}${amount}`)
}

/** A time of day as the rules of the language read it; hms12 and hms24 say how its figures count. */
function time(text: string, format: string | undefined): SayAsText | Error {
  if (format !== undefined && !['hms12', 'hms24', 'hms', 'hm'].includes(format))
    return new Error(`The format "${clip(format)}" is not known: write hms12 or hms24.`)
  const [, hour, rest, half] = /^(\d{1,2})((?:[:.]\d{2}){0,2})\s*([ap]\.?m?\.?)?$/i.exec(text) ?? []
  if (hour === undefined) return /\d/.test(text) ? plain(text) : notTime(text)
  if (Number(hour) > 24 || (half && Number(hour) > 12)) return notTime(text)
  const minutes = (rest || ':00').replaceAll('.', ':')
  return plain(`${hour}${minutes}${half ? ` ${half[0]?.toLowerCase()}.m.` : ''}`)
}

function notTime(text: string): Error {
  return new Error(`"${clip(text)}" is no time of day: write 14:30 or 2:30pm.`)
}

/** With the abbreviated words of English streets and houses written out. */
function address(
  text: string,
  _format: string | undefined,
  language: LanguageCode = 'en',
): SayAsText | Error {
  if (language !== 'en' && language !== 'pcm') return plain(text)
  return plain(
    text.replace(
      /(?<=[\p{L}\p{N}] )(\p{L}{2,4})\b\.?(?=\s*(?:,|;|$|\n| [\p{Lu}\d]))/gu,
      (word, name: string) => {
        const full = ADDRESS_WORDS[name.toLowerCase()]
        return full ?? word
      },
    ),
  )
}

/** A date in figures as year-month-day, which every language's rules read; any other date as it is written. */
function date(
  text: string,
  format: string | undefined,
  language: LanguageCode | undefined,
): SayAsText | Error {
  const order = MONTH_ORDERS[format ?? 'ymd']
  if (format !== undefined && PARTIAL_DATES.includes(format))
    return partOfDate(text, format, language)
  if (!order)
    return new Error(
      `The format "${clip(format ?? '')}" is not known: write ${[...Object.keys(MONTH_ORDERS), ...PARTIAL_DATES].join(', ')}.`,
    )
  const parts = /^(\d{1,8})(?:[-/. ](\d{1,2})[-/. ](\d{1,4}))?$/.exec(text.trim())?.slice(1)
  if (!parts || format === undefined) return plain(text)
  const [year, month, day] = ['y', 'm', 'd'].map(
    (name) => wholeDate(parts, order)[order.indexOf(name as 'y')] ?? '',
  )
  if (!year || !isDay(Number(month), Number(day)))
    return new Error(`"${clip(text)}" is no date in the order ${format}.`)
  return plain(`${year}-${pad(Number(month))}-${pad(Number(day))}`)
}

/** Parts of a date in its order; "20260305" and "05032026" have no signs between them. */
function wholeDate(
  [first = '', second, third]: readonly (string | undefined)[],
  order: readonly string[],
): readonly string[] {
  if (second !== undefined && third !== undefined) return [first, second, third]
  if (first.length !== 8) return []
  let at = 0
  return order.map((name) => {
    const start = at
    at += name === 'y' ? 4 : 2
    return first.slice(start, at)
  })
}

/** A date without its year or day, or a part alone, with the name of its month. */
function partOfDate(
  text: string,
  format: string,
  language: LanguageCode = 'en',
): SayAsText | Error {
  const figures = text.trim().split(/[-/. ]+/)
  const fits = figures.length === format.length && figures.every((one) => /^\d{1,4}$/.test(one))
  if (!fits && /\p{L}/u.test(text)) return plain(text)
  const [year, month, day] = ['y', 'm', 'd'].map((name) => figures[format.indexOf(name)])
  if (!fits || !isDay(Number(month ?? 1), Number(day ?? 1)))
    return new Error(`"${clip(text)}" is no date in the order ${format}.`)
  return partsInWords(
    year,
    month === undefined ? undefined : monthName(month, language),
    day,
    language,
  )
}

function monthName(month: string, language: LanguageCode): string {
  const names = Object.hasOwn(MONTHS, language) ? MONTHS[language] : undefined
  return (names ?? ENGLISH_MONTHS)[Number(month) - 1] ?? month
}

function partsInWords(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  language: LanguageCode,
): SayAsText | Error {
  if (year !== undefined) return plain(month === undefined ? year : `${month} ${year}`)
  if (day === undefined) return plain(month ?? '')
  if (month === undefined) return ordinal(String(Number(day)), undefined, language)
  return plain(language === 'am' ? `${month} ${Number(day)} ቀን` : `${Number(day)} ${month}`)
}

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
