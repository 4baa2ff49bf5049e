import type { Phonemizer, PhonemizerParts } from '#core/phonemes/phonemizer.ts'
import { AppError } from '#shared/errors.ts'

export function createYorubaPhonemizer(_parts: PhonemizerParts): Phonemizer {
  return {
    async phonemize() {
      throw new AppError('language/unsupported', 'Yoruba is not ready.')
    },
  }
}
