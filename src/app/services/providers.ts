import { type TranscriptionProvider, transcribeInOrder } from './transcribe/in-order.ts'
import { createOpenAiTranscriber } from './transcribe/openai-transcriber.ts'
import type { PackTranscriber } from './transcribe/pack-transcriber.ts'
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

/**
 * Who transcribes: installed packs first, then the server that the settings name. `onTrouble` is told when one fails and
 * the next one takes over. Throws AppError('settings/invalid').
 */
export function transcribersOf(
  settings: ProviderSettings,
  packs: PackTranscriber | undefined,
  onTrouble: (words: string) => void,
): Transcribers {
  const { transcribeUrl: url, transcribeKey: key, transcribeModel: model } = settings
  const endpoint = url === undefined ? undefined : createOpenAiTranscriber({ url, key, model })
  const providers: TranscriptionProvider[] = []
  if (packs) providers.push({ name: 'the installed pack', ...packs })
  if (endpoint)
    providers.push({
      name: 'the transcription service',
      supports: async () => true,
      transcribe: async (...order) => ({
        ...(await endpoint.transcribe(...order)),
        provider: 'endpoint',
      }),
    })
  return {
    ...transcribeInOrder(providers, onTrouble),
    live: packs?.live,
    isThere: async () => endpoint !== undefined || ((await packs?.supports(undefined)) ?? false),
  }
}

/** All transcribers together. */
export interface Transcribers extends Transcriber {
  /** Whether there is any. */
  isThere(): Promise<boolean>
  /** Of packs alone; undefined where there can be none. */
  readonly live: PackTranscriber['live'] | undefined
}
