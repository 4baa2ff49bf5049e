import { expect, test } from 'vitest'
import { GARBLINGS, garbled, type Transcribed, wordsOf } from './garble.ts'

const said = (name: string, text: string, language = 'en'): Transcribed => ({
  name,
  language,
  text,
})
const FIRST = said('1', 'one two three four five six seven eight nine')
const ALL = [
  FIRST,
  said('2', 'red green blue white black brown grey pink gold'),
  said('3', 'àwọn ọmọ náà lọ sí ọjà ní àárọ̀ yìí o', 'yo'),
]

test('every way of garbling is there, and each differs from the text', () => {
  const texts = garbled(FIRST, ALL)
  expect(Object.keys(texts).sort()).toEqual([...GARBLINGS].sort())
  for (const text of Object.values(texts)) expect(text).not.toBe(FIRST.text)
})

test('each is wrong in its own way', () => {
  const { other, reversed, words, letters, half, missing, foreign } = garbled(FIRST, ALL)
  expect(other).toBe(ALL[1]?.text)
  expect(foreign).toBe(ALL[2]?.text.split(' ').slice(0, 9).join(' '))
  expect(reversed).toBe('nine eight seven six five four three two one')
  const sorted = (text = ''): readonly string[] => [...wordsOf(text)].sort()
  expect(sorted(words)).toEqual(sorted(FIRST.text))
  for (const [at, word] of wordsOf(letters ?? '').entries())
    expect([...word].sort()).toEqual([...(wordsOf(FIRST.text)[at] ?? '')].sort())
  expect(wordsOf(missing ?? '')).toHaveLength(6)
  const kept = wordsOf(half ?? '').map((word, at) => word === wordsOf(FIRST.text)[at])
  expect(kept.filter(Boolean).length).toBeGreaterThanOrEqual(4)
  expect(kept.filter(Boolean).length).toBeLessThanOrEqual(5)
})

test('the same comes out whatever the order of the others, and nothing foreign without another language', () => {
  expect(garbled(FIRST, ALL.toReversed())).toEqual(garbled(FIRST, ALL))
  expect(garbled(FIRST, ALL.slice(0, 2)).foreign).toBeUndefined()
})
