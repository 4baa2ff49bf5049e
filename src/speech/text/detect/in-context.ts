import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Detection, RankedDetection } from './detect-language.ts'
import type { DetectedLanguage } from './features.ts'

/** What is known of a line of a script besides its text. */
export interface LineContext {
  /** The language of the voice. */
  readonly voice: LanguageCode | undefined
  /** The languages of the lines around it, as far as they are sure, the nearest first. */
  readonly neighbours: readonly LanguageCode[]
  /** The languages that the script is said to be written in. */
  readonly script: readonly LanguageCode[]
}

/**
 * Parts of the prior probability; what a line lacks is left out. Chosen on the first one to three words of 17,000 development
 * sentences, with the voice and the lines around them in the same and in another language.
 */
const EVENLY = 0.3
const BY_VOICE = 0.3
const BY_NEIGHBOURS = 0.4
const BY_SCRIPT = 0.3
/** Each neighbour counts this much of the one before it. */
const NEXT_NEIGHBOUR = 0.7
const MOST_NEIGHBOURS = 6

/**
 * The language of a text where it stands: the probabilities of the model, times the prior probabilities that the context gives (Bayes).
 * @example Of "Kedu?" alone the model may leave doubt; between lines in Igbo it is Igbo.
 */
export function inContext(found: RankedDetection, context: LineContext): RankedDetection {
  const all: readonly Detection[] = [found, ...found.others]
  const prior = priorOf(context, all.length)
  const weights = all.map(({ language, confidence }) => ({
    language,
    weight: confidence * prior(language),
  }))
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  const [first, ...others] = weights
    .map(({ language, weight }): Detection => ({ language, confidence: weight / total }))
    .sort((one, other) => other.confidence - one.confidence)
  return first ? { ...first, others } : found
}

/** The prior probability of each language, up to a factor. */
function priorOf(
  { voice, neighbours, script }: LineContext,
  classes: number,
): (language: DetectedLanguage) => number {
  const near = neighbours.slice(0, MOST_NEIGHBOURS).map((language, at) => ({
    language,
    weight: NEXT_NEIGHBOUR ** at,
  }))
  const all = near.reduce((sum, { weight }) => sum + weight, 0)
  const shareOfNeighbours = (language: DetectedLanguage): number =>
    near.reduce((sum, one) => sum + (one.language === language ? one.weight : 0), 0) / (all || 1)
  return (language) =>
    EVENLY / classes +
    (language === voice ? BY_VOICE : 0) +
    BY_NEIGHBOURS * shareOfNeighbours(language) +
    (script.some((code) => code === language) ? BY_SCRIPT / script.length : 0)
}
