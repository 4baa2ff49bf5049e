import { gramsOf } from '#translation/statistical/consensus.ts'

/** For each length of n-gram from 1 to 6: how many match, are in the translation, are in the reference. */
export function statisticsOf(text: string, reference: string): Float64Array {
  const statistics = new Float64Array(18)
  const [own, others] = [gramsOf(text.normalize('NFC')), gramsOf(reference.normalize('NFC'))]
  own.forEach((counts, order) => {
    let [match, size, whole] = [0, 0, 0]
    for (const [gram, count] of counts) {
      match += Math.min(count, others[order]?.get(gram) ?? 0)
      size += count
    }
    for (const count of others[order]?.values() ?? []) whole += count
    statistics.set([match, size, whole], order * 3)
  })
  return statistics
}

export function addStatistics(into: Float64Array, more: Float64Array): void {
  for (let at = 0; at < into.length; at++) into[at] = (into[at] ?? 0) + (more[at] ?? 0)
}

/** chrF of a corpus (Popović 2015): n-grams of 1 to 6 characters, beta 2, from 0 to 100. */
export function chrfOf(statistics: Float64Array): number {
  let sum = 0
  for (let at = 0; at < 18; at += 3) {
    const [match = 0, size = 0, whole = 0] = statistics.subarray(at, at + 3)
    const [precision, recall] = [match / Math.max(1, size), match / Math.max(1, whole)]
    if (match > 0) sum += (5 * precision * recall) / (4 * precision + recall)
  }
  return (100 * sum) / 6
}
