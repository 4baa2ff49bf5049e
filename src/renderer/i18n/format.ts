import { textLanguage } from './i18n.ts'

/** Numbers, dates and lists in the language of the studio, by CLDR's rules. */

/**
 * The locale for numbers and dates: that of the system where it is of the studio's language (its region counts), else the language.
 * The studio's English is British, its dates and times too. Where nothing is known of a language, English stands in.
 */
export function locale(): readonly string[] {
  const language = textLanguage()
  if (language === 'en') return BRITISH
  const own = globalThis.navigator?.languages?.find((tag) => tag.split('-')[0] === language)
  return [own ?? language, ...BRITISH]
}

const BRITISH: readonly string[] = ['en-GB']

/** A number with its groups of digits. @example `numberWords(1_234)` is `'1,234'`. */
export function numberWords(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale(), options).format(value)
}

/** A share of one as a percentage. @example `percentWords(0.25)` is `'25%'`. */
export function percentWords(share: number): string {
  return numberWords(share, { style: 'percent' })
}

/** A time: by itself the day, and hours and minutes. `moment`: as a text ISO 8601. */
export function dateWords(
  moment: string | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(moment))
}

/** Things in a row, with "and" before the last, or with commas alone (`unit`). @example `listWords(['Ada', 'Bola'])` is `'Ada and Bola'`. */
export function listWords(
  things: readonly string[],
  type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction',
): string {
  return new Intl.ListFormat(locale(), { type }).format(things)
}

/** A length or a place in a recording, in seconds, to a tenth. @example `tenths(8.04)` is `'8.0'`. */
export function tenths(seconds: number): string {
  return numberWords(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
