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
  const counts = new Map<string, number>()
  for (const sentence of sentences)
    for (const word of sentence) counts.set(word, (counts.get(word) ?? 0) + 1)
  const byCount = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const words = ['<s>', '</s>', ...byCount.map(([word]) => word)]
  const ids = new Map(words.map((word, id) => [word, id]))
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
  const orders = ordersOf(Int32Array.from(text), Int32Array.from(left))
  const p: Float64Array[] = [new Float64Array([1 / words.length])]
  for (let n = 1; n <= ORDER; n++) p.push(estimated(orders, p, n))
  return laidOut(words, orders, p)
}

/** The probabilities of the n-grams of an order. */
function estimated(orders: readonly Order[], p: readonly Float64Array[], n: number): Float64Array {
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
