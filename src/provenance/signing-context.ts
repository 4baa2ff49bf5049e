import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { registeredEngines, systemVoice, systemVoices } from '#speech/engines/registry.ts'
import { voicesIn } from '#speech/pipeline/voice-changes.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { VoiceDescription } from './c2pa/manifest-definition.ts'
import type { SigningContext } from './provenance.ts'

/** A part of the sound: its voice, and its language, without which it is the voice's own. */
export interface SpokenPart {
  readonly voice: string
  readonly language?: string | undefined
  /** Its text, whose markup may name other voices; left out: it names none. */
  readonly text?: string | undefined
}

/** A sound to be signed: its request, its account and its parts. Several voices may speak in one file. */
export interface SpeechToSign {
  readonly requestId: string
  readonly account: string
  readonly spoken: readonly SpokenPart[]
  readonly title?: string | undefined
}

type CustomVoice =
  | { readonly name: string; readonly spokenLanguage: LanguageCode; readonly engine: string }
  | undefined

/**
 * Collects what the manifest of a sound states. Every voice, language and engine is named once, in the order of their parts.
 * The consent record of a cloned voice has the id of the voice.
 */
export async function signingContextOf(
  { requestId, account, spoken, title }: SpeechToSign,
  ownVoice: (account: string, id: string) => Awaitable<CustomVoice>,
): Promise<SigningContext> {
  const names = new Set<string>()
  const consents = new Set<string>()
  const languages = new Set<string>()
  const engines = new Set<string>()
  const parts = spoken.flatMap((part) =>
    voicesIn(part.text ?? '', part.voice, systemVoices).map((voice) => ({ ...part, voice })),
  )
  for (const { voice, language } of parts) {
    const id = voice.trim().toLowerCase()
    const system = systemVoice(id)
    const own = system ? undefined : await ownVoice(account, id)
    names.add(system?.name ?? own?.name ?? id)
    if (own) consents.add(id)
    engines.add(engineLabel(system?.engine ?? own?.engine))
    languages.add(languageOf(language ?? '') ?? system?.language ?? own?.spokenLanguage ?? 'en')
  }
  const fact = voiceFact([...names].join(', '), [...consents].join(', '))
  return {
    requestId,
    account,
    voice: fact,
    language: [...languages].join(', '),
    engine: [...engines].join(', '),
    title: title || undefined,
  }
}

/** Name and version of an engine; the id of one that is not registered, as of a voice of an engine that was removed. */
function engineLabel(id: string | undefined): string {
  return registeredEngines().find((known) => known.id === id)?.label ?? id ?? 'unknown'
}

function voiceFact(name: string, consentRecord: string): VoiceDescription {
  return consentRecord === '' ? { kind: 'built-in', name } : { kind: 'cloned', name, consentRecord }
}
