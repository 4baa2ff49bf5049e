import { gramsOf } from '#translation/statistical/consensus.ts'

/** Lengths of n-grams: of characters without white space 1 to 6, of words 1 and 2. */
const CHARACTERS = 6
const WORDS = 2
/** How many times more recall counts than precision, squared. */
const BETA_SQUARED = 2 ** 2

/**
 * chrF of a corpus in per cent (Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation"): the mean of the
 * F2 scores of n-grams of 1 to 6 characters without white space, each over the counts of the whole corpus.
 */
export function chrf(hypotheses: readonly string[], references: readonly string[]): number {
  const total = statisticsOf('', '')
  hypotheses.forEach((text, at) => {
    addStatistics(total, statisticsOf(text, references[at] ?? ''))
  })
  return chrfOf(total)
}

/**
 * For each kind of n-gram, characters first and then words: how many match, are in the translation, are in the reference. Words are
 * what stands between spaces, with punctuation of their own.
 */
export function statisticsOf(text: string, reference: string): Float64Array {
  const statistics = new Float64Array(3 * (CHARACTERS + WORDS))
  const [own, others] = [kindsOf(text), kindsOf(reference)]
  own.forEach((counts, kind) => {
    let [match, size, whole] = [0, 0, 0]
    for (const [gram, count] of counts) {
      match += Math.min(count, others[kind]?.get(gram) ?? 0)
      size += count
    }
    for (const count of others[kind]?.values() ?? []) whole += count
    statistics.set([match, size, whole], kind * 3)
  })
  return statistics
}

export function addStatistics(into: Float64Array, more: Float64Array): void {
  for (let at = 0; at < into.length; at++) into[at] = (into[at] ?? 0) + (more[at] ?? 0)
}

/** chrF of added statistics, from 0 to 100. */
export function chrfOf(statistics: Float64Array): number {
  return meanOf(statistics, CHARACTERS)
}

/** chrF++ of added statistics (Popović 2017): words and pairs of words count, too, so that their order does; from 0 to 100. */
export function chrfPlusOf(statistics: Float64Array): number {
  return meanOf(statistics, CHARACTERS + WORDS)
}

/**
 * BLEU of added statistics (Papineni et al. 2002) with words and pairs of words, from 0 to 100. Unlike chrF, it counts precision alone,
 * with a penalty for texts that are shorter than the reference.
 */
export function bleuOf(statistics: Float64Array): number {
  const [match = 0, size = 0, whole = 0, pairs = 0, allPairs = 0] = statistics.subarray(
    3 * CHARACTERS,
  )
  const precision = Math.sqrt((match / Math.max(1, size)) * (pairs / Math.max(1, allPairs)))
  return 100 * precision * Math.exp(Math.min(0, 1 - whole / Math.max(1, size)))
}

/** The mean of the F2 scores of the first `kinds` kinds of n-grams. */
function meanOf(statistics: Float64Array, kinds: number): number {
  let sum = 0
  for (let kind = 0; kind < kinds; kind++) {
    const [match = 0, size = 0, whole = 0] = statistics.subarray(kind * 3, kind * 3 + 3)
    const [precision, recall] = [match / Math.max(1, size), match / Math.max(1, whole)]
    if (match > 0)
      sum += ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall)
  }
  return (100 * sum) / kinds
}

function kindsOf(text: string): Map<string, number>[] {
  const normal = text.normalize('NFC')
  const words = normal.match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]+/gu) ?? []
  const byWords = Array.from({ length: WORDS }, (_, longer) => {
    const counts = new Map<string, number>()
    for (let at = 0; at + longer < words.length; at++) {
      const gram = words.slice(at, at + longer + 1).join(' ')
      counts.set(gram, (counts.get(gram) ?? 0) + 1)
    }
    return counts
  })
  return [...gramsOf(normal), ...byWords]
}
