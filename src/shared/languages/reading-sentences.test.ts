import { expect, test } from 'vitest'
import { LANGUAGES, languageInfo } from './languages.ts'

/** Letters and marks that a speaker of the language expects to see in such sentences, taken together. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  am: ['።', '፣', 'ጠ', 'ቀ', 'ጫ', 'ጽ'],
  ha: ['ɓ', 'ɗ', 'ƙ', 'ƴ', 'ts', 'sh'],
  ig: ['ị', 'ọ', 'ụ', 'gb', 'kp', 'gw', 'nw', 'ch'],
  yo: ['ẹ', 'ọ', 'ṣ', 'ẹ́', 'ẹ̀', 'ọ́', 'ọ̀', 'à', 'á', 'gb', 'ń'],
}

test.each(LANGUAGES)(
  'there are three sentences or more to read in $name, each its own',
  ({ readingSentences: sentences }) => {
    expect(sentences.length).toBeGreaterThanOrEqual(3)
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) {
      expect(sentence).toBe(sentence.normalize('NFC').trim())
      expect(sentence).toMatch(/[.?።]$/)
    }
  },
)

test.each(Object.entries(EXPECTED))(
  'the sentences of %s hold the letters that only it has',
  (code, letters) => {
    const known = LANGUAGES.find((language) => language.code === code)
    const text = known?.readingSentences.join(' ').toLowerCase() ?? ''
    expect(letters.filter((letter) => !text.includes(letter.normalize('NFC')))).toEqual([])
  },
)

test('English sentences hold every vowel letter, the two sounds of th, and most consonants', () => {
  const text = languageInfo('en').readingSentences.join(' ').toLowerCase()
  const missing = [...'abcdefghijklmnoprstuvwxyz'].filter((letter) => !text.includes(letter))
  expect(missing).toEqual([])
})
