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
const WHOLE_NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)$/
const NUMBER = /^([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+))(\.\d+)?$/

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
  const plain = (said: string): SayAsText => ({ text: said, spelled: false })
  switch (as) {
    case 'characters':
    case 'spell-out':
      return { text, spelled: true }
    case 'digits':
      return /^[\d\s.,:+-]*\d[\d\s.,:+-]*$/.test(text)
        ? { text: text.replace(/[^\d\s]/g, ' '), spelled: true }
        : new Error(`"${clip(text)}" is not made of digits.`)
    case 'telephone':
      return telephone(text)
    case 'cardinal':
    case 'number':
      return cardinal(text)
    case 'ordinal':
      if (!WHOLE_NUMBER.test(text)) return new Error(`"${clip(text)}" is no whole number.`)
      return plain(ordinal(text.replace(/[,+]/g, ''), language))
    case 'date':
      return date(text, format)
    case 'time':
      return plain(text)
    default:
      return undefined
  }
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

function ordinal(figure: string, language: LanguageCode = 'en'): string {
  const { ordinal: form } = languageFor(language)
  if (form) return form(figure)
  const teens = /1\d$/.test(figure)
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][Number(figure.at(-1))] ?? 'th')
  return `${figure}${ending}`
}

/** A date in figures as year-month-day, which every language's rules read; any other date as it is written. */
function date(text: string, format: string | undefined): SayAsText | Error {
  const order = MONTH_ORDERS[format ?? 'ymd']
  if (!order)
    return new Error(`The format "${clip(format ?? '')}" is not known: write dmy, mdy or ymd.`)
  const parts = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/.exec(text.trim())?.slice(1)
  if (!parts || format === undefined) return { text, spelled: false }
  const part = (name: 'd' | 'm' | 'y'): string => parts[order.indexOf(name)] ?? ''
  const month = Number(part('m'))
  const day = Number(part('d'))
  if (month < 1 || month > 12 || day < 1 || day > 31)
    return new Error(`"${clip(text)}" is no date in the order ${format}.`)
  return { text: `${part('y')}-${pad(month)}-${pad(day)}`, spelled: false }
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
