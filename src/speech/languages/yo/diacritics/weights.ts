import { readFile } from 'node:fs/promises'
import { isCommercialOnly } from '#shared/commercial-only.ts'
import { choiceKey } from './contexts.ts'

/** Learned weights: how much a context speaks for a choice, in natural log units; 0 for what was not learned. */
export type Weights = (context: number, choice: number) => number

/** The table has this many slots: first a byte each that tells the key, then a byte each with the weight. */
export const SLOTS = 1 << 21
/** A weight of 1 is written as 32, so that ±3.97 fits in a signed byte. */
export const STEP = 32

/** The slot where a key belongs, and the byte that tells it from others that belong there; never 0, which is empty. */
export function slotOf(key: number): { readonly slot: number; readonly print: number } {
  return { slot: key % SLOTS, print: ((key >>> 24) % 255) + 1 }
}

/** Opens a table of weights, which may not be used commercially: then all are 0. Throws an Error that names a file it cannot read. */
export async function readWeights(path: string): Promise<Weights> {
  if (isCommercialOnly()) return () => 0
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  if (bytes.length !== 2 * SLOTS) {
    throw new Error(`The lexicon ${path} is damaged: install Griot again.`)
  }
  const prints = bytes.subarray(0, SLOTS)
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + SLOTS, SLOTS)
  return (context, choice) => {
    const { slot, print } = slotOf(choiceKey(context, choice))
    for (let at = slot; prints[at] !== 0; at = (at + 1) % SLOTS)
      if (prints[at] === print) return (values[at] ?? 0) / STEP
    return 0
  }
}
