/** Quantisation: a weight of 1 is stored as 4096, so that ±8 fits in 16 bits. */
const STEP = 4096
const GATES = 4

/** Hands out the weights in a file one matrix after the other, as they were before they were rounded. */
export interface WeightReader {
  next(count: number): Float32Array
  /** Throws an Error that names the model where weights are left over or were missing. */
  end(): void
}

/** A reader of 16-bit weights, a weight of 1 as 4096, least byte first. `model`: how messages call it. */
export function weightReader(bytes: Int8Array, model: string): WeightReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const all = Float32Array.from(
    { length: Math.floor(bytes.byteLength / 2) },
    (_, at) => view.getInt16(2 * at, true) / STEP,
  )
  let place = 0
  return {
    next(count) {
      place += count
      return all.subarray(place - count, place)
    },
    end() {
      if (place === all.length) return
      throw new Error(`${model} has ${all.length} weights, not ${place}: install Griot again.`)
    },
  }
}

/** One direction of a layer: weights of its gates for what comes in and for the last state, and their bias. */
interface Direction {
  readonly input: Float32Array
  readonly state: Float32Array
  readonly bias: Float32Array
  readonly hidden: number
}

/** A layer of long short-term memory in both directions. */
export type Layer = readonly [forward: Direction, back: Direction]

/** Reads a layer of `hidden` units a direction over inputs of `size` numbers, its gates in the order of PyTorch. */
export function readLayer({ next }: WeightReader, size: number, hidden: number): Layer {
  const direction = (): Direction => ({
    input: next(GATES * hidden * size),
    state: next(GATES * hidden * hidden),
    bias: next(GATES * hidden),
    hidden,
  })
  return [direction(), direction()]
}

/**
 * The states of a layer after each input: those of the way forward and of the way back, side by side (Graves & Schmidhuber
 * 2005). Linear in the number of inputs.
 */
export function bothWays(
  inputs: readonly Float32Array[],
  [forward, back]: Layer,
): readonly Float32Array[] {
  const there = run(inputs, forward)
  const andBack = run(inputs.toReversed(), back).toReversed()
  return there.map((state, at) => Float32Array.of(...state, ...(andBack[at] ?? [])))
}

function run(
  inputs: readonly Float32Array[],
  { input, state, bias, hidden }: Direction,
): readonly Float32Array[] {
  const cell = new Float32Array(hidden)
  let last = new Float32Array(hidden)
  return inputs.map((vector) => {
    const gate = (row: number): number =>
      (bias[row] ?? 0) + rowTimes(input, row, vector) + rowTimes(state, row, last)
    const next = new Float32Array(hidden)
    for (let unit = 0; unit < hidden; unit++) {
      const enters = sigmoid(gate(unit))
      const keeps = sigmoid(gate(hidden + unit))
      const candidate = Math.tanh(gate(2 * hidden + unit))
      cell[unit] = keeps * (cell[unit] ?? 0) + enters * candidate
      next[unit] = sigmoid(gate(3 * hidden + unit)) * Math.tanh(cell[unit] ?? 0)
    }
    last = next
    return next
  })
}

/** A row of a matrix times a vector. Two sums side by side, since each waits for its own last addition. */
export function rowTimes(matrix: Float32Array, row: number, vector: Float32Array): number {
  const { length } = vector
  let place = row * length
  let even = 0
  let odd = 0
  for (let at = 0; at + 1 < length; at += 2) {
    even += (matrix[place] ?? 0) * (vector[at] ?? 0)
    odd += (matrix[place + 1] ?? 0) * (vector[at + 1] ?? 0)
    place += 2
  }
  if (length % 2 === 1) even += (matrix[place] ?? 0) * (vector[length - 1] ?? 0)
  return even + odd
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
