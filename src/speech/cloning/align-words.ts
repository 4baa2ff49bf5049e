import type { SegmentScores } from './segment-recogniser.ts'

/** A word of a transcript: how it is written, and its segments in order. */
export interface WordSegments {
  readonly text: string
  readonly segments: readonly string[]
}

/** Where the words of a transcript lie in a recording, and how well each frame agrees. */
export interface WordAlignment {
  /** Place of the word of each frame in the transcript; -1 in a pause. */
  readonly words: Int32Array
  /** Name of the segment of each frame; empty in a pause. */
  readonly names: readonly string[]
  /** How much less likely the segment of each frame is than the likeliest one there: log ratio, 0 or more. */
  readonly deficits: Float64Array
}

/** Logarithm of the probability of going on to the next segment, and of leaving a pause between words out. */
const STEP = -0.5
const NEVER = -1e9

/**
 * The likeliest way in which the words, all of them and in order, with pauses between them or without, fill a recording
 * (Viterbi 1967). Undefined where there are more segments than frames, or none. `names` that the scores do not have are left out.
 */
export function alignWords(
  scores: SegmentScores,
  transcript: readonly WordSegments[],
): WordAlignment | undefined {
  const { segments, words, follows } = statesOf(scores.names, transcript)
  const count = segments.length
  if (count < 2 || count > scores.frames) return
  const path = likeliestPath(scores, segments, follows)
  return {
    words: path.map((at) => words[at]!),
    names: Array.from(path, (at) => scores.names[segments[at]!]!),
    deficits: Float64Array.from(path, (at, frame) => deficit(scores, frame, segments[at]!)),
  }
}

/** The state of each frame on the likeliest path from the first state to one of the last two. */
function likeliestPath(
  { names, frames, values }: SegmentScores,
  segments: readonly number[],
  follows: readonly boolean[],
): Int32Array {
  const count = segments.length
  const width = names.length
  const moves = new Uint8Array(frames * count)
  let best = new Float64Array(count).fill(NEVER)
  let before = new Float64Array(count)
  best[0] = values[0]!
  best[1] = values[segments[1]!]!
  for (let frame = 1; frame < frames; frame++) {
    ;[best, before] = [before, best]
    for (let state = 0; state < count; state++) {
      const next = (before[state - 1] ?? NEVER) + STEP
      const skip = follows[state] ? (before[state - 2] ?? NEVER) + STEP : NEVER
      const score = Math.max(before[state]!, next, skip)
      // How many states back the path comes from.
      moves[frame * count + state] = [before[state], next, skip].indexOf(score)
      best[state] = score + values[frame * width + segments[state]!]!
    }
  }
  return walkBack(moves, frames, best[count - 1]! > best[count - 2]! ? count - 1 : count - 2, count)
}

function walkBack(moves: Uint8Array, frames: number, last: number, count: number): Int32Array {
  const path = new Int32Array(frames)
  let state = last
  for (let frame = frames - 1; frame >= 0; frame--) {
    path[frame] = state
    state -= moves[frame * count + state]!
  }
  return path
}

interface States {
  /** Place of each state's segment among the names; 0 is the pause. */
  readonly segments: readonly number[]
  readonly words: readonly number[]
  /** Whether a state may follow the one before the last: the first of a word, when there is no pause. */
  readonly follows: readonly boolean[]
}

function statesOf(names: readonly string[], transcript: readonly WordSegments[]): States {
  const placeOf = new Map(names.map((name, at) => [name, at]))
  const segments = [0]
  const words = [-1]
  const follows = [false]
  for (const [word, own] of transcript.entries()) {
    const known = own.segments.flatMap((name) => placeOf.get(name) ?? [])
    if (known.length === 0) continue
    for (const [at, segment] of known.entries()) {
      segments.push(segment)
      words.push(word)
      follows.push(at === 0 && segments.length > 2)
    }
    segments.push(0)
    words.push(-1)
    follows.push(false)
  }
  return { segments, words, follows }
}

function deficit({ values, names }: SegmentScores, frame: number, segment: number): number {
  const width = names.length
  let likeliest = NEVER
  for (let at = frame * width; at < (frame + 1) * width; at++)
    if (values[at]! > likeliest) likeliest = values[at]!
  return likeliest - values[frame * width + segment]!
}
