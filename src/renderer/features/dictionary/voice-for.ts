import type { LanguageCode } from '#shared/languages/languages.ts'

/** A voice with which words are heard. */
export interface DictionaryVoice {
  readonly id: string
  readonly language: string
}

/** The first voice of a language, and otherwise the first of all. */
export function voiceFor(
  voices: readonly DictionaryVoice[],
  language: LanguageCode | undefined,
): DictionaryVoice | undefined {
  return voices.find((voice) => voice.language === language) ?? voices[0]
}
