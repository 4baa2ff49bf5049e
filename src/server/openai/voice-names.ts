import type { Caller } from '#app/access/caller.ts'
import {
  findVoice,
  findVoiceAndLanguage,
  type VoiceAndLanguage,
  type VoicesAndLanguages,
} from '#server/v1/find-voice.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'

/**
 * Who speaks where a tool names one of OpenAI's voices: for each another system voice of its gender, as OpenAI describes
 * it. There are more names than English voices, so that some are voices of Nigerian Pidgin and of Yoruba.
 */
export const OPENAI_VOICES: Readonly<Record<string, string>> = {
  alloy: 'lucy',
  ash: 'jude',
  ballad: 'segun',
  cedar: 'kingsley',
  coral: 'remi',
  echo: 'john',
  fable: 'justice',
  marin: 'boma',
  nova: 'lina',
  onyx: 'henry',
  sage: 'kani',
  shimmer: 'ufoma',
  verse: 'tega',
}

/** The voice that a name of OpenAI's stands for; every other name as it is. */
export function resolveVoiceName(name: string): string {
  const known = name.trim().toLowerCase()
  return Object.hasOwn(OPENAI_VOICES, known) ? (OPENAI_VOICES[known] ?? name) : name
}

/**
 * The voice that a caller of OpenAI's dialect names, and the language of the text: the one that is told, else the one that is detected. Under a
 * name of OpenAI's, English is the likeliest, whoever speaks. Throws AppError('voice/not-found').
 */
export async function findOpenAiVoice(
  app: VoicesAndLanguages,
  caller: Caller,
  {
    voice: asked,
    text,
    language,
  }: {
    readonly voice: string
    readonly text: string
    readonly language: LanguageCode | undefined
  },
): Promise<VoiceAndLanguage> {
  const name = resolveVoiceName(asked)
  if (language !== undefined || name === asked)
    return findVoiceAndLanguage(app, caller, name, text, language)
  const voice = await findVoice(app, caller, name, undefined)
  return { voice, language: await app.languages.identifySpoken(text, 'en') }
}
