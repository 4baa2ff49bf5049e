/** Longest n-gram of characters, and how many times more recall counts than precision (Popović 2015). */
const MOST_CHARACTERS = 6
const BETA_SQUARED = 2 ** 2

/**
 * chrF of a corpus in per cent (Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation"): the mean of the
 * F2 scores of n-grams of 1 to 6 characters without white space, each over the counts of the whole corpus.
 */
export function chrf(hypotheses: readonly string[], references: readonly string[]): number {
  let sum = 0
  for (let n = 1; n <= MOST_CHARACTERS; n++) sum += fScore(hypotheses, references, n)
  return (100 * sum) / MOST_CHARACTERS
}

function fScore(hypotheses: readonly string[], references: readonly string[], n: number): number {
  let [matched, proposed, expected] = [0, 0, 0]
  for (const [at, hypothesis] of hypotheses.entries()) {
    const own = nGramsOf(hypothesis, n)
    const other = nGramsOf(references[at] ?? '', n)
    for (const [gram, count] of own) {
      proposed += count
      matched += Math.min(count, other.get(gram) ?? 0)
    }
    for (const count of other.values()) expected += count
  }
  const precision = matched / Math.max(1, proposed)
  const recall = matched / Math.max(1, expected)
  if (precision + recall === 0) return 0
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall)
}

function nGramsOf(text: string, n: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const characters = text.normalize('NFC').replace(/\s+/g, '')
  for (let at = 0; at + n <= characters.length; at++) {
    const gram = characters.slice(at, at + n)
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}
