import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import { type TranscriptionProvider, transcribeInOrder, whyNone } from './transcribe/in-order.ts'
import { createOpenAiTranscriber } from './transcribe/openai-transcriber.ts'
import type { PackTranscriber } from './transcribe/pack-transcriber.ts'
import type { Transcriber } from './transcribe/transcriber.ts'
import {
  type ChainOptions,
  createChain,
  PROVIDER_KINDS,
  type ProviderKind,
  type TranslationChain,
} from './translate/chain.ts'
import { createChatEndpoint } from './translate/chat/chat-endpoint.ts'
import { createLibreTranslate } from './translate/libre-translate.ts'
import type { TranslationProvider } from './translate/translator.ts'

/** Programs that translate and transcribe, as the person who runs this one says; undefined: none, or the usual. */
export interface ProviderSettings {
  readonly translateUrl?: string | undefined
  readonly translateKey?: string | undefined
  /** 'openai' or 'libretranslate'; undefined: by the path of the address. */
  readonly translateKind?: string | undefined
  /** Name of the model at a server that answers chats. */
  readonly translateModel?: string | undefined
  /** Kinds of translators in the order in which they are asked, with commas. */
  readonly translateOrder?: string | undefined
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
    translateKind: variables['GRIOT_TRANSLATE_KIND'] || undefined,
    translateModel: variables['GRIOT_TRANSLATE_MODEL'] || undefined,
    translateOrder: variables['GRIOT_TRANSLATE_ORDER'] || undefined,
    transcribeUrl: variables['GRIOT_TRANSCRIBE_URL'] || undefined,
    transcribeKey: variables['GRIOT_TRANSCRIBE_KEY'] || undefined,
    transcribeModel: variables['GRIOT_TRANSCRIBE_MODEL'] || undefined,
  }
}

/** The translators of this machine, in the order that the settings name. Throws AppError('settings/invalid'). */
export function translationChainOf(
  settings: ProviderSettings,
  languages: Pick<LanguageIdentifier, 'detect'>,
  own: Pick<ChainOptions, 'packs' | 'builtIn'>,
): TranslationChain {
  return createChain({
    ...own,
    order: orderOf(settings.translateOrder),
    endpoint: endpointOf(settings, languages),
  })
}

/** The usual order: what somebody has set up on purpose, then the larger models, then what is always there. */
function orderOf(setting: string | undefined): readonly ProviderKind[] {
  if (setting === undefined) return PROVIDER_KINDS
  const names = setting
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const kinds = names.flatMap((name) => PROVIDER_KINDS.find((kind) => kind === name) ?? [])
  if (kinds.length === names.length && new Set(kinds).size === kinds.length) return kinds
  throw new AppError(
    'settings/invalid',
    `GRIOT_TRANSLATE_ORDER names each of ${PROVIDER_KINDS.join(', ')} at most once, with commas between them, such as "built-in,pack". It is "${setting.slice(0, 100)}".`,
  )
}

/**
 * What the owner calls the translation server of the settings: its model and host; undefined where there is none.
 * @example `translationServerOf({ translateUrl: 'http://127.0.0.1:11434/v1', translateModel: 'gemma3' })` is
 * `'gemma3 at 127.0.0.1:11434'`.
 */
export function translationServerOf(settings: ProviderSettings): string | undefined {
  const host = URL.parse(settings.translateUrl?.trim() ?? '')?.host
  const model = settings.translateModel?.trim()
  return host && model ? `${model} at ${host}` : host
}

/** Addresses of servers that answer chats end so; https://api.example.org/v1 for one. */
const CHAT_PATH = /\/(?:v\d+[a-z]*(?:\/openai)?|chat\/completions)\/?$/

function endpointOf(
  settings: ProviderSettings,
  languages: Pick<LanguageIdentifier, 'detect'>,
): TranslationProvider | undefined {
  const { translateUrl: url, translateKey: key, translateModel: model } = settings
  const kind = settings.translateKind?.trim().toLowerCase()
  if (kind !== undefined && kind !== 'openai' && kind !== 'libretranslate')
    throw new AppError(
      'settings/invalid',
      `GRIOT_TRANSLATE_KIND is "openai" or "libretranslate", not "${kind.slice(0, 40)}".`,
    )
  if (url === undefined) return undefined
  const path = URL.parse(url.trim())?.pathname ?? ''
  const isChat = kind === undefined ? CHAT_PATH.test(path) : kind === 'openai'
  return isChat
    ? createChatEndpoint({ url, key, model }, languages)
    : createLibreTranslate(url, key, languages)
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
    whyNone: (language) => whyNone(providers, language),
  }
}

/** All transcribers together. */
export interface Transcribers extends Transcriber {
  /** Whether there is any. */
  isThere(): Promise<boolean>
  /** Why there is none for a language, or none at all, with what to do. */
  whyNone(language: LanguageCode | undefined): Promise<AppError>
  /** Of packs alone; undefined where there can be none. */
  readonly live: PackTranscriber['live'] | undefined
}
