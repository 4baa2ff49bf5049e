import { expect, test } from 'vitest'
import {
  countDiacritics,
  tonesPerVowel,
  withHalfOfMarks,
  withoutDots,
  withoutMarks,
  withoutTones,
} from './diacritic-error-rate.ts'

test('of "ọmọ náà lọ" without marks no word is right and five of seven diacritics are wrong', () => {
  const line = 'ọmọ náà lọ'
  const bare = withoutMarks(line)
  expect(bare).toBe('omo naa lo')
  const counts = countDiacritics([line], [bare], [bare])
  // Letters that can carry a mark: o m o, n a a, o; m and n have none here.
  expect(counts).toEqual({
    ...{ words: 3, wordsRight: 0, wordsRightAsGiven: 0, markedWords: 3, markedWordsRight: 0 },
    ...{ letters: 7, lettersWrong: 5, lettersWrongAsGiven: 5, linesChanged: 0 },
  })
})

test('one wrong tone is one wrong word and one wrong diacritic', () => {
  const { wordsRight, lettersWrong } = countDiacritics(['ilé wa'], ['ilè wa'], ['ile wa'])
  expect([wordsRight, lettersWrong]).toEqual([1, 1])
})

test('words that their writer left bare are counted apart', () => {
  const counts = countDiacritics(['ede ilé wa'], ['èdè ilé wa'], ['ede ile wa'])
  expect([counts.words, counts.wordsRight]).toEqual([3, 2])
  expect([counts.markedWords, counts.markedWordsRight]).toEqual([1, 1])
})

test('a line below is the same mark as a dot below, and a written mid tone as none', () => {
  const { wordsRight, lettersWrong } = countDiacritics(['o̩mo̩ bābá'], ['ọmọ babá'], ['omo baba'])
  expect([wordsRight, lettersWrong]).toEqual([2, 0])
})

test('marks may come in any order and form', () => {
  const [composed, decomposed] = ['ọ̀rẹ́'.normalize('NFC'), 'o\u0300\u0323re\u0301\u0323']
  expect(countDiacritics([composed], [decomposed], ['ore']).lettersWrong).toBe(0)
})

test('a line with another letter is counted as changed, and no word of it where words are lost', () => {
  const counts = countDiacritics(['ọmọ náà'], ['ọmọ'], ['omo naa'])
  expect([counts.linesChanged, counts.wordsRight]).toEqual([1, 0])
})

test('dots stay without tones, tones without dots, and every second word stays without the others', () => {
  expect(withoutTones('ẹ̀kọ́ ọ̀rọ̀')).toBe('ẹkọ ọrọ')
  expect(withoutDots('ẹ̀kọ́ o\u0329mo\u0329 ilé')).toBe('èkó omo ilé')
  expect(withHalfOfMarks('ẹ̀kọ́ ọ̀rọ̀ ilé')).toBe('ẹ̀kọ́ oro ilé')
})

test('tones are counted for each vowel', () => {
  expect(tonesPerVowel('ilé wa dára')).toBe(2 / 5)
})
