/** Up to how many characters the n-grams of chrF have (Popović 2015), and how much more recall counts than precision. */
const LONGEST = 6
const BETA_SQUARED = 4

/** How often each n-gram of characters occurs, by length less one; spaces do not count. */
export function gramsOf(text: string): Map<string, number>[] {
  const characters = text.replace(/\s+/gu, '')
  return Array.from({ length: LONGEST }, (_, longer) => {
    const counts = new Map<string, number>()
    for (let at = 0; at + longer < characters.length; at++) {
      const gram = characters.slice(at, at + longer + 1)
      counts.set(gram, (counts.get(gram) ?? 0) + 1)
    }
    return counts
  })
}

/**
 * The index of the translation that has the best chrF against what all of them expect together: minimum Bayes risk decoding, with
 * expected counts of n-grams (DeNero, Chiang and Knight 2009). `scores` are natural logarithms up to a constant, made flatter or
 * steeper by `scale`.
 */
export function consensusOf(
  texts: readonly string[],
  scores: readonly number[],
  scale: number,
): number {
  const top = Math.max(...scores)
  const odds = scores.map((score) => Math.exp((score - top) * scale))
  const total = odds.reduce((sum, value) => sum + value, 0)
  const grams = texts.map(gramsOf)
  const expected = Array.from({ length: LONGEST }, () => new Map<string, number>())
  const sizes = new Array<number>(LONGEST).fill(0)
  grams.forEach((one, i) => {
    const share = (odds[i] ?? 0) / total
    one.forEach((counts, order) => {
      const into = expected[order]
      for (const [gram, count] of counts) {
        into?.set(gram, (into.get(gram) ?? 0) + share * count)
        sizes[order] = (sizes[order] ?? 0) + share * count
      }
    })
  })
  let [best, bestScore] = [0, -1]
  grams.forEach((one, i) => {
    let sum = 0
    one.forEach((counts, order) => {
      let [match, size] = [0, 0]
      for (const [gram, count] of counts) {
        match += Math.min(count, expected[order]?.get(gram) ?? 0)
        size += count
      }
      const [precision, recall] = [
        match / Math.max(1e-9, size),
        match / Math.max(1e-9, sizes[order] ?? 0),
      ]
      if (match > 0)
        sum += ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall)
    })
    if (sum > bestScore + 1e-12) [best, bestScore] = [i, sum]
  })
  return best
}
