import type { Packed } from '#translation/statistical/packed.ts'
import { discountsOf, ORDER, type Order, ordersOf } from './ngram-orders.ts'
import { quantised } from './pack.ts'

/** How often an n-gram of so many words must occur to be kept. */
const LEAST = [0, 1, 1, 2, 2]

/**
 * A language model by modified Kneser-Ney smoothing, interpolated (Chen and Goodman 1999), of sentences as words. Rare n-grams are
 * left out after estimation, and back-off weights set so that probabilities add to one.
 */
export function languageModelOf(sentences: readonly (readonly string[])[]): Packed {
  return mixedLanguageModelOf([{ sentences, share: 1 }])
}

/** Sentences of one kind, and how much of each probability comes from them. */
export interface Part {
  readonly sentences: readonly (readonly string[])[]
  readonly share: number
}

/**
 * A language model that is the weighted mean of one for each part (linear interpolation), so that a small part of the kind that
 * is translated counts for more than a large one of another kind. Shares add to one.
 */
export function mixedLanguageModelOf(parts: readonly Part[]): Packed {
  const sentences = parts.flatMap((part) => part.sentences)
  const counts = new Map<string, number>()
  for (const sentence of sentences)
    for (const word of sentence) counts.set(word, (counts.get(word) ?? 0) + 1)
  const byCount = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const words = ['<s>', '</s>', ...byCount.map(([word]) => word)]
  const ids = new Map(words.map((word, id) => [word, id]))
  const orders = countedBy(ids, sentences)
  const p = orders.map((order) => new Float64Array(order.word.length))
  for (const part of parts) {
    const own = parts.length === 1 ? orders : countedBy(ids, part.sentences)
    const found = spread(orders, own, estimates(own, words.length))
    found.forEach((values, n) => {
      values.forEach((value, node) => {
        const row = p[n]
        if (row) row[node] = (row[node] ?? 0) + part.share * value
      })
    })
  }
  return laidOut(words, orders, p)
}

function countedBy(
  ids: ReadonlyMap<string, number>,
  sentences: readonly (readonly string[])[],
): Order[] {
  const text: number[] = []
  /** How many tokens are left in the sentence from each position on. */
  const left: number[] = []
  for (const sentence of sentences) {
    const line = [0, ...sentence.map((word) => ids.get(word) ?? 0), 1]
    line.forEach((id, i) => {
      text.push(id)
      left.push(line.length - i)
    })
  }
  return ordersOf(Int32Array.from(text), Int32Array.from(left))
}

interface Estimates {
  readonly p: readonly Float64Array[]
  /** What each n-gram leaves to shorter ones for words that do not follow it. */
  readonly left: readonly Float64Array[]
}

function estimates(orders: readonly Order[], words: number): Estimates {
  const p: Float64Array[] = [new Float64Array([1 / words])]
  const left = orders.map((order) => new Float64Array(order.word.length).fill(1))
  for (let n = 1; n <= ORDER; n++) p.push(estimated(orders, p, left, n))
  return { p, left }
}

/** What the estimates of one part say of the n-grams of all parts together, those that it has not by its shorter ones. */
function spread(
  all: readonly Order[],
  own: readonly Order[],
  { p, left }: Estimates,
): Float64Array[] {
  if (own === all) return [...p]
  let before = Int32Array.of(0)
  const found = [new Float64Array([p[0]?.[0] ?? 0])]
  for (let n = 1; n <= ORDER; n++) {
    const [order, shorter, rest] = [all[n], found[n - 1], left[n - 1]]
    const places = placesOf(all, own, before, n)
    const values = Float64Array.from(places, (same, node) => {
      if (same >= 0) return p[n]?.[same] ?? 0
      const context = before[order?.parent[node] ?? 0] ?? -1
      const lower = shorter?.[n === 1 ? 0 : (order?.suffix[node] ?? 0)] ?? 0
      return context < 0 ? lower : lower * (rest?.[context] ?? 1)
    })
    before = places
    found.push(values)
  }
  return found
}

