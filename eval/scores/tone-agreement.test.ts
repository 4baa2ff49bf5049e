import { expect, test } from 'vitest'
import { rightTones, tonesOfIpa } from './tone-agreement.ts'

test('the tones of a word are those over its vowels, one for a diphthong', () => {
  expect(tonesOfIpa('ʔ à b d ù l h à m î d')).toEqual(['L', 'L', 'L', 'HL'])
  expect(tonesOfIpa('ʔ á i l à n')).toEqual(['H', 'L'])
  expect(tonesOfIpa('ɡ ú s t àː')).toEqual(['H', 'L'])
})

test('a word with a vowel that has no mark says nothing of tones', () => {
  expect(tonesOfIpa('ã t͡ʃ t͡ʃ á')).toEqual([])
})

test('a word with other syllables has no tone right', () => {
  expect(rightTones(['L', 'H', 'L'], ['L', 'L', 'L'])).toBe(2)
  expect(rightTones(['L', 'H', 'L'], ['L', 'H'])).toBe(0)
})
