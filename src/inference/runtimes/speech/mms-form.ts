import { z } from 'zod'
import type { InstalledPack } from '#inference/pack.ts'
import { jsonIn } from './json-file.ts'
import type { VitsForm } from './vits-form.ts'

const Config = z.object({ sampling_rate: z.int().min(8_000).max(48_000) })
const Vocabulary = z.record(z.string(), z.int().min(0))

/** Names of symbols that stand for none. */
const SPECIAL = /^<.+>$|^.{2,}$/su
/**
 * The symbol with this number stands around every letter (transformers, VitsTokenizer, `add_blank`). It may be a letter, too,
 * which the models tell by its place.
 */
const BLANK = 0

/**
 * The form of MMS as transformers exports it: `input_ids` and `attention_mask`, both [1, ids], small letters with a blank
 * around each. Its pace is fixed when it is exported.
 */
export async function mmsForm(
  pack: InstalledPack,
  config: string,
  vocabulary: string,
): Promise<VitsForm> {
  const { sampling_rate: sampleRate } = await jsonIn(pack, config, Config)
  const vocab = await jsonIn(pack, vocabulary, Vocabulary)
  const letters = Object.entries(vocab).filter(([letter]) => !SPECIAL.test(letter))
  return {
    reads: 'letters',
    alphabet: {
      idOf: new Map(letters.map(([letter, id]) => [letter, [id]])),
      between: [BLANK],
    },
    symbols: letters.map(([letter]) => letter),
    ...{ sampleRate, takesSpeed: false, idsInput: 'input_ids' },
    inputs: (ids) => ({
      input_ids: { values: ids, shape: [1, ids.length] },
      attention_mask: { values: ids.map(() => 1), shape: [1, ids.length] },
    }),
  }
}
