import { createOpenAiTranscriber } from './transcribe/openai-transcriber.ts'
import type { Transcriber } from './transcribe/transcriber.ts'
import { createLibreTranslate } from './translate/libre-translate.ts'
import { noTranslator, type Translator } from './translate/translator.ts'

/** Other programs that translate and transcribe, as the person who runs this one says; undefined: none. */
export interface ProviderSettings {
  readonly translateUrl?: string | undefined
  readonly translateKey?: string | undefined
  readonly transcribeUrl?: string | undefined
  readonly transcribeKey?: string | undefined
  readonly transcribeModel?: string | undefined
}

/** The settings as environment variables give them. Set to nothing is not set. */
export function providerSettingsOf(
  variables: Readonly<Record<string, string | undefined>>,
): ProviderSettings {
  return {
    translateUrl: variables['GRIOT_TRANSLATE_URL'] || undefined,
    translateKey: variables['GRIOT_TRANSLATE_KEY'] || undefined,
    transcribeUrl: variables['GRIOT_TRANSCRIBE_URL'] || undefined,
    transcribeKey: variables['GRIOT_TRANSCRIBE_KEY'] || undefined,
    transcribeModel: variables['GRIOT_TRANSCRIBE_MODEL'] || undefined,
  }
}

/** The translator that the settings name, or one that says how to get one. Throws AppError('settings/invalid'). */
export function translatorOf({ translateUrl, translateKey }: ProviderSettings): Translator {
  return translateUrl === undefined
    ? noTranslator
    : createLibreTranslate(translateUrl, translateKey)
}

/** The transcriber that the settings name; undefined where they name none. Throws AppError('settings/invalid'). */
export function transcriberOf(settings: ProviderSettings): Transcriber | undefined {
  const { transcribeUrl: url, transcribeKey: key, transcribeModel: model } = settings
  return url === undefined ? undefined : createOpenAiTranscriber({ url, key, model })
}
