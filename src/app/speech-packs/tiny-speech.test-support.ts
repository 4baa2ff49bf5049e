import { openModelProcesses } from '#inference/model-process.ts'
import { packsForTests, startModelProcess, tinyPack } from '#inference/packs.test-support.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { PackVoice, type SpeechPack } from '#speech/models/speech-pack.ts'

type TinySpeech = Parameters<typeof tinyPack>[0]

/** A tiny pack as engines see it. */
export function tinySpeechPack(id: TinySpeech): SpeechPack {
  const { languages, settings } = tinyPack(id)
  const [language = 'en'] = languages
  const voices = settings['voices']
  return {
    ...{ id, name: `Tiny ${id.slice(5)}`, revision: 'a70f0e45c1cc0df9abdf' },
    languages: [language satisfies LanguageCode],
    licence: { id: 'CC-BY-NC-4.0', commercialUse: false },
    form: String(settings['family'] ?? 'kokoro'),
    romanise: settings['romanise'] === true,
    voices: Array.isArray(voices)
      ? voices.map((voice) => PackVoice.parse(voice))
      : [{ id: 'voice', gender: 'male' }],
  }
}

/** The models of tiny packs, each in a process of its own. */
export function openTinyModels(ids: readonly TinySpeech[]) {
  const store = packsForTests(ids.map((id) => tinyPack(id)))
  const models = openModelProcesses({ start: startModelProcess, store, backOffMs: [0] })
  return { ...models, store }
}
