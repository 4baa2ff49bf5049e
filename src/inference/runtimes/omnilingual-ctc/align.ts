import type { Frames } from './frames.ts'
import { BLANK } from './tokens.ts'

/** The frames of one symbol, `last` included, and the mean of its log-probabilities there. */
export interface SymbolSpan {
  readonly first: number
  readonly last: number
  readonly logProbability: number
}

/**
 * When each of the symbols is said, by the most likely path through them with blanks in between (Viterbi over the
 * topology of CTC, as in CTC segmentation: Kürzinger et al. 2020). Undefined where the sound has too few frames for them.
 */
export function alignSymbols(
  frames: Frames,
  ids: readonly number[],
): readonly SymbolSpan[] | undefined {
  // A blank before, between and behind the symbols.
  const labels = [BLANK, ...ids.flatMap((id) => [id, BLANK])]
  const { steps, scores } = forward(frames, labels)
  const last = labels.length - 1
  let state = last > 0 && scores[last - 1]! > scores[last]! ? last - 1 : last
  if (frames.count === 0 || scores[state] === Number.NEGATIVE_INFINITY) return undefined
  const spans = ids.map(() => ({ first: 0, last: -1, sum: 0 }))
  for (let frame = frames.count - 1; frame >= 0; frame--) {
    const span = state % 2 === 1 ? spans[(state - 1) / 2] : undefined
    if (span) {
      if (span.last < 0) span.last = frame
      span.first = frame
      span.sum += frames.values[frame * frames.vocabulary + labels[state]!]!
    }
    state -= steps[frame * labels.length + state]!
  }
  return spans.map((span) => ({
    first: span.first,
    last: span.last,
    logProbability: span.sum / Math.max(1, span.last - span.first + 1),
  }))
}

/**
 * How well the symbols explain the whole sound: the log-probability of the most likely path through them. -Infinity where it has too few
 * frames for them.
 */
export function scoreSymbols(frames: Frames, ids: readonly number[]): number {
  const labels = [BLANK, ...ids.flatMap((id) => [id, BLANK])]
  const { scores } = forward(frames, labels)
  return Math.max(scores.at(-1)!, scores.at(-2) ?? Number.NEGATIVE_INFINITY)
}

/** Scores of the states at the end, and by how many states the best path came forward in each frame. */
function forward({ count, vocabulary, values }: Frames, labels: readonly number[]) {
  const states = labels.length
  const steps = new Uint8Array(count * states)
  // A path begins with the first blank or the first symbol.
  let scores = Float64Array.from(labels, (_, state) => (state < 2 ? 0 : Number.NEGATIVE_INFINITY))
  for (let frame = 0; frame < count; frame++) {
    const next = new Float64Array(states)
    for (let state = 0; state < states; state++) {
      const step = frame === 0 ? 0 : stepInto(state, scores, labels)
      steps[frame * states + state] = step
      next[state] = scores[state - step]! + values[frame * vocabulary + labels[state]!]!
    }
    scores = next
  }
  return { steps, scores }
}

/** A symbol may follow another one without a blank, unless it is the same. */
function stepInto(state: number, scores: Float64Array, labels: readonly number[]): number {
  let step = 0
  if (state > 0 && scores[state - 1]! > scores[state]!) step = 1
  const mayLeap = state % 2 === 1 && state > 2 && labels[state] !== labels[state - 2]
  return mayLeap && scores[state - 2]! > scores[state - step]! ? 2 : step
}
