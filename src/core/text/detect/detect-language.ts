import type { LanguageCode } from '#shared/voices.ts'
import { CLASSES, featuresOf, SLOTS, wordsOf } from './features.ts'

/** A weight of 1 is written as 16, so that ±7.9 fits in a signed byte. */
export const STEP = 16

/** One of the six, or `other` where the text is in none of them. */
export type DetectedLanguage = LanguageCode | 'other'

export interface Detection {
  readonly language: DetectedLanguage
  /** Probability of the language, between 0 and 1; what is left is shared by the others. */
  readonly confidence: number
}

/** The language of a text; undefined where it has no word. */
export type LanguageDetector = (text: string) => Detection | undefined

/**
 * A detector over learned weights, one byte per slot and class. Linear classification of hashed words and runs of
 * characters (as in Joulin et al. 2017, arXiv 1607.01759, without its hidden layer); reads the first 2,000 characters.
 * Throws an Error where the weights are not of the size that it expects.
 */
export function createLanguageDetector(weights: Int8Array): LanguageDetector {
  if (weights.length !== SLOTS * CLASSES.length)
    throw new Error(`Weights for languages are ${weights.length} bytes long.`)
  return (text) => {
    const features = featuresOf(wordsOf(text))
    if (features.length === 0) return undefined
    return likeliest(scoresOf(features, weights))
  }
}

function scoresOf(features: readonly number[], weights: Int8Array): readonly number[] {
  const sums = new Int32Array(CLASSES.length)
  for (const slot of features) {
    const start = slot * CLASSES.length
    for (let index = 0; index < CLASSES.length; index++)
      sums[index] = (sums[index] ?? 0) + (weights[start + index] ?? 0)
  }
  // Features of a text together have length 1, in training as here.
  return Array.from(sums, (sum) => sum / STEP / Math.sqrt(features.length))
}

function likeliest(scores: readonly number[]): Detection {
  const highest = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
  const language = CLASSES[scores.indexOf(highest)] ?? 'other'
  return { language, confidence: 1 / total }
}
