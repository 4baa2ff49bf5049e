import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from './registry.ts'

/** A sentence by which a voice can be known, in its own language. */
export function sampleOf(name: string, language: LanguageCode): string {
  const { greetings, voiceNames } = languageFor(language)
  const greeting = greetings[name.length % greetings.length] ?? ''
  return greeting.replace('%', () => voiceNames?.[name] ?? name)
}
