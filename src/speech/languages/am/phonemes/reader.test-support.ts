import { fileURLToPath } from 'node:url'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { letterByLetter } from '#speech/phonemes/phonemizer.test-support.ts'
import { toIpa } from '#speech/phonemes/to-ipa.ts'
import type { Sentence } from '#speech/utterance.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))

interface AmharicReader {
  sentenceOf(text: string): Promise<Sentence>
  ipaOf(text: string): Promise<string>
}

/** The Amharic phonemizer with its lexicons, and ways to look at what it says. */
export function openAmharicReader(lexicons: string = LEXICONS): AmharicReader {
  const phonemizer = createPhonemizer('am', letterByLetter, lexicons)
  const sentenceOf = (text: string): Promise<Sentence> =>
    phonemizer.phonemize({ text, end: 'statement', endsParagraph: true })
  return { sentenceOf, ipaOf: async (text) => toIpa(await sentenceOf(text)) }
}