/** For each n-gram of all parts the same one of a part, or -1; `before` has these of the order below. */
function placesOf(
  all: readonly Order[],
  own: readonly Order[],
  before: Int32Array,
  n: number,
): Int32Array<ArrayBuffer> {
  const [order, part, below] = [all[n], own[n], own[n - 1]]
  return Int32Array.from(order?.word ?? [], (word, node) => {
    const context = before[order?.parent[node] ?? 0] ?? -1
    return part && below && context >= 0 ? childOf(below, part, context, word) : -1
  })
}

/** The n-gram that continues one of the order below with a word, or -1. */
function childOf(below: Order, order: Order, node: number, word: number): number {
  let [low, high] = [below.first[node] ?? 0, (below.first[node + 1] ?? 0) - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const here = order.word[middle] ?? 0
    if (here === word) return middle
    if (here < word) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The probabilities of the n-grams of an order; `left` gets what those of the order below leave over. */
function estimated(
  orders: readonly Order[],
  p: readonly Float64Array[],
  left: readonly Float64Array[],
  n: number,
): Float64Array {
  const [order, below] = [orders[n], orders[n - 1]]
  if (!order || !below) return new Float64Array()
  const discounts = discountsOf(order.adjusted)
  const cut = (count: number): number => discounts[Math.min(3, count) - 1] ?? 0
  const values = new Float64Array(order.word.length)
  // <s> is never predicted.
  const isPredicted = (node: number): boolean => n > 1 || order.word[node] !== 0
  below.word.forEach((_, context) => {
    const nodes = childrenOf(below, context).filter(isPredicted)
    let [total, kept] = [0, 0]
    for (const node of nodes) {
      total += order.adjusted[node] ?? 0
      kept += cut(order.adjusted[node] ?? 0)
    }
    const row = left[n - 1]
    if (row && total > 0) row[context] = kept / total
    for (const node of nodes) {
      const count = order.adjusted[node] ?? 0
      const lower = p[n - 1]?.[n === 1 ? 0 : (order.suffix[node] ?? 0)] ?? 0
      values[node] = (count - cut(count) + kept * lower) / total
    }
  })
  return values.map((value) => value || 1e-7)
}

function childrenOf(order: Order, node: number): number[] {
  const [from = 0, to = 0] = [order.first[node], order.first[node + 1]]
  return Array.from({ length: to - from }, (_, i) => from + i)
}

function laidOut(
  words: readonly string[],
  orders: readonly Order[],
  p: readonly Float64Array[],
): Packed {
  const isKept = (n: number, node: number): boolean =>
    n === 0 || (orders[n]?.raw[node] ?? 0) >= (LEAST[n] ?? 1)
  const [word, logP, backOff, children]: [number[], number[], number[], number[]] = [[], [], [], []]
  orders.forEach((order, n) => {
    const above = orders[n + 1]
    order.word.forEach((id, node) => {
      if (!isKept(n, node)) return
      const kept = above ? childrenOf(order, node).filter((child) => isKept(n + 1, child)) : []
      const sum = (value: (child: number) => number): number =>
        kept.reduce((total, child) => total + value(child), 0)
      const seen = sum((child) => p[n + 1]?.[child] ?? 0)
      const lower = n === 0 ? 0 : sum((child) => p[n]?.[above?.suffix[child] ?? 0] ?? 0)
      word.push(Math.max(0, id))
      logP.push(quantised(Math.log(p[n]?.[node] ?? 1)))
      children.push(kept.length)
      const left = Math.max(1e-4, 1 - seen) / Math.max(1e-4, 1 - lower)
      backOff.push(kept.length === 0 ? 0 : quantised(Math.log(left)))
    })
  })
  return {
    words: { words },
    numbers: {
      ...{ word: Uint32Array.from(word), logP: Uint8Array.from(logP) },
      ...{ backOff: Uint8Array.from(backOff), children: Uint32Array.from(children) },
      unknown: Uint8Array.of(quantised(Math.log(1 / words.length) - 3)),
    },
  }
}
