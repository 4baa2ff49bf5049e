import { fileURLToPath } from 'node:url'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { letterByLetter } from '#speech/phonemes/phonemizer.test-support.ts'
import type { Sentence } from '#speech/utterance.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))

interface TestHausa {
  sentenceOf(text: string): Promise<Sentence>
  /** Phones and the tone of each syllable: "kaːL.suH.waːH", words separated by spaces. */
  soundsOf(text: string): Promise<string>
}

/** The Hausa phonemizer, and a way to look at what it says. */
export function openTestHausa(lexicons: string = LEXICONS): TestHausa {
  const phonemizer = createPhonemizer('ha', letterByLetter, lexicons)
  const sentenceOf = (text: string): Promise<Sentence> =>
    phonemizer.phonemize({ text, end: 'statement', endsParagraph: true })
  return {
    sentenceOf,
    async soundsOf(text) {
      const { words } = await sentenceOf(text)
      const syllables = words.map((word) =>
        word.syllables.map(({ phones, tone }) => phones.map(({ ipa }) => ipa).join('') + tone),
      )
      return syllables.map((one) => one.join('.')).join(' ')
    },
  }
}
