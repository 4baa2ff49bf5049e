/** Ways to a cell: both sequences go on, the first alone, the second alone. */
const BOTH = 0
const FIRST = 1
const SECOND = 2

/** A path through two sequences: indices of the frames that belong together. */
export type WarpingPath = readonly (readonly [first: number, second: number])[]

/**
 * The path of least summed Euclidean distance through two sequences of frames, by dynamic time warping with steps (1,1), (1,0)
 * and (0,1) of equal weight (Sakoe & Chiba 1978, their symmetric form without slope constraint). Of equal ones, the diagonal.
 */
export function warpingPath(
  first: readonly (readonly number[])[],
  second: readonly (readonly number[])[],
): WarpingPath {
  const came = stepsOf(first, second)
  const path: [number, number][] = []
  let [i, j] = [first.length - 1, second.length - 1]
  while (i >= 0 && j >= 0) {
    path.push([i, j])
    const step = came[i * second.length + j]
    if (step !== SECOND) i--
    if (step !== FIRST) j--
  }
  return path.reverse()
}

/** By which step the cheapest path comes to each cell, in rows as long as the second sequence. */
function stepsOf(
  first: readonly (readonly number[])[],
  second: readonly (readonly number[])[],
): Uint8Array {
  const width = second.length
  const rows = first.map((frame) => Float32Array.from(frame))
  const columns = second.map((frame) => Float32Array.from(frame))
  const came = new Uint8Array(first.length * width)
  let previous = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
  let current = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
  previous[0] = 0
  for (const [i, frame] of rows.entries()) {
    for (const [j, other] of columns.entries()) {
      const ways = [previous[j]!, previous[j + 1]!, current[j]!] as const
      const best = cheapest(ways)
      came[i * width + j] = best
      current[j + 1] = distance(frame, other) + ways[best]
    }
    ;[previous, current] = [current, previous]
    current[0] = Number.POSITIVE_INFINITY
  }
  return came
}

function cheapest([both, first, second]: readonly [number, number, number]) {
  if (both <= first && both <= second) return BOTH
  return first <= second ? FIRST : SECOND
}

function distance(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let d = 0; d < a.length; d++) {
    const difference = a[d]! - b[d]!
    sum += difference * difference
  }
  return Math.sqrt(sum)
}
