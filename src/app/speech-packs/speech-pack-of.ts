import { z } from 'zod'
import type { PackState } from '#packs/store.ts'
import { codeOf } from '#speech/languages/registry.ts'
import { PackVoice, type SpeechPack } from '#speech/models/speech-pack.ts'

type Manifest = PackState['pack']

/** What a catalog says of the voices of a pack; the runtimes read the rest of the settings. */
const Settings = z.object({
  family: z.enum(['piper', 'mms', 'coqui']).optional(),
  romanise: z.boolean().default(false),
  voices: z.array(PackVoice).min(1).optional(),
  /** Of the only voice of a pack; most single speakers of the published models are men. */
  gender: z.enum(['female', 'male']).default('male'),
})

/** The pack as engines see it. Throws an Error that says what its catalog gets wrong. */
export function speechPackOf(manifest: Manifest): SpeechPack {
  const { id, name, source, licence, runtime, settings } = manifest
  const read = Settings.safeParse(settings)
  if (!read.success)
    throw new Error(`The settings of the pack ${id} are wrong: ${z.prettifyError(read.error)}`)
  const { family = 'mms', romanise, voices, gender } = read.data
  const [first, ...rest] = manifest.languages.flatMap((code) => codeOf(code) ?? [])
  if (!first) throw new Error(`The pack ${id} speaks no language that is known here.`)
  return {
    ...{ id, name, romanise, languages: [first, ...rest] },
    revision: source.revision ?? undefined,
    licence: { id: licence.id, commercialUse: licence.commercialUse },
    form: runtime === 'kokoro' ? 'kokoro' : family,
    voices: voices ?? [{ id: 'voice', gender }],
  }
}
