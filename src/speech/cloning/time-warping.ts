import { setImmediate as nextTurn } from 'node:timers/promises'

/** Alignment of two recordings. */
export interface Alignment {
  /** For each frame of the first, the frame of the second. */
  readonly frames: Int32Array
  /** Distance along the path, divided by the frames of both. */
  readonly cost: number
}

/** Cost of a step in one recording alone: a constant, plus this ratio of its distance. */
const STEP_COST = 0.5
const STEP_COST_RATIO = 0.7
/** Rows after which other work gets a turn: about 10 ms. */
const SLICE_ROWS = 200
const DIAGONAL = 0
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
  let previousRow = new Float64Array(columns).fill(Number.POSITIVE_INFINITY)
  let currentRow = new Float64Array(columns)
  for (const [i, frame] of from.entries()) {
    if (i % SLICE_ROWS === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    extendPaths(frame, to, previousRow, currentRow, moves.subarray(i * columns), i === 0)
    const used = previousRow
    previousRow = currentRow
    currentRow = used
  }
  const cost = previousRow[columns - 1]! / (from.length + columns)
  return { frames: traceBack(moves, from.length, columns), cost }
}

/** Extends the cheapest paths from one frame to the next. */
function extendPaths(
  frame: Float64Array,
  to: readonly Float64Array[],
  previousRow: Float64Array,
  currentRow: Float64Array,
  moves: Uint8Array,
  isFirst: boolean,
): void {
  let diagonalCost = isFirst ? 0 : Number.POSITIVE_INFINITY
  let leftCost = Number.POSITIVE_INFINITY
  for (let j = 0; j < to.length; j++) {
    const local = distance(frame, to[j]!)
    const insertion = STEP_COST + STEP_COST_RATIO * local
    const aboveCost = previousRow[j]!
    const single = Math.min(aboveCost, leftCost) + insertion
    const diagonal = diagonalCost + local
    leftCost = Math.min(diagonal, single)
    moves[j] =
      diagonal <= single ? DIAGONAL : single === aboveCost + insertion ? FIRST_ONLY : SECOND_ONLY
    currentRow[j] = leftCost
    diagonalCost = aboveCost
  }
}

function traceBack(moves: Uint8Array, rows: number, columns: number): Int32Array {
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
