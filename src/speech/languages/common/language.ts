import type { LanguageInfo } from '#shared/languages/language-info.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { NumberStyle } from '#shared/script.ts'
import type { PhraseBreaks } from '#speech/languages/common/phrase-breaks.ts'
import type { Phone, Tone, Word } from '#speech/utterance.ts'
import type { IntonationCues } from './intonation-cues.ts'
import type { Phonemizer, PhonemizerParts } from './phonemizer.ts'
import type { ScriptFilter } from './scripts.ts'

/** Choices of a user in how a text is read. Defaults are those of the language's speakers. */
export interface ReadingOptions {
  readonly numbers?: NumberStyle
}

/** Everything that the pipeline knows of one language. One folder holds it; `registry.ts` lists the folders. */
export interface Language extends LanguageInfo {
  readonly code: LanguageCode
  /** Filter of the scripts that its rules read: its own, and others that they spell. */
  readonly readableScripts: ScriptFilter
  /** Latin letters beyond a to z that its rules read, and what is nearer to a foreign one than in general. */
  readonly latinLetters: LatinLetters
  /** Names of its letters, in NFC and small; a digraph is one letter. Left out: the English ones. */
  readonly letterNames?: Readonly<Record<string, string>>
  /** Puts signs of other scripts that its rules can name into words, before what it cannot read is dropped. */
  readonly prepare?: (text: string) => string
  /** Clean text, a paragraph a line, to words and the marks . , ; : ? ! — (text normalisation). */
  readonly normalise: (text: string, options: ReadingOptions) => string
  /** The written form that `normalise` reads as the ordinal of a figure. Left out: the English one. */
  readonly ordinal?: (figure: string) => string
  /** A name that `normalise` leaves as it is: it stands where another part of the sentence does. */
  readonly placeholder: string
  /** Beginnings of text that may follow a full stop, the most frequent first: whether the sentence ends depends on them. */
  readonly sentenceProbes: readonly string[]
  readonly phraseBreaks: PhraseBreaks
  /** What its sentences show of lists, contrasts and questions; left out: only marks do. */
  readonly intonation?: IntonationCues
  /** Letters to phones. */
  readonly createPhonemizer: (parts: PhonemizerParts) => Phonemizer
  readonly phonology: Phonology
  /** Left out: it has no lexical tones. */
  readonly tones?: LexicalTones
  readonly hints: Hints
  /** Accents that voices may speak it with; left out: none but its own. */
  readonly dialects?: readonly Dialect[]
  /** Language that most of its words come from, of a creole; left out: it is none. */
  readonly lexifier?: LanguageCode
  /** English inside it is read as English, not by its own rules. */
  readonly switchesToEnglish: boolean
  /** Its pace against that of English phones. */
  readonly tempo: number
  /** Names of built-in voices as it writes them, where that is not how the API does. */
  readonly voiceNames?: Readonly<Record<string, string>>
  /** How its people say hello by name (`%`), as a sample of a voice. */
  readonly greetings: readonly string[]
  /** The shortest thing to say. */
  readonly hello: string
  /** Who speaks where a caller names no voice. */
  readonly defaultVoice: string
}

/** An accent of a language. */
export interface Dialect {
  /** BCP 47: "en-NG". */
  readonly tag: string
  /** The words of a sentence in this accent; words of other languages stay as they are. */
  readonly pronounce: (words: readonly Word[]) => readonly Word[]
  /** Timed by the syllable, as planned, and not as the language's own speakers time it. */
  readonly isSyllableTimed: boolean
}

/** Properties of the sounds of a language by which IPA is read as its phones and syllables. */
export interface Phonology {
  /** Whether a syllable of a word stands out by stress. */
  readonly hasStress: boolean
  /** Two vowels may be one phone: aɪ, oʊ. */
  readonly hasDiphthongs: boolean
  /** Two stops may be one phone: k͡p, ɡ͡b. */
  readonly hasDoubleStops: boolean
  /** No syllable ends in a consonant: a nasal before one is a syllable. */
  readonly hasOpenSyllables: boolean
  /** Consonants that begin no syllable; left out: all of them may. */
  readonly neverInitial?: ReadonlySet<string>
  /** s may stand before a stop, or before a cluster that one begins: str. */
  readonly hasSClusters?: boolean
  /**
   * The phone of its inventory that IPA letters without marks stand for; undefined where they are none of its own. Left
   * out: phones are the sounds that their IPA denotes.
   */
  readonly phoneOfIpa?: (letters: string) => Phone | undefined
}

/** Cues that tell a language from the others without a model, besides its script and the letters that it alone has. */
export interface Hints {
  /** Small words that are frequent in it and rare in the others, without their marks. */
  readonly words?: ReadonlySet<string>
}

export interface LatinLetters {
  readonly own: ReadonlySet<string>
  /** Foreign small letter to letters of the language. */
  readonly nearest: Readonly<Record<string, string>>
}

export interface LexicalTones {
  /** The tone of a vowel that is written without a mark; undefined: high under stress, low elsewhere. */
  readonly unmarked: Tone | undefined
  /** High, mid and low as parts of a voice's tonal range around its own pitch. */
  readonly levels: ToneLevels
}

export type ToneLevels = Readonly<Record<'H' | 'M' | 'L', number>>

/** ʒ and its neighbours are j wherever English is known. */
export const ZH_AS_J = { ʒ: 'j', ʐ: 'j', ʑ: 'j', ƹ: 'j', ƺ: 'j', ʓ: 'j' } as const

/** Of languages that bring no letters beyond a to z. */
export const PLAIN_LATIN: LatinLetters = { own: new Set(), nearest: {} }

/** Beginnings of text after a full stop in English, and in Pidgin. */
export const ENGLISH_PROBES: readonly string[] = [
  'The boy',
  'and so',
  'Okafor said',
  '5 of',
  '"Yes',
]

/**
 * In a language of two tones the mid is a high after downstep; most syllables are high, so the middle lies nearer to
 * them.
 */
export const TWO_TONES: ToneLevels = { H: 0.28, M: 0.06, L: -0.44 }
