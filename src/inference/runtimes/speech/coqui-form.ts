import { z } from 'zod'
import type { InstalledPack } from '#inference/pack.ts'
import { jsonIn } from './json-file.ts'
import { scaledInputs, type VitsForm } from './vits-form.ts'

/** The config.json of a VITS model of Coqui TTS. */
const Config = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(48_000) }),
  use_phonemes: z.boolean().default(false),
  add_blank: z.boolean().default(true),
  enable_eos_bos_chars: z.boolean().default(false),
  characters: z.object({
    characters_class: z.string().nullish(),
    pad: z.string().nullish(),
    eos: z.string().nullish(),
    bos: z.string().nullish(),
    blank: z.string().nullish(),
    characters: z.string(),
    punctuations: z.string().default(''),
    phonemes: z.string().nullish(),
    is_unique: z.boolean().nullish(),
    is_sorted: z.boolean().nullish(),
  }),
  model_args: z
    .object({
      inference_noise_scale: z.number().default(0.667),
      length_scale: z.number().positive().default(1),
      inference_noise_scale_dp: z.number().default(1),
    })
    .prefault({}),
})
type Characters = z.infer<typeof Config>['characters']

const BLANK = '<BLNK>'

/**
 * The form of Coqui's `Vits.export_onnx`, with the inputs of Piper's. Ids are places in the list of characters, whose order
 * depends on its class: pad, punctuation, letters, phonemes, blank in "VitsCharacters"; pad, end, start, blank, letters in
 * order, punctuation in all others.
 */
export async function coquiForm(pack: InstalledPack, config: string): Promise<VitsForm> {
  const read = await jsonIn(pack, config, Config)
  const { characters, model_args: scales } = read
  const isVits = /VitsCharacters$/.test(characters.characters_class ?? '')
  const list = isVits ? listOfVits(characters) : listOfOthers(characters)
  const idOf = new Map(list.map((symbol, id) => [symbol, [id]]))
  const idsFor = (symbol: string | null | undefined): readonly number[] =>
    (symbol && idOf.get(symbol)) || []
  const blank = isVits ? BLANK : (characters.blank ?? characters.pad)
  const { bos, eos } = characters
  return {
    reads: read.use_phonemes ? 'phones' : 'letters',
    alphabet: {
      idOf,
      between: read.add_blank ? idsFor(blank) : [],
      before: read.enable_eos_bos_chars ? idsFor(bos) : [],
      after: read.enable_eos_bos_chars ? idsFor(eos) : [],
    },
    symbols: list.filter((symbol) => ![characters.pad, bos, eos, blank].includes(symbol)),
    ...{ sampleRate: read.audio.sample_rate, takesSpeed: true, idsInput: 'input' },
    inputs: (ids, { speed }) =>
      scaledInputs(
        ids,
        {
          noise: scales.inference_noise_scale,
          length: scales.length_scale / speed,
          durationNoise: scales.inference_noise_scale_dp,
        },
        0,
      ),
  }
}

function listOfVits({ pad, punctuations, characters, phonemes }: Characters): string[] {
  return [pad ?? '_', ...punctuations, ...characters, ...(phonemes ?? ''), BLANK]
}

function listOfOthers(given: Characters): string[] {
  const { pad, eos, bos, blank, characters, punctuations } = given
  const own = given.is_unique === false ? [...characters] : [...new Set(characters)]
  if (given.is_sorted !== false)
    own.sort((one, other) => (one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0))
  return [...[pad, eos, bos, blank].flatMap((symbol) => symbol || []), ...own, ...punctuations]
}
