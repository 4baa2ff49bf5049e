import { CLASSES, type DetectedLanguage, featuresOf, SLOTS, wordsOf } from './features.ts'
import { probabilitiesOf, scoresOf } from './scores.ts'

export interface Detection {
  readonly language: DetectedLanguage
  /** Probability of the language, between 0 and 1; the rest is shared by the others. */
  readonly confidence: number
}

/** The likeliest language, and the others in the order of their probability. */
export interface RankedDetection extends Detection {
  readonly others: readonly Detection[]
}

/** Detects the language of a text; undefined where it has no word. */
export type LanguageDetector = (text: string) => RankedDetection | undefined

/**
 * Creates a detector over learned weights, one byte per slot and class: a linear classifier of hashed words and
 * character n-grams (as in Joulin et al. 2017, arXiv 1607.01759, without its hidden layer). It reads the first 2,000
 * characters. Throws an Error where the weights do not have the expected size.
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

/** The class with the highest probability, from the log odds of all. */
export function likeliest(scores: readonly number[]): RankedDetection {
  const chances = probabilitiesOf(scores)
  const [first = NOTHING, ...others] = CLASSES.map((language, at) => {
    return { language, confidence: chances[at] ?? 0 }
  }).sort((one, other) => other.confidence - one.confidence)
  return { ...first, others }
}

const NOTHING: Detection = { language: 'other', confidence: 0 }
