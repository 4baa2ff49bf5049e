/**
 * The words in which the stages of `speak.ts` talk to each other: text is split into sentences, phonemes
 * give a sentence its words, syllables and phones, prosody adds a plan, a voice makes it sound.
 */

/** How a stretch of text ends; decides the pause after it and its final melody. */
export type SentenceEnd = 'statement' | 'question' | 'exclamation' | 'clause'

/** Normalised text of one sentence, or of a clause of a long one, with its punctuation. */
export interface TextSentence {
  readonly text: string
  readonly end: SentenceEnd
  /** The last of its paragraph, line or list item. */
  readonly endsParagraph: boolean
}

/** One segment of speech. */
export interface Phone {
  /** As the International Phonetic Alphabet writes it, without stress marks. */
  readonly ipa: string
  /** The nearest phone of the base synthesizer (flite's US English set). */
  readonly base: string
}

export interface Syllable {
  readonly phones: readonly Phone[]
  /** 1 primary, 2 secondary, 0 none. */
  readonly stress: 0 | 1 | 2
}

export interface Word {
  /** As it is spoken: lower case letters and apostrophes. */
  readonly text: string
  readonly syllables: readonly Syllable[]
  /** A phrase break follows (comma, semicolon, colon, dash). */
  readonly breakAfter: boolean
}

export interface Sentence {
  readonly words: readonly Word[]
  readonly end: SentenceEnd
  readonly endsParagraph: boolean
}
