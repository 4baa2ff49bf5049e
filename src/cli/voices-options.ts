import { LANGUAGES, type LanguageCode, languageOf } from '#shared/voices.ts'
import { type parseCommand, UsageError } from './help.ts'

/** The options of `griot voices`; each action takes some of them. */
export const OPTIONS = {
  audio: { type: 'string' },
  transcript: { type: 'string' },
  name: { type: 'string' },
  language: { type: 'string' },
  consent: { type: 'boolean', default: false },
  own: { type: 'boolean', default: false },
  system: { type: 'boolean', default: false },
  out: { type: 'string', short: 'o' },
  format: { type: 'string' },
  bitrate: { type: 'string' },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const
export type Option = keyof typeof OPTIONS
export type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>['values']

/** The language that a person names by its code. Throws UsageError that lists the languages. */
export function languageNamed(tag: string): LanguageCode {
  const language = languageOf(tag)
  if (language) return language
  const known = LANGUAGES.map(({ code, name }) => `${code} (${name})`).join(', ')
  throw new UsageError(`--language is one of ${known}, not "${tag.slice(0, 35)}".`)
}

/** How a language is called in English. */
export function nameOfLanguage(code: LanguageCode): string {
  return LANGUAGES.find((language) => language.code === code)?.name ?? code
}
