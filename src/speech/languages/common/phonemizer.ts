import type { Sentence, Syllable, TextSentence, Word } from '#speech/utterance.ts'

/** Reads the sentences of one language. */
export interface Phonemizer {
  /** Words, syllables and phones of one sentence. A sentence without a letter of the language has no words. */
  phonemize(sentence: TextSentence): Promise<Sentence>
}

/** A word in IPA. */
export interface IpaWord {
  readonly text: string
  readonly syllables: readonly Syllable[]
}

/** Resources given to a language's phonemizer. */
export interface PhonemizerParts {
  /** The folder `resources/lexicons`; files are read with the first sentence. */
  readonly lexiconFolder: string
  /** Syllables by the English rules, for loans, names and English inside another language; one list per word. */
  readonly english: EnglishReader
  /**
   * Words in IPA, separated by spaces, as syllables by the phonology of this language. Throws AppError('text/markup')
   * that names what is not known.
   */
  readonly readIpa: (ipa: string) => readonly IpaWord[]
  /**
   * The weights in a file of a model in `models/`. Undefined where it is missing or damaged, which is said on standard
   * error: rules have to do then.
   */
  readonly readWeights: (model: string, file: string) => Promise<Int8Array | undefined>
}

/** Phones of words that no English lexicon knows, in ARPAbet's small letters, one list per word, all words in one run. */
export type LettersToSound = (words: readonly string[]) => Promise<readonly (readonly string[])[]>

/** English by its lexicons, and by letter-to-sound rules where they have no word. */
export interface EnglishReader {
  /** Whether an English lexicon has the word. */
  knows(word: string): Promise<boolean>
  /** `words`: lower case letters and apostrophes. */
  read(words: readonly string[]): Promise<readonly (readonly Syllable[])[]>
  /** The words of a normalised English sentence, each in its context. */
  wordsOf(text: string): Promise<readonly Word[]>
}
