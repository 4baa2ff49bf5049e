import type { LanguageCode } from '#shared/languages/languages.ts'

/**
 * The types in which the stages of `pipeline/` talk to each other: text is split into sentences, phonemes give a
 * sentence its words, syllables and phones, prosody adds a plan, and an engine makes the utterance sound.
 */

/**
 * Kind of ending of a sentence or of a piece of one; decides the pause after it and the final pitch movement. A clause ends
 * with a mark; at a joint, where nothing is written, the next piece follows without a pause.
 */
export type SentenceEnd = 'statement' | 'question' | 'exclamation' | 'clause' | 'joint'

/** Where a sentence, or a piece of one, stands. */
export interface SentencePlace {
  /** Opens or closes a paragraph of several sentences; left out: neither. */
  readonly inParagraph?: 'first' | 'last'
  /** Goes on with the sentence that the piece before it has begun. */
  readonly isContinued?: true
  /** Words of the piece before it, if that ended at a joint: they are said in the same breath. */
  readonly wordsBefore?: number
}

/** Normalised text of one sentence, or of a clause of a long one, with its punctuation. */
export interface TextSentence extends SentencePlace {
  readonly text: string
  readonly end: SentenceEnd
  /** Last of its paragraph, line or list item. */
  readonly endsParagraph: boolean
}

/** High, mid, low, and the contours from one to the other (HL falls, LH rises). */
export type Tone = 'H' | 'M' | 'L' | 'HL' | 'LH'

/** One segment of speech. */
export interface Phone {
  /** IPA in NFC with length (ː) and nasality (ã), without stress or tone: "kʼ", "k͡p", "ɓ", "t͡ʃ", "aː", "ɛ̃", "m̩". */
  readonly ipa: string
  /**
   * The language whose phonology the phone follows: "en" for English words and for English loans in other languages.
   * Left out: the sound that its IPA denotes.
   */
  readonly language?: LanguageCode
}

export interface Syllable {
  readonly phones: readonly Phone[]
  /** 1 primary, 2 secondary, 0 none; always 0 in a tone language. */
  readonly stress: 0 | 1 | 2
  /** In tone languages, on every syllable. */
  readonly tone?: Tone
}

export interface Word {
  /** As it is spoken: lower case letters, marks and apostrophes. */
  readonly text: string
  readonly language: LanguageCode
  readonly syllables: readonly Syllable[]
  /** Somebody has said how it sounds: its letters do not tell. */
  readonly isGivenInPhones?: true
  /** A phrase break follows (comma, semicolon, colon, dash). */
  readonly breakAfter: boolean
  /** That break is a comma, at which a reader need not fall silent. */
  readonly isBreakLight?: true
  /** The next word belongs to the same name or is read from the same letters: nobody rests between the two. */
  readonly joinsNext?: true
  /** A reader rests after it, although no mark asks for that. */
  readonly restsAfter?: true
  /** Requested silence after the word, in seconds. */
  readonly pauseAfterSeconds?: number
  /** Factor on the speaking rate of this word; 1 where left out. */
  readonly rate?: number
  /** Shift in semitones; 0 where left out. */
  readonly pitchSemitones?: number
  /** Said beside the rest, or as somebody's words: between brackets or dashes, or in quotation marks; left out: neither. */
  readonly register?: WordRegister
  /** What else markup asks of it; left out: nothing. */
  readonly manner?: WordManner
}

export type WordRegister = 'aside' | 'quoted'

/** How a word is to be said, beyond pace and pitch. */
export interface WordManner {
  /** Mean pitch in Hz instead of the voice's own. */
  readonly pitchHz?: number
  /** Hz above (or below) the voice's own pitch. */
  readonly pitchChangeHz?: number
  /** Factor on the range of the melody. */
  readonly melodyRange?: number
  /** Decibels above (or below) the voice's own level. */
  readonly volumeDecibels?: number
  /** Pitch movement of a stretch, of which the word has the part from `from` to `to`. */
  readonly contour?: {
    readonly points: readonly ({ readonly part: number } & (
      | { readonly semitones: number }
      | { readonly changeHz: number }
    ))[]
    readonly from: number
    readonly to: number
  }
  /** How long it is to last, as part of a stretch, in seconds. */
  readonly seconds?: number
  /** Names of marks where it begins. */
  readonly marksBefore?: readonly string[]
  /** Marks where it ends, or so long after. */
  readonly marksAfter?: readonly { readonly name: string; readonly delaySeconds: number }[]
}

export interface Sentence extends SentencePlace {
  readonly words: readonly Word[]
  readonly end: SentenceEnd
  readonly endsParagraph: boolean
}

/** Durations, pauses and pitch of a sentence. */
export interface ProsodyPlan {
  /** Seconds of every phone in order; left out where the engine times phones itself, changed by `stretches`. */
  readonly durations: readonly number[] | undefined
  /** Factor on the engine's own durations, word by word. */
  readonly stretches: readonly number[]
  /** Silence after each word, in seconds. */
  readonly pauses: readonly number[]
  /**
   * Pitch targets in order; left out where the engine makes its own intonation, to which `shifts` and `finalLiftSemitones`
   * are added, and whose movement has `ranges` times its size.
   */
  readonly targets: readonly PitchTarget[] | undefined
  /** Semitones added to the engine's own intonation at the start and the end of each word. */
  readonly shifts: readonly (readonly [start: number, end: number])[]
  /** Factor on the movement of the engine's own intonation, word by word. */
  readonly ranges: readonly number[]
  /** Rise (or fall) added to the engine's own intonation towards the end of the sentence. */
  readonly finalLiftSemitones: number
  /** Silence after the sentence, in seconds; not part of what an engine renders. */
  readonly pauseSeconds: number
}

/** Pitch at a point of a syllable. */
export interface PitchTarget {
  /** Index of the syllable in the sentence. */
  readonly syllable: number
  /** Position in the syllable, 0 to 1. */
  readonly part: number
  /** Above (or below) the voice's median pitch. */
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
