import { type Detection, likeliest } from './detect-language.ts'
import { CLASSES, type DetectedLanguage, featuresOf, type PlacedWord, wordsIn } from './features.ts'
import { probabilitiesOf, scaled, scoresOf } from './scores.ts'

/** A word of a text and its language. */
export interface WordLanguage extends Detection {
  readonly text: string
  /** Place in the text in UTF-16 units; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

/**
 * Detects the language of every word of a text in its context. `main`: the main language of the text, where it is
 * known.
 */
export type WordDetector = (
  text: string,
  main?: DetectedLanguage | undefined,
) => readonly WordLanguage[]

/** Prior probability that the next word is in the same language. */
const STAYING = 0.7
/**
 * Otherwise it is in English with this probability, in any language with the second, and in the main language for the
 * rest.
 */
const ENGLISH = 0.3
const ANY = 0.02
/** Factor on the log odds of a single word, over those of a text of one word. */
const SHARPNESS = 1.5
/** A sentence of fewer words has no main language of its own; words beyond the limit do not change that of a text. */
const LEAST_WORDS = 3
const MOST_WORDS = 400
const SENTENCE_END = /[.?!።\n]/

/**
 * Creates a detector of the language of single words over the weights of the language model. The probabilities of each
 * word are combined with those of its neighbours, sentence by sentence, in a hidden Markov model (forward-backward
 * algorithm; Rabiner 1989), so that a single word in another language must be clear, and several need not. Linear.
 */
export function createWordDetector(weights: Int8Array): WordDetector {
  const mainOf = (words: readonly PlacedWord[]): DetectedLanguage =>
    likeliest(scoresOf(featuresOf(words.map(({ word }) => word)), weights)).language
  return (text, main) => {
    const all = wordsIn(text)
    if (all.length === 0) return []
    const whole = main ?? mainOf(all.slice(0, MOST_WORDS))
    return sentencesOf(all, text).flatMap((sentence) => {
      const own = main ?? (sentence.length < LEAST_WORDS ? whole : mainOf(sentence))
      const alone = sentence.map(({ word }) =>
        probabilitiesOf(scoresOf(featuresOf([word]), weights), SHARPNESS),
      )
      const together = inContext(alone, sharesAround(own))
      return sentence.map(({ start, end }, at) => {
        const chances = together[at] ?? []
        const confidence = Math.max(...chances)
        const language = CLASSES[chances.indexOf(confidence)] ?? 'other'
        return { text: text.slice(start, end), start, end, language, confidence }
      })
    })
  }
}

/** Probability of each language where the language changes, in the order of CLASSES. */
function sharesAround(main: DetectedLanguage): readonly number[] {
  const rest = 1 - ENGLISH - ANY
  return CLASSES.map(
    (language) =>
      (language === main ? rest : 0) + (language === 'en' ? ENGLISH : 0) + ANY / CLASSES.length,
  )
}

/** Posterior probabilities of each word's languages given all words of its sentence (forward-backward). */
function inContext(
  alone: readonly (readonly number[])[],
  shares: readonly number[],
): readonly (readonly number[])[] {
  const forward: (readonly number[])[] = []
  for (const own of alone) {
    const before = forward.at(-1)
    const expected = before ? afterOne(before, shares) : shares
    forward.push(scaled(own.map((chance, at) => chance * (expected[at] ?? 0))))
  }
  const together: (readonly number[])[] = []
  let backward: readonly number[] = shares.map(() => 1)
  for (let at = alone.length - 1; at >= 0; at--) {
    together.push(
      scaled((forward[at] ?? []).map((chance, index) => chance * (backward[index] ?? 0))),
    )
    backward = beforeOne(
      (alone[at] ?? []).map((chance, index) => chance * (backward[index] ?? 0)),
      shares,
    )
  }
  return together.reverse()
}

/** Forward step: expected languages of the next word. */
function afterOne(chances: readonly number[], shares: readonly number[]): readonly number[] {
  return chances.map((chance, at) => STAYING * chance + (1 - STAYING) * (shares[at] ?? 0))
}

/** Backward step: how well each language of the previous word fits what follows. */
function beforeOne(following: readonly number[], shares: readonly number[]): readonly number[] {
  const other = following.reduce((sum, chance, at) => sum + chance * (shares[at] ?? 0), 0)
  return scaled(following.map((chance) => STAYING * chance + (1 - STAYING) * other))
}

function sentencesOf(
  words: readonly PlacedWord[],
  text: string,
): readonly (readonly PlacedWord[])[] {
  const sentences: PlacedWord[][] = []
  let end = 0
  for (const word of words) {
    const open = sentences.at(-1)
    if (!open || SENTENCE_END.test(text.slice(end, word.start))) sentences.push([word])
    else open.push(word)
    end = word.end
  }
  return sentences
}
