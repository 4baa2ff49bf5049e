import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { LettersToSound } from '#speech/languages/common/phonemizer.ts'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { toIpa } from '#speech/phonemes/to-ipa.ts'
import { assemble } from '#speech/text/assemble.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { phonemizeSentence } from './phonemize-sentence.ts'

const LEXICONS = join(import.meta.dirname, '../../../resources/lexicons')
const noGuess: LettersToSound = async (words) => words.map(() => ['b', 'aa'])
const phonemizers = new Map(
  LANGUAGES.map(({ code }) => [code, createPhonemizer(code, noGuess, LEXICONS)]),
)
const phonemizerFor = (language: LanguageCode) => {
  const phonemizer = phonemizers.get(language)
  if (!phonemizer) throw new Error(language)
  return phonemizer
}
const read = async (text: string) => {
  const [sentence] = assemble(parseMarkup(text), 'en').sentences
  if (!sentence) throw new Error(`nothing in "${text}"`)
  return phonemizeSentence(sentence, phonemizerFor)
}

test('every word is read by the rules of its own language', async () => {
  const { words, end } = await read('We greet [yo]ọmọ[/yo] and [ha]ruwa[/ha]?')
  expect(words.map(({ text, language }) => `${language} ${text}`)).toEqual([
    'en we',
    'en greet',
    'yo ọmọ',
    'en and',
    'ha ruwa',
  ])
  expect(end).toBe('question')
  expect(words[2]?.syllables.every(({ tone }) => tone !== undefined)).toBe(true)
})

test('English before another language is read as in the middle of a phrase', async () => {
  const within = await read('Go to [yo]Ìbàdàn[/yo] now.')
  const plain = await read('Go to Bola now.')
  const to = ({ words }: typeof plain) => words[1]?.syllables.map(({ phones }) => phones)
  expect(to(within)).toEqual(to(plain))
  expect(within.words.map(({ text }) => text)).not.toContain('bola')
})

test('words of another pace and pitch keep the phones they have in their sentence', async () => {
  const plain = await read('I have read the book to them.')
  const marked = await read(
    '<speak>I have <prosody rate="80%" pitch="-1st">read the book</prosody> to them.</speak>',
  )
  expect(toIpa(marked)).toBe(toIpa(plain))
  expect(marked.words.map(({ rate, pitchSemitones }) => [rate, pitchSemitones])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [0.8, -1],
    [0.8, -1],
    [0.8, -1],
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test('a pause follows the last word before it, and the phrase breaks there', async () => {
  const { words } = await read('We wait [pause 700ms] here.')
  expect(words.map(({ pauseAfterSeconds, breakAfter }) => [pauseAfterSeconds, breakAfter])).toEqual(
    [
      [undefined, false],
      [0.7, true],
      [undefined, true],
    ],
  )
})

test('phonemes are said as they are written, among words that are looked up', async () => {
  const { words } = await read('Say [ipa: ˈwɔːtə], please.')
  expect(words.map(({ text }) => text)).toEqual(['say', 'ˈwɔːtə', 'please'])
  expect(words[1]?.syllables.flatMap(({ phones }) => phones.map(({ ipa }) => ipa))).toEqual([
    'w',
    'ɔ',
    't',
    'ə',
  ])
  expect(words[1]?.breakAfter).toBe(true)
})

test('a spelled word is its letters, each a word with a name', async () => {
  const { words } = await read('Code [spell]AC 5[/spell].')
  expect(words.map(({ text }) => text)).toEqual(['code', 'a', 'c', 'five'])
  expect(toIpa({ words: words.slice(1, 3), end: 'statement', endsParagraph: true })).toBe(
    'ˈeɪ | ˈs i',
  )
})

test('phonemes that cannot be read are an error with their place', async () => {
  await expect(read('Say [ipa: ʘa] now.')).rejects.toMatchObject({ code: 'text/markup' })
})
