import type { LanguageCode } from '#shared/languages/languages.ts'

/** How a stretch of text is said, where it differs from the rest. */
export interface SpeechStyle {
  /** Language of the stretch; left out where it is the request's. */
  readonly language?: LanguageCode
  /** Letter by letter. */
  readonly spelled?: boolean
  /** Factor on the speaking rate; 1 is the voice's own. */
  readonly rate?: number
  /** Semitones above (or below) the voice's own pitch, or above `pitchHz`. */
  readonly pitchSemitones?: number
  /** Mean pitch in Hz, instead of the voice's own. */
  readonly pitchHz?: number
  /** Hz above (or below) the voice's own pitch. */
  readonly pitchChangeHz?: number
  /** Factor on the range of the melody; 1 is the voice's own. */
  readonly melodyRange?: number
  /** Decibels above (or below) the voice's own level. */
  readonly volumeDecibels?: number
  /** Movement of the pitch over the whole stretch that has this very object. */
  readonly contour?: PitchContour
  /** How long the whole stretch that has this very object is to last. */
  readonly duration?: StretchDuration
  /** Who speaks; left out where it is the request's voice. */
  readonly voice?: VoiceWish
}

/** Points of a pitch movement in order, `part` from 0 (start of the stretch) to 1 (its end). */
export interface PitchContour {
  readonly points: readonly ContourPoint[]
}

/** One of the two changes, from the pitch that the stretch would have. */
export type ContourPoint = { readonly part: number } & (
  | { readonly semitones: number }
  | { readonly changeHz: number }
)

export interface StretchDuration {
  readonly seconds: number
}

/** The voice that a text asks for: the first of its names that there is, or one that has the other traits. */
export interface VoiceWish {
  readonly names: readonly string[]
  readonly gender?: 'female' | 'male' | undefined
  readonly languages: readonly LanguageCode[]
  /** Which of those that fit, from 1. */
  readonly variant?: number | undefined
  /** Whoever speaks goes on where no voice fits; else that is an error. */
  readonly mayKeep: boolean
  /** Place in the text, to name it in errors. */
  readonly at: number
}

/** A stretch of a text, after markup and the pronunciation dictionary have been applied. */
export type Run =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly style: SpeechStyle
      /** The writer has set how it is read: the pronunciation dictionary does not apply. */
      readonly fixed?: true
    }
  /** Said as these phonemes: IPA, words separated by spaces, tones as marks on vowels; `text` is what was written. */
  | {
      readonly kind: 'ipa'
      readonly text: string
      readonly ipa: string
      readonly style: SpeechStyle
    }
  | { readonly kind: 'pause'; readonly seconds: number }
  /** A place whose time is told. */
  | { readonly kind: 'mark'; readonly name: string }

/** A run that is heard as words. */
export type SpokenRun = Extract<Run, { readonly kind: 'text' | 'ipa' }>

/** Whether two styles are equal, with defaults filled in. */
export function sameStyle(one: SpeechStyle, other: SpeechStyle): boolean {
  return (
    one.language === other.language &&
    (one.spelled ?? false) === (other.spelled ?? false) &&
    (one.rate ?? 1) === (other.rate ?? 1) &&
    (one.pitchSemitones ?? 0) === (other.pitchSemitones ?? 0) &&
    one.pitchHz === other.pitchHz &&
    (one.pitchChangeHz ?? 0) === (other.pitchChangeHz ?? 0) &&
    (one.melodyRange ?? 1) === (other.melodyRange ?? 1) &&
    (one.volumeDecibels ?? 0) === (other.volumeDecibels ?? 0) &&
    one.contour === other.contour &&
    one.duration === other.duration &&
    one.voice === other.voice
  )
}
