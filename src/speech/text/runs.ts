import type { LanguageCode } from '#shared/languages/languages.ts'

/** Language, spelling, rate and pitch of a stretch of text, where they differ from the rest. */
export interface SpeechStyle {
  /** Language of the stretch; left out where it is the request's. */
  readonly language?: LanguageCode
  /** Letter by letter. */
  readonly spelled?: boolean
  /** Factor on the speaking rate; 1 is the voice's own. */
  readonly rate?: number
  /** Semitones above (or below) the voice's own pitch. */
  readonly pitchSemitones?: number
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

/** Whether two styles are equal, with defaults filled in. */
export function sameStyle(one: SpeechStyle, other: SpeechStyle): boolean {
  return (
    one.language === other.language &&
    (one.spelled ?? false) === (other.spelled ?? false) &&
    (one.rate ?? 1) === (other.rate ?? 1) &&
    (one.pitchSemitones ?? 0) === (other.pitchSemitones ?? 0)
  )
}
