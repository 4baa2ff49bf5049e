import type { LanguageCode } from '#shared/voices.ts'

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

/** High, mid, low, and the contours from one to the other (HL falls, LH rises). */
export type Tone = 'H' | 'M' | 'L' | 'HL' | 'LH'

/** One segment of speech. */
export interface Phone {
  /**
   * As the International Phonetic Alphabet writes it, in NFC, with length (ː) and nasality (ã), without stress or
   * tone: "kʼ", "k͡p", "ɓ", "t͡ʃ", "aː", "ɛ̃", "m̩".
   */
  readonly ipa: string
  /** The phone of the base synthesizer (flite's US English set), where the language is English. */
  readonly base?: string
}

export interface Syllable {
  readonly phones: readonly Phone[]
  /** 1 primary, 2 secondary, 0 none; 0 throughout in a tone language. */
  readonly stress: 0 | 1 | 2
  /** In tone languages, on every syllable. */
  readonly tone?: Tone
}

export interface Word {
  /** As it is spoken: lower case letters, marks and apostrophes. */
  readonly text: string
  readonly language: LanguageCode
  readonly syllables: readonly Syllable[]
  /** A phrase break follows (comma, semicolon, colon, dash). */
  readonly breakAfter: boolean
  /** Silence asked for after the word, in seconds. */
  readonly pauseAfterSeconds?: number
  /** Factor on the pace of this word; 1 where left out. */
  readonly rate?: number
  /** Semitones above (or below) where it would be; 0 where left out. */
  readonly pitchSemitones?: number
}

export interface Sentence {
  readonly words: readonly Word[]
  readonly end: SentenceEnd
  readonly endsParagraph: boolean
}
