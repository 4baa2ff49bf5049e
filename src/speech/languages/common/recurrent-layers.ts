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
  const all = new Float32Array(Math.floor(bytes.byteLength / 2))
  // Float32Array.from takes several times as long, in every process that speaks.
  for (let at = 0; at < all.length; at++) all[at] = view.getInt16(2 * at, true) / STEP
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
    const gates = times(state, last, times(input, vector, bias))
    const next = new Float32Array(hidden)
    for (let unit = 0; unit < hidden; unit++) {
      const enters = sigmoid(gates[unit] ?? 0)
      const keeps = sigmoid(gates[hidden + unit] ?? 0)
      const candidate = tanh(gates[2 * hidden + unit] ?? 0)
      const held = keeps * (cell[unit] ?? 0) + enters * candidate
      cell[unit] = held
      next[unit] = sigmoid(gates[3 * hidden + unit] ?? 0) * tanh(held)
    }
    last = next
    return next
  })
}

/**
 * A matrix times a vector, and `added` to the product. Four rows at a time (their number is a multiple of four), so that each number of the
 * vector is read once for all of them and no sum waits for its own last addition.
 */
function times(matrix: Float32Array, vector: Float32Array, added: Float32Array): Float32Array {
  const { length } = vector
  const product = new Float32Array(added.length)
  for (let row = 0; row < added.length; row += 4) {
    let [first, second, third, fourth] = [0, 0, 0, 0]
    let place = row * length
    for (let at = 0; at < length; at++) {
      const value = vector[at] ?? 0
      first += (matrix[place] ?? 0) * value
      second += (matrix[place + length] ?? 0) * value
      third += (matrix[place + 2 * length] ?? 0) * value
      fourth += (matrix[place + 3 * length] ?? 0) * value
      place++
    }
    product[row] = first + (added[row] ?? 0)
    product[row + 1] = second + (added[row + 1] ?? 0)
    product[row + 2] = third + (added[row + 2] ?? 0)
    product[row + 3] = fourth + (added[row + 3] ?? 0)
  }
  return product
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

/** The logistic function: the probability that log odds stand for. */
export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** As Math.tanh, which takes several times as long. */
function tanh(value: number): number {
  return 2 * sigmoid(2 * value) - 1
}
