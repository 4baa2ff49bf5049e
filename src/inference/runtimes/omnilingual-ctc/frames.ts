import { BLANK } from './tokens.ts'

/** Log-probabilities of the symbols that may be written, frame by frame. */
export interface Frames {
  readonly count: number
  readonly vocabulary: number
  /** Row by row; -Infinity where the mask forbids. */
  readonly values: Float32Array
}

/** Logits as the model gives them to log-probabilities (log-softmax) among the symbols that `mask` allows. */
export function framesOf(
  logits: Float32Array | Float64Array,
  vocabulary: number,
  mask: Uint8Array,
): Frames {
  const count = Math.floor(logits.length / vocabulary)
  const values = new Float32Array(count * vocabulary).fill(Number.NEGATIVE_INFINITY)
  const allowed = Array.from(mask.keys()).filter((id) => mask[id])
  for (let row = 0; row < values.length; row += vocabulary) {
    let most = Number.NEGATIVE_INFINITY
    for (const id of allowed) most = Math.max(most, logits[row + id]!)
    let sum = 0
    for (const id of allowed) sum += Math.exp(logits[row + id]! - most)
    const total = most + Math.log(sum)
    for (const id of allowed) values[row + id] = logits[row + id]! - total
  }
  return { count, vocabulary, values }
}

/** The most likely symbol of each frame, repetitions merged and blanks dropped (Graves et al. 2006, best path). */
export function bestPath({ count, vocabulary, values }: Frames): readonly number[] {
  const ids: number[] = []
  let before = BLANK
  for (let frame = 0; frame < count; frame++) {
    const row = frame * vocabulary
    let best = BLANK
    for (let id = 1; id < vocabulary; id++) if (values[row + id]! > values[row + best]!) best = id
    if (best !== BLANK && best !== before) ids.push(best)
    before = best
  }
  return ids
}
