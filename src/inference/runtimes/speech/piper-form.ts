import { z } from 'zod'
import type { InstalledPack } from '#inference/pack.ts'
import { jsonIn } from './json-file.ts'
import { scaledInputs, type VitsForm } from './vits-form.ts'

/** The .onnx.json beside a voice of Piper. */
const Config = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(48_000) }),
  /** Phonemes of espeak-ng, or the characters of the text. */
  phoneme_type: z.enum(['espeak', 'text']).default('espeak'),
  phoneme_id_map: z.record(z.string(), z.array(z.int().min(0)).min(1)),
  speaker_id_map: z.record(z.string(), z.int().min(0)).default({}),
  inference: z
    .object({ noise_scale: z.number(), length_scale: z.number().positive(), noise_w: z.number() })
    .default({ noise_scale: 0.667, length_scale: 1, noise_w: 0.8 }),
})

const [PAD, START, END] = ['_', '^', '$'] as const

/**
 * The form of Piper: the start, a pad, each phoneme and a pad after it, the end, as its trainer prepares texts
 * (piper-phonemize, phoneme_ids).
 */
export async function piperForm(pack: InstalledPack, config: string): Promise<VitsForm> {
  const read = await jsonIn(pack, config, Config)
  const { phoneme_id_map: map, inference, speaker_id_map: speakers } = read
  const idsOf = (symbol: string): readonly number[] => {
    const ids = map[symbol]
    if (!ids) throw new Error(`The file ${config} of the pack ${pack.id} has no "${symbol}".`)
    return ids
  }
  const special: ReadonlySet<string> = new Set([PAD, START, END])
  return {
    reads: read.phoneme_type === 'espeak' ? 'phones' : 'letters',
    alphabet: {
      idOf: new Map(Object.entries(map)),
      ...{ before: idsOf(START), between: idsOf(PAD), after: idsOf(END) },
    },
    symbols: Object.keys(map).filter((symbol) => !special.has(symbol)),
    sampleRate: read.audio.sample_rate,
    takesSpeed: true,
    idsInput: 'input',
    inputs(ids, { voice, speed }) {
      const { noise_scale: noise, length_scale, noise_w: durationNoise } = inference
      const scales = { noise, length: length_scale / speed, durationNoise }
      return scaledInputs(ids, scales, voice === undefined ? 0 : (speakers[voice] ?? 0))
    },
  }
}
