import { setImmediate as nextTurn } from 'node:timers/promises'

/** Which frame of one recording is said where in another one. */
export interface Alignment {
  /** For each frame of the first, the frame of the second. */
  readonly frames: Int32Array
  /** Distance along the path, for each frame of both. */
  readonly cost: number
}

/** What a step costs in which only one of the two goes on, beside this part of its distance. */
const STILL = 0.5
const STILL_PART = 0.7
/** Rows after which others get a turn: about 10 ms of work. */
const SLICE_ROWS = 200
const BOTH = 0
const FIRST_ONLY = 1
const SECOND_ONLY = 2

/**
 * Dynamic time warping from end to end (Sakoe & Chiba 1978, "Dynamic programming algorithm optimization for spoken word
 * recognition"), in `from.length * to.length` bytes. Neither may be empty; all frames have as many values.
 */
export async function alignFrames(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  signal: AbortSignal,
): Promise<Alignment> {
  const columns = to.length
  const moves = new Uint8Array(from.length * columns)
  let before = new Float64Array(columns).fill(Number.POSITIVE_INFINITY)
  let here = new Float64Array(columns)
  for (const [i, frame] of from.entries()) {
    if (i % SLICE_ROWS === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    goOn(frame, to, before, here, moves.subarray(i * columns), i === 0)
    const used = before
    before = here
    here = used
  }
  const cost = before[columns - 1]! / (from.length + columns)
  return { frames: walkBack(moves, from.length, columns), cost }
}

/** From the costs of all paths up to the frame before to those up to this one. */
function goOn(
  frame: Float64Array,
  to: readonly Float64Array[],
  before: Float64Array,
  here: Float64Array,
  moves: Uint8Array,
  isFirst: boolean,
): void {
  let corner = isFirst ? 0 : Number.POSITIVE_INFINITY
  let left = Number.POSITIVE_INFINITY
  for (let j = 0; j < to.length; j++) {
    const own = distance(frame, to[j]!)
    const still = STILL + STILL_PART * own
    const above = before[j]!
    const alone = Math.min(above, left) + still
    const together = corner + own
    left = Math.min(together, alone)
    moves[j] = together <= alone ? BOTH : alone === above + still ? FIRST_ONLY : SECOND_ONLY
    here[j] = left
    corner = above
  }
}

function walkBack(moves: Uint8Array, rows: number, columns: number): Int32Array {
  const frames = new Int32Array(rows)
  let i = rows - 1
  let j = columns - 1
  while (i >= 0 && j >= 0) {
    frames[i] = j
    const move = moves[i * columns + j]
    if (move !== SECOND_ONLY) i--
    if (move !== FIRST_ONLY) j--
  }
  return frames
}

function distance(one: Float64Array, two: Float64Array): number {
  let squares = 0
  for (let k = 0; k < one.length; k++) squares += (one[k]! - two[k]!) ** 2
  return Math.sqrt(squares)
}
