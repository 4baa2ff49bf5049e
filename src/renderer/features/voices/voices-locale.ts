import { locale, numberWords } from '#renderer/i18n/format.ts'
import { textLanguage } from '#renderer/i18n/i18n.ts'

/** The locale for times and lists here. English ones are British: of 24 hours, and without a comma before "and". */
export function voicesLocale(): string {
  return textLanguage() === 'en' ? 'en-GB' : locale()
}

/** Things in a row. @example `inARow(['1', '2', '5'])` is `'1, 2 and 5'`. */
export function inARow(things: readonly string[]): string {
  return new Intl.ListFormat(voicesLocale()).format(things)
}

/** A length or place in a recording, to a tenth of a second. @example `tenths(8.04)` is `'8.0'`. */
export function tenths(seconds: number): string {
  return numberWords(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
