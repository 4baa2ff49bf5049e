import type { Packed } from '#translation/statistical/packed.ts'
import { quantised } from './pack.ts'
import type { PhraseCounts } from './phrases.ts'

/** What a phrase pair must have to be kept. */
export interface Pruning {
  /** At most so many translations of a phrase, each at least as probable as this. */
  readonly most: number
  readonly least: number
  /** Phrases of more source words than this must have been seen more than once. */
  readonly rare: number
  /** Phrases with words that nothing on the other side explains must have been seen this often (in the sense of Johnson et al. 2007). */
  readonly proven: number
}
export const PRUNING: Pruning = { most: 12, least: 0.01, rare: 3, proven: 3 }

interface Row {
  readonly source: string
  readonly target: string
  readonly counts: PhraseCounts
}

/** The table of phrases with probabilities smoothed as Kneser-Ney does for words (Foster, Kuhn and Johnson 2006). */
export function phraseTableOf(
  phrases: ReadonlyMap<string, PhraseCounts>,
  pruning = PRUNING,
): Packed {
  const rows: Row[] = []
  for (const [key, counts] of phrases) {
    const [source = '', target = ''] = key.split('\t')
    rows.push({ source, target, counts })
  }
  const bySource = grouped(rows, ({ source }) => source)
  const byTarget = grouped(rows, ({ target }) => target)
  const forward = smoothed(
    rows,
    bySource,
    byTarget,
    ({ source }) => source,
    ({ target }) => target,
  )
  const backward = smoothed(
    rows,
    byTarget,
    bySource,
    ({ target }) => target,
    ({ source }) => source,
  )
  const kept = new Map<string, { row: Row; scores: number[] }[]>()
  rows.forEach((row, at) => {
    const length = row.source.split(' ').length
    if (length > pruning.rare && row.counts.count <= 1.01) return
    if (row.counts.unexplained > 0 && row.counts.count < pruning.proven) return
    const scores = [forward[at] ?? 0, backward[at] ?? 0, row.counts.forward, row.counts.backward]
    if (Math.exp(scores[0] ?? 0) < pruning.least) return
    const list = kept.get(row.source) ?? []
    list.push({ row, scores })
    kept.set(row.source, list)
  })
  return columns(kept, pruning.most)
}

function grouped(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, { total: number; kinds: number }> {
  const groups = new Map<string, { total: number; kinds: number }>()
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? { total: 0, kinds: 0 }
    group.total += row.counts.count
    group.kinds++
    groups.set(keyOf(row), group)
  }
  return groups
}

type Groups = ReadonlyMap<string, { readonly total: number; readonly kinds: number }>

/** log p(to | from): counts less a discount, and what that leaves by how many phrases `to` goes with. */
function smoothed(
  rows: readonly Row[],
  givens: Groups,
  results: Groups,
  givenOf: (row: Row) => string,
  resultOf: (row: Row) => string,
): Float32Array {
  const discount = 0.35
  return Float32Array.from(rows, (row) => {
    const given = givens.get(givenOf(row)) ?? { total: 1, kinds: 1 }
    const result = results.get(resultOf(row)) ?? { total: 1, kinds: 1 }
    const left = (discount * given.kinds) / Math.max(given.total, discount * given.kinds)
    const own =
      Math.max(0, row.counts.count - discount) / Math.max(given.total, discount * given.kinds)
    return Math.log(Math.max(1e-6, own + left * (result.kinds / rows.length)))
  })
}

function columns(
  kept: ReadonlyMap<string, { row: Row; scores: number[] }[]>,
  most: number,
): Packed {
  const counted = new Map<string, number>()
  const countedTargets = new Map<string, number>()
  const tally = (into: Map<string, number>, words: readonly string[]): void => {
    for (const word of words) into.set(word, (into.get(word) ?? 0) + 1)
  }
  const entries = [...kept].map(([source, list]) => ({
    source: source.split(' '),
    options: list.sort((a, b) => (b.scores[0] ?? 0) - (a.scores[0] ?? 0)).slice(0, most),
  }))
  for (const { source, options } of entries) {
    tally(counted, source)
    for (const { row } of options) tally(countedTargets, row.target.split(' '))
  }
  const byCount = (counts: Map<string, number>): string[] =>
    [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word)
  const [sourceWords, targetWords] = [byCount(counted), byCount(countedTargets)]
  const sourceIds = new Map(sourceWords.map((word, id) => [word, id]))
  const targetIds = new Map(targetWords.map((word, id) => [word, id]))
  const numbered = entries
    .map(({ source, options }) => ({
      ids: source.map((word) => sourceIds.get(word) ?? 0),
      options,
    }))
    .sort((a, b) => compared(a.ids, b.ids))
  const [sources, targets, scores]: [number[], number[], number[]] = [[], [], []]
  const [sourceLengths, options, targetLengths]: [number[], number[], number[]] = [[], [], []]
  for (const entry of numbered) {
    sourceLengths.push(entry.ids.length)
    options.push(entry.options.length)
    for (const id of entry.ids) sources.push(id)
    for (const { row, scores: own } of entry.options) {
      const words = row.target.split(' ')
      targetLengths.push(words.length)
      for (const word of words) targets.push(targetIds.get(word) ?? 0)
      for (const score of own) scores.push(quantised(score))
    }
  }
  return {
    words: { source: sourceWords, target: targetWords },
    numbers: {
      ...{ sources: Uint32Array.from(sources), targets: Uint32Array.from(targets) },
      ...{ sourceLengths: Uint8Array.from(sourceLengths), options: Uint8Array.from(options) },
      ...{ targetLengths: Uint8Array.from(targetLengths), scores: Uint8Array.from(scores) },
    },
  }
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
