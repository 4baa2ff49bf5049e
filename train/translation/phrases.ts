import { LONGEST_PHRASE } from '#translation/statistical/phrase-table.ts'
import { FIGURE } from '#translation/statistical/tokens.ts'
import type { Links } from './symmetrise.ts'

/** A phrase pair with its counts: words joined by a space. */
export interface PhraseCounts {
  /** How often, weighted by corpus. */
  count: number
  /** Lexical weights (Koehn, Och and Marcu 2003), of the best alignment seen: log p(target | source) and log p(source | target). */
  forward: number
  backward: number
  /** How many of its words nothing on the other side explains, at best. */
  unexplained: number
}

export interface SentencePair {
  /** Lower-case words. */
  readonly source: readonly string[]
  /** Words in their usual letter case. */
  readonly target: readonly string[]
  readonly links: Links
  readonly weight: number
}

const NONE = '∅'
/** A frequent word may stand for nothing where at least this share of it has no counterpart. */
const LEAST_FREE = 0.2

/** Probabilities of single words, from links: `forward` p(target | source), `backward` p(source | target). */
export interface WordProbabilities {
  forward(source: string, target: string): number
  backward(source: string, target: string): number
  /** Whether a word is a frequent one that often has no counterpart. */
  isFreeSource(word: string): boolean
  isFreeTarget(word: string): boolean
}

export function countWords(pairs: readonly SentencePair[]): WordProbabilities {
  const joint = new Map<string, number>()
  const [sources, targets] = [new Map<string, number>(), new Map<string, number>()]
  const add = (source: string, target: string, weight: number): void => {
    const key = `${source}\t${target}`
    joint.set(key, (joint.get(key) ?? 0) + weight)
    sources.set(source, (sources.get(source) ?? 0) + weight)
    targets.set(target, (targets.get(target) ?? 0) + weight)
  }
  for (const { source, target, links, weight } of pairs) {
    const [hasSource, hasTarget] = [new Set<number>(), new Set<number>()]
    for (const link of links) {
      hasSource.add(link >> 8)
      hasTarget.add(link & 255)
      add(source[link >> 8] ?? '', target[link & 255] ?? '', weight)
    }
    source.forEach((word, i) => {
      if (!hasSource.has(i)) add(word, NONE, weight)
    })
    target.forEach((word, j) => {
      if (!hasTarget.has(j)) add(NONE, word, weight)
    })
  }
  const ratio = (source: string, target: string, whole: number | undefined): number =>
    Math.max(1e-5, (joint.get(`${source}\t${target}`) ?? 0) / (whole ?? 1))
  const forward = (source: string, target: string): number =>
    ratio(source, target, sources.get(source))
  const backward = (source: string, target: string): number =>
    ratio(source, target, targets.get(target))
  const [frequentSources, frequentTargets] = [frequent(sources), frequent(targets)]
  return {
    forward,
    backward,
    isFreeSource: (word) => frequentSources.has(word) && forward(word, NONE) >= LEAST_FREE,
    isFreeTarget: (word) => frequentTargets.has(word) && backward(NONE, word) >= LEAST_FREE,
  }
}

/** The thirty most frequent words: particles and the like, but no nouns and verbs yet. */
function frequent(counts: ReadonlyMap<string, number>): Set<string> {
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, 30)
  return new Set(sorted.map(([word]) => word))
}

/** Adds the phrase pairs of a sentence pair that agree with its links (Och and Ney 2004) to `into`, by `source \t target`. */
export function addPhrases(
  pair: SentencePair,
  words: WordProbabilities,
  into: Map<string, PhraseCounts>,
): void {
  const { source, target, links } = pair
  const linked: Linked = {
    ...pair,
    ...explanationsOf(pair, words),
    bySource: source.map(() => []),
    byTarget: target.map(() => []),
  }
  for (const link of links) {
    linked.bySource[link >> 8]?.push(link & 255)
    linked.byTarget[link & 255]?.push(link >> 8)
  }
  for (let start = 0; start < source.length; start++)
    for (let end = start; end < Math.min(source.length, start + LONGEST_PHRASE); end++)
      for (const [first, last] of targetsOf(linked, start, end))
        addPhrase(linked, { start, end, first, last }, words, into)
}

