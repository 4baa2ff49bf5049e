import { CLASSES } from './features.ts'

/** A weight of 1 is written as 16, so that ±7.9 fits in a signed byte. */
export const STEP = 16

/** Log odds of every class, in the order of CLASSES, for the features of a text or of one of its words. */
export function scoresOf(features: readonly number[], weights: Int8Array): readonly number[] {
  const sums = new Int32Array(CLASSES.length)
  for (const slot of features) {
    const start = slot * CLASSES.length
    for (let index = 0; index < CLASSES.length; index++)
      sums[index] = (sums[index] ?? 0) + (weights[start + index] ?? 0)
  }
  // Features of a text together have length 1, in training as here.
  return Array.from(sums, (sum) => sum / STEP / Math.sqrt(features.length))
}

/** Scores that are log odds as probabilities; `sharpness` above 1 believes them more. */
export function probabilitiesOf(scores: readonly number[], sharpness = 1): readonly number[] {
  const highest = Math.max(...scores)
  return scaled(scores.map((score) => Math.exp(sharpness * (score - highest))))
}

/** The same numbers in proportion, with sum 1. */
export function scaled(values: readonly number[]): readonly number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => value / total)
}
