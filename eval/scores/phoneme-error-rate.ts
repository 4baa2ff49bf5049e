import { editDistance } from './edit-distance.ts'

/** Errors of one word in symbols of the IPA. */
export interface WordErrors {
  readonly reference: string
  readonly hypothesis: string
  readonly symbols: number
  readonly errors: number
}

/** Tone, length, stress, syllables, ties and fine articulation, which the compared lists do not write alike. */
const LEFT_OUT =
  /[\u0300-\u0302\u0304\u0306\u030b\u030c\u030f\u031a\u031d-\u0320\u0329\u032a\u032f\u035c\u0361ːˑˈˌ.‿|\s]/g

const VOWEL = /[aeiouæɐɑɒɔəɛɜɞɤɨɪɯɵøœʉʊʌʏy]/

/**
 * Compares two transcriptions symbol by symbol, so that "d ʒ" and "d͡ʒ" are the same. `vowelsAlone`: without what is no
 * vowel.
 */
export function compareIpa(reference: string, hypothesis: string, vowelsAlone = false): WordErrors {
  const [expected, found] = [reference, hypothesis].map((ipa) =>
    symbolsOf(ipa).filter((symbol) => !vowelsAlone || VOWEL.test(symbol)),
  ) as [string[], string[]]
  return {
    reference: expected.join(''),
    hypothesis: found.join(''),
    symbols: expected.length,
    errors: editDistance(expected, found),
  }
}

function symbolsOf(ipa: string): readonly string[] {
  return [
    ...ipa
      .normalize('NFD')
      .replace(LEFT_OUT, '')
      .replace(/ʼ|’/g, "'")
      .replace(/ɡ/g, 'g')
      .replace(/\u0303/g, '~'),
  ]
}