interface Linked extends SentencePair, Explanations {
  readonly bySource: number[][]
  readonly byTarget: number[][]
}

/** Which words of a sentence pair can stand for each other, by row of source words; and which often stand for nothing. */
interface Explanations {
  readonly explains: readonly (readonly boolean[])[]
  readonly isFreeSource: readonly boolean[]
  readonly isFreeTarget: readonly boolean[]
}

/** A word explains another one where at least this share of either is translated by the other. */
const LEAST_EXPLAINED = 0.02

function explanationsOf({ source, target }: SentencePair, words: WordProbabilities): Explanations {
  return {
    explains: source.map((from) =>
      target.map(
        (to) =>
          from === to ||
          Math.max(words.forward(from, to), words.backward(from, to)) >= LEAST_EXPLAINED,
      ),
    ),
    isFreeSource: source.map((word) => words.isFreeSource(word)),
    isFreeTarget: target.map((word) => words.isFreeTarget(word)),
  }
}

/** How many words of a phrase pair nothing within the other side explains. */
function unexplainedIn(
  { explains, isFreeSource, isFreeTarget }: Explanations,
  { start, end, first, last }: Stretch,
): number {
  let count = 0
  for (let i = start; i <= end; i++)
    if (!isFreeSource[i] && !explains[i]?.slice(first, last + 1).includes(true)) count++
  for (let j = first; j <= last; j++)
    if (!isFreeTarget[j] && !explains.slice(start, end + 1).some((row) => row[j])) count++
  return count
}

/** The stretches of the target that agree with a stretch of the source: the words linked with it, and words beside them that have no link. */
function targetsOf(
  { target, bySource, byTarget }: Linked,
  start: number,
  end: number,
): [number, number][] {
  const linked = bySource.slice(start, end + 1).flat()
  const [low, high] = [Math.min(...linked), Math.max(...linked)]
  if (linked.length === 0 || high - low > LONGEST_PHRASE) return []
  const back = byTarget.slice(low, high + 1).flat()
  if (back.some((i) => i < start || i > end)) return []
  const isFree = (j: number): boolean => j >= 0 && j < target.length && byTarget[j]?.length === 0
  const firsts = [low]
  for (let j = low - 1; isFree(j); j--) firsts.push(j)
  const lasts = [high]
  for (let j = high + 1; isFree(j); j++) lasts.push(j)
  return firsts.flatMap((first) =>
    lasts
      .filter((last) => last - first <= LONGEST_PHRASE)
      .map((last): [number, number] => [first, last]),
  )
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly first: number
  readonly last: number
}

function addPhrase(
  linked: Linked,
  stretch: Stretch,
  words: WordProbabilities,
  into: Map<string, PhraseCounts>,
): void {
  const { source, target, bySource, byTarget, weight } = linked
  const { start, end, first, last } = stretch
  const left = source.slice(start, end + 1)
  const right = target.slice(first, last + 1)
  const figures = (all: readonly string[]): number => all.filter((word) => word === FIGURE).length
  if (figures(left) !== figures(right)) return
  const forward = lexicalWeight(right, byTarget.slice(first, last + 1), source, words.forward)
  const backward = lexicalWeight(left, bySource.slice(start, end + 1), target, (given, word) =>
    words.backward(word, given),
  )
  const unexplained = unexplainedIn(linked, stretch)
  const key = `${left.join(' ')}\t${right.join(' ')}`
  const known = into.get(key)
  if (!known) {
    into.set(key, { count: weight, forward, backward, unexplained })
    return
  }
  known.count += weight
  known.unexplained = Math.min(known.unexplained, unexplained)
  if (forward + backward > known.forward + known.backward) {
    known.forward = forward
    known.backward = backward
  }
}

/** log of the product over `words` of their mean probability given the words they are linked with. */
function lexicalWeight(
  words: readonly string[],
  links: readonly (readonly number[])[],
  others: readonly string[],
  probability: (given: string, word: string) => number,
): number {
  return words.reduce((sum, word, at) => {
    const linked = links[at] ?? []
    const total = linked.reduce((part, other) => part + probability(others[other] ?? '', word), 0)
    return sum + Math.log(linked.length === 0 ? probability(NONE, word) : total / linked.length)
  }, 0)
}
