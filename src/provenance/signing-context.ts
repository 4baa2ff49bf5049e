import { type LanguageCode, languageOf } from '#shared/voices.ts'
import { defaultEngine, registeredEngines, systemVoice } from '#speech/engines/registry.ts'
import type { VoiceDescription } from './c2pa/manifest-definition.ts'
import type { SigningContext } from './provenance.ts'

/** What is spoken: by whom, and in which language; without one, in the voice's own. */
export interface SpokenPart {
  readonly voice: string
  readonly language?: string | undefined
}

/** Who asks, under which number, for what. One file may be spoken by several voices. */
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
 * What the manifest of an order will say. Voices, languages and engines are named once each, in the order in which they
 * are heard. The consent on file has the id of the voice that was made with it.
 */
export function signingContextOf(
  { requestId, account, spoken, title }: SpeechToSign,
  ownVoice: (account: string, id: string) => CustomVoice,
): SigningContext {
  const names = new Set<string>()
  const consents = new Set<string>()
  const languages = new Set<string>()
  const engines = new Set<string>()
  for (const { voice, language } of spoken) {
    const id = voice.trim().toLowerCase()
    const system = systemVoice(id)
    const own = system ? undefined : ownVoice(account, id)
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

/** Of a voice that was deleted meanwhile, the engine that speaks where nothing says which. */
function engineLabel(id: string | undefined): string {
  const engine = registeredEngines().find((known) => known.id === id)
  return (engine ?? defaultEngine()).label
}

function voiceFact(name: string, consentRecord: string): VoiceDescription {
  return consentRecord === '' ? { kind: 'built-in', name } : { kind: 'cloned', name, consentRecord }
}
