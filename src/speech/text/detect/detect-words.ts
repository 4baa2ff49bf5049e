import { sigmoid } from '#speech/languages/common/recurrent-layers.ts'
import { type Detection, likeliest } from './detect-language.ts'
import type { EnglishOrPidgin } from './english-or-pidgin.ts'
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

/** The same, in parts of some hundredths of a second of work, in order. */
export type WordDetectorInParts = (
  text: string,
  main?: DetectedLanguage | undefined,
) => Iterable<readonly WordLanguage[]>

/** Prior probability that the next word is in the same language, and that it is after a comma or another sign. */
const STAYING = 0.85
const STAYING_AFTER_SIGN = 0.7
const SIGN = /[^\s'’-]/u
/**
 * Otherwise it is in English with this probability, in any language with the second, and in the main language for the
 * rest.
 */
const ENGLISH = 0.3
const ANY = 0.02
/** Factor on the log odds of a single word, over those of a text of one word. */
const SHARPNESS = 1.3
/**
 * Log of how much more English the model has learned than Pidgin, which makes it right in most texts of a word or two: among other
 * words, those that both share are no likelier in one of them.
 */
const MORE_ENGLISH = Math.log(110 / 80)
/** A sentence of fewer words has no main language of its own; words beyond the limit do not change that of a text. */
const LEAST_WORDS = 3
const MOST_WORDS = 400
/** A word is in English or Pidgin with at least this probability, or in a third language, as most names are: the network does not judge it. */
const LEAST_OF_BOTH = 0.5
/** A sentence is in English, Pidgin or both where at least this part of its words is. */
const LEAST_PART_OF_BOTH = 0.9
/** How much the log odds of the chain count beside those of the network. */
const CHAIN_SHARE = 0.2
/** Where at least this part of the words is in Pidgin, by the network, words of a third language are so many times rarer than the chain has it. */
const LEAST_PIDGIN = 0.15
const RARER = 9
/** Added to probabilities, which may be nought, before their logarithm. */
const TINY = 1e-30
/** The network reads sentences in a row together up to so many words, as it learned from. */
const MOST_TOGETHER = 80
const EN = CLASSES.indexOf('en')
const PCM = CLASSES.indexOf('pcm')
const SENTENCE_END = /[.?!።\n]/

/**
 * Creates a detector of the language of single words over the weights of the language model; `englishOrPidgin` tells these two apart. The probabilities of each
 * word are combined with those of its neighbours, sentence by sentence, in a hidden Markov model (forward-backward
 * algorithm; Rabiner 1989), so that a single word in another language must be clear, and several need not. Linear.
 */
export function createWordDetector(
  weights: Int8Array,
  englishOrPidgin: EnglishOrPidgin,
): WordDetectorInParts {
  const mainOf = (words: readonly PlacedWord[]): DetectedLanguage =>
    likeliest(scoresOf(featuresOf(words.map(({ word }) => word)), weights)).language
  return function* (text, main) {
    const all = wordsIn(text)
    if (all.length === 0) return
    const whole = main ?? mainOf(all.slice(0, MOST_WORDS))
    const sentences = sentencesOf(all, text).map((words) => {
      const own = main ?? (words.length < LEAST_WORDS ? whole : mainOf(words))
      const alone = words.map(({ word }) =>
        probabilitiesOf(evenly(scoresOf(featuresOf([word]), weights)), SHARPNESS),
      )
      const staying = words.map(({ start }, at) => {
        const between = text.slice(words[at - 1]?.end ?? start, start)
        return SIGN.test(between) ? STAYING_AFTER_SIGN : STAYING
      })
      return { words, chances: inContext(alone, staying, sharesAround(own)) }
    })
    for (const { isOfBoth, ...read } of readTogether(sentences)) {
      const { words, chances } = read
      if (!isOfBoth) {
        yield likeliestOf(read, text)
        continue
      }
      const english = englishOrPidgin(words.map(({ word }) => word))
      yield likeliestOf({ words, chances: shared(chances, english) }, text)
    }
  }
}

/** The words of a text, each in its likeliest language. */
function likeliestOf({ words, chances }: Stretch, text: string): readonly WordLanguage[] {
  return words.map(({ start, end }, at) => {
    const own = chances[at] ?? []
    const confidence = Math.max(...own)
    const language = CLASSES[own.indexOf(confidence)] ?? 'other'
    return { text: text.slice(start, end), start, end, language, confidence }
  })
}

/** Words in a row, and how likely each is in each language. */
interface Stretch {
  readonly words: readonly PlacedWord[]
  readonly chances: readonly (readonly number[])[]
}

/** Sentences with those in English, Pidgin or both that stand in a row as one, as long as the network reads them together. */
function readTogether(
  sentences: readonly Stretch[],
): readonly (Stretch & { readonly isOfBoth: boolean })[] {
  const read: (Stretch & { readonly isOfBoth: boolean })[] = []
  for (const { words, chances } of sentences) {
    const isOfBoth = areEnglishOrPidgin(chances)
    const last = read.at(-1)
    const fits = last && last.words.length + words.length <= MOST_TOGETHER
    if (isOfBoth && last?.isOfBoth && fits)
      read[read.length - 1] = {
        words: [...last.words, ...words],
        chances: [...last.chances, ...chances],
        isOfBoth,
      }
    else read.push({ words, chances, isOfBoth })
  }
  return read
}

/** Whether most words of a sentence are likelier in English or Pidgin than in a third language. */
function areEnglishOrPidgin(chances: readonly (readonly number[])[]): boolean {
  const ofBoth = chances.filter((own) => (own[EN] ?? 0) + (own[PCM] ?? 0) >= LEAST_OF_BOTH)
  return ofBoth.length >= LEAST_PART_OF_BOTH * chances.length
}

/**
 * What each word has of English and Pidgin together, shared between them anew: the network sees all words of the sentence, and the log odds
 * of the chain count a little. Most words that the chain takes for a third language in Pidgin are names.
 */
function shared(
  chances: readonly (readonly number[])[],
  english: readonly number[],
): readonly (readonly number[])[] {
  const odds = chances.map((own, at) => {
    const ofChain = Math.log(((own[EN] ?? 0) + TINY) / ((own[PCM] ?? 0) + TINY))
    return (english[at] ?? 0) + CHAIN_SHARE * ofChain
  })
  const pidgin = odds.reduce((sum, ofWord) => sum + sigmoid(-ofWord), 0) / odds.length
  const rarer = pidgin >= LEAST_PIDGIN ? RARER : 1
  return chances.map((found, at) => {
    const own = scaled(found.map((chance, index) => (isOfBoth(index) ? rarer * chance : chance)))
    const both = (own[EN] ?? 0) + (own[PCM] ?? 0)
    const ofWord = odds[at] ?? 0
    if (both < LEAST_OF_BOTH) return own
    return own.map((chance, index) => {
      if (index === EN) return both * sigmoid(ofWord)
      return index === PCM ? both * sigmoid(-ofWord) : chance
    })
  })
}

function isOfBoth(index: number): boolean {
  return index === EN || index === PCM
}

/** Log odds as if the model had learned as much Pidgin as English. */
function evenly(scores: readonly number[]): readonly number[] {
  return scores.map((score, at) =>
    CLASSES[at] === 'pcm' ? score + MORE_ENGLISH / SHARPNESS : score,
  )
}

/** Probability of each language where the language changes, in the order of CLASSES. */
function sharesAround(main: DetectedLanguage): readonly number[] {
  const rest = 1 - ENGLISH - ANY
  return CLASSES.map(
    (language) =>
      (language === main ? rest : 0) + (language === 'en' ? ENGLISH : 0) + ANY / CLASSES.length,
  )
}

/**
 * Posterior probabilities of each word's languages given all words of its sentence (forward-backward). `staying`: for each word, the
 * probability that it is in the language of the word before.
 */
function inContext(
  alone: readonly (readonly number[])[],
  staying: readonly number[],
  shares: readonly number[],
): readonly (readonly number[])[] {
  const forward: (readonly number[])[] = []
  for (const [at, own] of alone.entries()) {
    const before = forward.at(-1)
    const expected = before ? afterOne(before, staying[at] ?? STAYING, shares) : shares
    forward.push(scaled(own.map((chance, index) => chance * (expected[index] ?? 0))))
  }
  const together: (readonly number[])[] = []
  let backward: readonly number[] = shares.map(() => 1)
  for (let at = alone.length - 1; at >= 0; at--) {
    together.push(
      scaled((forward[at] ?? []).map((chance, index) => chance * (backward[index] ?? 0))),
    )
    backward = beforeOne(
      (alone[at] ?? []).map((chance, index) => chance * (backward[index] ?? 0)),
      staying[at] ?? STAYING,
      shares,
    )
  }
  return together.reverse()
}

/** Forward step: expected languages of the next word. */
function afterOne(
  chances: readonly number[],
  staying: number,
  shares: readonly number[],
): readonly number[] {
  return chances.map((chance, at) => staying * chance + (1 - staying) * (shares[at] ?? 0))
}

/** Backward step: how well each language of the previous word fits what follows. */
function beforeOne(
  following: readonly number[],
  staying: number,
  shares: readonly number[],
): readonly number[] {
  const other = following.reduce((sum, chance, at) => sum + chance * (shares[at] ?? 0), 0)
  return scaled(following.map((chance) => staying * chance + (1 - staying) * other))
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
