import { CLASSES } from './features.ts'

/** Quantisation: a weight of 1 is stored as 16, so that ±7.9 fits in a signed byte. */
export const STEP = 16

/** Log odds of every class, in the order of CLASSES, for the features of a text or of one of its words. */
export function scoresOf(features: readonly number[], weights: Int8Array): readonly number[] {
  const sums = new Int32Array(CLASSES.length)
  for (const slot of features) {
    const start = slot * CLASSES.length
    for (let index = 0; index < CLASSES.length; index++)
      sums[index] = (sums[index] ?? 0) + (weights[start + index] ?? 0)
  }
  // Feature vectors have length 1, in training as here.
  return Array.from(sums, (sum) => sum / STEP / Math.sqrt(features.length))
}

/** Softmax of log odds; a `sharpness` above 1 makes the probabilities more extreme. */
export function probabilitiesOf(scores: readonly number[], sharpness = 1): readonly number[] {
  const highest = Math.max(...scores)
  return scaled(scores.map((score) => Math.exp(sharpness * (score - highest))))
}

/** Normalises values to a sum of 1. */
export function scaled(values: readonly number[]): readonly number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => value / total)
}
