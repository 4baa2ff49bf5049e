import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'

export const TONES = ['neutral', 'warm', 'professional', 'narration'] as const
export const FORMALITIES = ['casual', 'formal'] as const

/** A text to be said in another language, and in which manner. */
export interface TranslationRequest {
  readonly text: string
  readonly source: LanguageCode
  readonly target: LanguageCode
  readonly tone: (typeof TONES)[number]
  readonly formality: (typeof FORMALITIES)[number]
}

/** Program or model that translates texts. */
export interface Translator {
  /** The text in the target language. Throws AppError, and the signal's reason when it aborts. */
  translate(order: TranslationRequest, signal: AbortSignal): Promise<string>
}

/** Stands where there is no translator: says how to get one. */
export const noTranslator: Translator = {
  translate: async () => {
    throw new AppError(
      'translate/unavailable',
      'No translation service is configured. Whoever runs Griot can set GRIOT_TRANSLATE_URL to a LibreTranslate server, such as http://127.0.0.1:5000, and start Griot again.',
    )
  },
}
