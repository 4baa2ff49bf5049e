import { fileURLToPath } from 'node:url'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { letterByLetter } from '#speech/phonemes/phonemizer.test-support.ts'
import type { Sentence, Word } from '#speech/utterance.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))

interface TestYoruba {
  sentenceOf(text: string): Promise<Sentence>
  /** Phones and tone of every syllable, syllables apart by dots, words by spaces: "iM.leH". */
  soundsOf(text: string): Promise<string>
}

/** The Yoruba phonemizer, and a way to look at what it says. */
export function openTestYoruba(lexicons: string = LEXICONS): TestYoruba {
  const phonemizer = createPhonemizer('yo', letterByLetter, lexicons)
  const sentenceOf = (text: string): Promise<Sentence> =>
    phonemizer.phonemize({ text, end: 'statement', endsParagraph: true })
  return {
    sentenceOf,
    soundsOf: async (text) => (await sentenceOf(text)).words.map(soundsOfWord).join(' '),
  }
}

function soundsOfWord({ syllables }: Word): string {
  return syllables.map(({ phones, tone }) => phones.map(({ ipa }) => ipa).join('') + tone).join('.')
}
