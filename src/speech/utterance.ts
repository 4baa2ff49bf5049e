import type { LanguageCode } from '#shared/voices.ts'

/**
 * The types in which the stages of `pipeline/` talk to each other: text is split into sentences, phonemes give a
 * sentence its words, syllables and phones, prosody adds a plan, and an engine makes the utterance sound.
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
  /**
   * The language whose rules gave it, where its sound is to be that language's: "en" for the phones of English words and
   * of English loans in other languages. Left out: it is the sound that its IPA names.
   */
  readonly language?: LanguageCode
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

/** How a sentence is to be said besides its phones. */
export interface ProsodyPlan {
  /** Seconds of every phone in order; left out where the timing is the engine's own, which `stretches` change. */
  readonly durations: readonly number[] | undefined
  /** Factor on the engine's own durations, word by word. */
  readonly stretches: readonly number[]
  /** Silence after each word, in seconds. */
  readonly pauses: readonly number[]
  /** Pitch to reach, in order; left out where the melody is the engine's own, to which `finalLiftSemitones` is added. */
  readonly targets: readonly PitchTarget[] | undefined
  /** Rise (or fall) of the engine's own melody towards the end of the sentence. */
  readonly finalLiftSemitones: number
  /** Silence after the sentence, in seconds; it is no part of what an engine renders. */
  readonly pauseSeconds: number
}

/** The pitch to reach at a point of a syllable. */
export interface PitchTarget {
  /** Number of the syllable in the sentence, from 0. */
  readonly syllable: number
  /** How far into it, 0 to 1. */
  readonly part: number
  /** Above (or below) the voice's own pitch. */
  readonly semitones: number
}

/** One sentence for an engine. */
export interface Utterance {
  readonly sentence: Sentence
  readonly plan: ProsodyPlan
  /** Normalised text of the sentence, for engines that read by themselves. */
  readonly text: string
  /** The language of most of it. */
  readonly language: LanguageCode
}
