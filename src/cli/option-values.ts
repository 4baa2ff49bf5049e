import {
  LANGUAGES,
  type LanguageCode,
  languageOf,
  namedCodes,
} from '#shared/languages/languages.ts'
import { UsageError } from './usage-error.ts'

/** Values of an option that may be repeated, in their order. */
export function each(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** The one of `known` that was given as the value of an option, in any letter case. Throws a UsageError that lists them. */
export function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((item) => item === value.toLowerCase())
  if (found !== undefined) return found
  throw new UsageError(`--${option} is one of ${known.join(', ')}, not "${value}".`)
}

/** Value of an option that counts something. Throws UsageError. */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} is a whole number, not "${text}".`)
}

/** Number by which a list shows an entry: `rowNumber('3', 'an entry', 'griot dictionary list')`. Throws UsageError. */
export function rowNumber(text: string, entry: string, list: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`"${text}" is not the number of ${entry}. "${list}" shows the numbers.`)
}

/** Language with this code, in ISO 639 or BCP 47. Throws a UsageError that lists the languages. */
export function languageNamed(tag: string, option = 'language'): LanguageCode {
  const language = languageOf(tag)
  if (language) return language
  const known = namedCodes(LANGUAGES)
  throw new UsageError(`--${option} is one of ${known}, not "${tag.slice(0, 35)}".`)
}
