import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { withBasePhones } from '#speech/engines/flite/base-phones.ts'
import type { LettersToSound, Phonemizer } from '#speech/languages/common/phonemizer.ts'
import type { OpenHomographs } from '#speech/languages/en/phonemes/english-reader.ts'
import type { Sentence, Word } from '#speech/utterance.ts'
import { createPhonemizer } from './phonemize.ts'
import { toIpa } from './to-ipa.ts'

const LEXICONS = fileURLToPath(new URL('../../../resources/lexicons', import.meta.url))

/** The simplest rules from letters to sounds: one letter, one sound. */
const LETTER_SOUNDS: Readonly<Record<string, readonly string[]>> = {
  ...{
    a: ['aa'],
    b: ['b'],
    c: ['k'],
    d: ['d'],
    e: ['eh'],
    f: ['f'],
    g: ['g'],
    h: ['hh'],
    i: ['ih'],
  },
  ...{ j: ['jh'], k: ['k'], l: ['l'], m: ['m'], n: ['n'], o: ['ow'], p: ['p'], q: ['k'], r: ['r'] },
  ...{ s: ['s'], t: ['t'], u: ['ah'], v: ['v'], w: ['w'], x: ['k', 's'], y: ['iy'], z: ['z'] },
}

export const letterByLetter: LettersToSound = async (words) =>
  words.map((word) => [...word].flatMap((letter) => LETTER_SOUNDS[letter] ?? []))

interface TestPhonemizer {
  sentenceOf(text: string): Promise<Sentence>
  ipaOf(text: string): Promise<string>
  /** Every time the word is said, separated by commas. */
  ipaOfWord(text: string, word: string): Promise<string>
  basesOf(text: string): Promise<readonly string[]>
}

/** The English phonemizer, and ways to look at what it says. */
export function openTestPhonemizer(
  lettersToSound: LettersToSound = letterByLetter,
  lexicons: string = LEXICONS,
  openHomographs?: OpenHomographs,
): TestPhonemizer {
  const phonemizer = createPhonemizer('en', lettersToSound, lexicons, undefined, openHomographs)
  const sentenceOf = (text: string): Promise<Sentence> =>
    phonemizer.phonemize({ text, end: 'statement', endsParagraph: true })
  return {
    sentenceOf,
    ipaOf: async (text) => toIpa(await sentenceOf(text)),
    async ipaOfWord(text, word) {
      const { words, ...rest } = await sentenceOf(text)
      const said = words.filter((candidate) => candidate.text === word)
      return said.map((one) => toIpa({ words: [one], ...rest })).join(', ')
    },
    basesOf: async (text) => (await sentenceOf(text)).words.flatMap(basesOfWord),
  }
}

/** The English phones of a word as flite's voices were labelled with them. */
export function basesOfWord(word: Word): readonly string[] {
  const { words } = withBasePhones({ words: [word], end: 'statement', endsParagraph: false })
  return words.flatMap(({ syllables }) =>
    syllables.flatMap(({ phones }) => phones.map(({ base }) => base ?? '')),
  )
}

/** A text, its syllables in IPA, and its tones. */
export type ToneCase = readonly [text: string, ipa: string, tones: string]

/** Helpers for tests of a tone language's phonemizer. */
export function openToneTest(phonemizer: Phonemizer): {
  wordsOf(text: string): Promise<readonly Word[]>
  /** Expects the syllables in IPA, joined by points, and the tones, joined where one is a contour. */
  says(text: string, ipa: string, tones: string): Promise<void>
} {
  const wordsOf = async (text: string): Promise<readonly Word[]> => {
    const end = text.endsWith('?') ? 'question' : 'statement'
    return (await phonemizer.phonemize({ text, end, endsParagraph: true })).words
  }
  return {
    wordsOf,
    async says(text, ipa, tones) {
      const words = await wordsOf(text)
      const said = words.map(({ syllables }) =>
        syllables.map(({ phones }) => phones.map((phone) => phone.ipa).join('')).join('.'),
      )
      const melody = words.map(({ syllables }) => {
        const levels = syllables.map(({ tone }) => tone ?? '?')
        return levels.join(levels.some((tone) => tone.length > 1) ? '-' : '')
      })
      expect(said.join(' ')).toBe(ipa)
      expect(melody.join(' ')).toBe(tones)
    },
  }
}
