/** The index of the highest score, and its probability and that of every score if scores are log odds. */
export function chances(
  scores: readonly number[],
): readonly [best: number, chance: number, all: readonly number[]] {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  const all = powers.map((power) => power / total)
  const best = scores.indexOf(highest)
  return [best, all[best] ?? 1, all]
}
