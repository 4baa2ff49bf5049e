import { expect, test } from 'vitest'
import { marksAfter, type PlacedWord, pausePlaces } from './pause-places.ts'

const BREAKS = {
  conjunctions: new Set(['and']),
  prepositions: new Set(['in']),
  longestGroup: 20,
}
const word = (text: string, start: number, end: number, has = ''): PlacedWord => ({
  ...{ text, start, end, hasMark: has === 'mark', endsPiece: has === 'piece' },
})

test('a silence belongs to what is written or planned between two words', () => {
  const words = [
    word('rain', 0, 1, 'mark'),
    word('falls', 1.2, 2),
    word('and', 2.2, 3),
    word('wind', 3.2, 4, 'piece'),
    word('blows', 4.2, 5),
    word('here', 5, 6),
    word('now', 6.1, 7),
  ]
  const silences = [
    { start: 1, end: 1.2 },
    { start: 2, end: 2.2 },
    { start: 3, end: 3.2 },
    { start: 4, end: 4.2 },
    { start: 4.98, end: 5.1 },
    { start: 5.4, end: 5.6 },
  ]
  expect(pausePlaces(words, silences, BREAKS)).toEqual([
    ...['mark', 'joining', 'elsewhere', 'piece', 'inside', 'inside'],
  ])
})

test('a rest is heard before the last vowel has ended, too', () => {
  const words = [word('rain', 0, 1), word('falls', 1.2, 2)]
  expect(pausePlaces(words, [{ start: 0.9, end: 1.2 }], BREAKS)).toEqual(['elsewhere'])
})

test('a closed consonant at the beginning of a word is inside it; silence on both sides of the edge is not', () => {
  const words = [word('the', 0, 1), word('pot', 1.01, 2)]
  expect(pausePlaces(words, [{ start: 0.98, end: 1.11 }], BREAKS)).toEqual(['inside'])
  expect(pausePlaces(words, [{ start: 0.94, end: 1.06 }], BREAKS)).toEqual(['unplanned'])
})

test('marks stand with their words or alone, and words that were not spoken are passed over', () => {
  const text = 'Good morning, Ibadan — all 3 of you; bye.'
  const spoken = ['good', 'morning', 'ibadan', 'all', 'of', 'you', 'bye']
  expect(marksAfter(spoken, text)).toEqual([false, true, true, false, false, true, true])
})
