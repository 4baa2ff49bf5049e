/** Up to how many words an n-gram has. */
export const ORDER = 4

/** The n-grams of one order, sorted by their words: each has a parent in the order below, and a last word. */
export interface Order {
  readonly parent: number[]
  readonly word: number[]
  /** How often each occurs. */
  readonly raw: number[]
  /** The n-gram without its first word, in the order below. */
  readonly suffix: number[]
  /** Where the children of each begin in the order above; one more than n-grams. */
  readonly first: number[]
  /** Counts for estimates: of occurrences at the top and after <s>, else of different words before. */
  readonly adjusted: Float64Array
}
type Counted = Omit<Order, 'adjusted'>

/** All n-grams of a text of numbered words; `left` says how many tokens are left in the sentence from each position on. */
export function ordersOf(text: Int32Array, left: Int32Array): Order[] {
  const orders = Array.from(
    { length: ORDER + 1 },
    (): Counted => ({
      ...{ parent: [], word: [], raw: [], suffix: [], first: [] },
    }),
  )
  orders[0]?.word.push(-1)
  orders[0]?.raw.push(0)
  countAll(orders, text, left)
  orders.forEach((order, n) => {
    setFirst(order, orders[n + 1])
  })
  orders.forEach((_, n) => {
    if (n > 0) setSuffixes(orders, n)
  })
  return orders.map((order, n) => ({ ...order, adjusted: adjustedOf(order, orders[n + 1]) }))
}

/** Sorts the positions of the text by the words from there on; equal beginnings then stand together. */
function countAll(orders: readonly Counted[], text: Int32Array, left: Int32Array): void {
  const at = (position: number, i: number): number =>
    i < (left[position] ?? 0) ? (text[position + i] ?? 0) : -1
  const positions = Int32Array.from(text.keys()).sort((a, b) => {
    for (let i = 0; i < ORDER; i++) {
      const difference = at(a, i) - at(b, i)
      if (difference !== 0) return difference
    }
    return 0
  })
  let before = -1
  for (const position of positions) {
    let isNew = before < 0
    for (let n = 1; n <= Math.min(ORDER, left[position] ?? 0); n++) {
      isNew ||= at(before, n - 1) !== at(position, n - 1)
      const order = orders[n]
      if (order && isNew) {
        order.parent.push((orders[n - 1]?.word.length ?? 0) - 1)
        order.word.push(at(position, n - 1))
        order.raw.push(0)
      }
      if (order) order.raw[order.raw.length - 1] = (order.raw.at(-1) ?? 0) + 1
    }
    before = position
  }
}

function setFirst(order: Counted, above: Counted | undefined): void {
  let child = 0
  for (let node = 0; node < order.word.length; node++) {
    order.first.push(child)
    while (above && above.parent[child] === node) child++
  }
  order.first.push(child)
}

function setSuffixes(orders: readonly Counted[], n: number): void {
  const [order, below] = [orders[n], orders[n - 1]]
  order?.word.forEach((word, node) => {
    const context = below?.suffix[order.parent[node] ?? 0] ?? 0
    order.suffix.push(n === 1 ? 0 : find(orders, n - 2, context, word))
  })
}

/** The child of an n-gram of order n by its last word. */
function find(orders: readonly Counted[], n: number, node: number, word: number): number {
  const [order, above] = [orders[n], orders[n + 1]]
  let [low, high] = [order?.first[node] ?? 0, (order?.first[node + 1] ?? 0) - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const here = above?.word[middle] ?? 0
    if (here === word) return middle
    if (here < word) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function adjustedOf(order: Counted, above: Counted | undefined): Float64Array {
  const adjusted = new Float64Array(order.word.length)
  for (const suffix of above?.suffix ?? []) adjusted[suffix] = (adjusted[suffix] ?? 0) + 1
  // What begins a sentence has nothing before it, and the longest n-grams are counted as they are.
  return adjusted.map((count, node) => (count === 0 || !above ? (order.raw[node] ?? 0) : count))
}

/** What is taken off counts of one, two, and three or more (Chen and Goodman 1999). */
export function discountsOf(counts: Float64Array): readonly [number, number, number] {
  const of = [0, 0, 0, 0, 0]
  for (const count of counts) if (count >= 1 && count <= 4) of[count] = (of[count] ?? 0) + 1
  const [, one = 0, two = 0, three = 0, four = 0] = of
  const y = one / Math.max(1, one + 2 * two)
  const within = (value: number, most: number): number =>
    value > 0 && value < most ? value : most / 2
  return [
    within(1 - (2 * y * two) / Math.max(1, one), 1),
    within(2 - (3 * y * three) / Math.max(1, two), 2),
    within(3 - (4 * y * four) / Math.max(1, three), 3),
  ]
}
