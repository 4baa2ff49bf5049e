import type { LanguageCode } from '#shared/voices.ts'
import { languageFor } from './registry.ts'

/** Names as their own language writes them, where that is not how the API does. */
const WRITTEN: Readonly<Record<string, string>> = {
  Hana: 'ሃና',
  Haile: 'ኃይሌ',
  Tesfaye: 'ተስፋዬ',
  Tena: 'ጤና',
  Sade: 'Ṣadé',
  Funmi: 'Fúnmi',
  Segun: 'Ṣégun',
  Femi: 'Fẹ́mi',
}

/** A sentence by which a voice can be known, in its own language. */
export function sampleOf(name: string, language: LanguageCode): string {
  const { greetings } = languageFor(language)
  const greeting = greetings[name.length % greetings.length] ?? ''
  return greeting.replace('%', () => WRITTEN[name] ?? name)
}
