import type { LanguageCode } from '#shared/voices.ts'

/** How a stretch of text is to be said, where it differs from the rest. */
export interface SpeechStyle {
  /** The language it is in; left out where it is the request's. */
  readonly language?: LanguageCode
  /** Letter by letter. */
  readonly spelled?: boolean
  /** Factor on the pace; 1 is the voice's own. */
  readonly rate?: number
  /** Semitones above (or below) the voice's own pitch. */
  readonly pitchSemitones?: number
}

/** A stretch of what a person wrote, after markup and the pronunciation dictionary have been read. */
export type Run =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly style: SpeechStyle
      /** Its writer has said how it is to be read: the pronunciation dictionary leaves it alone. */
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

/** Whether two stretches are said in the same way. */
export function sameStyle(one: SpeechStyle, other: SpeechStyle): boolean {
  return (
    one.language === other.language &&
    (one.spelled ?? false) === (other.spelled ?? false) &&
    (one.rate ?? 1) === (other.rate ?? 1) &&
    (one.pitchSemitones ?? 0) === (other.pitchSemitones ?? 0)
  )
}
