import { expect, test } from 'vitest'
import { parseSounds, phoneOf, soundOfIpa, soundsOfBase, stressOf } from './arpabet.ts'

test.each([
  ['EY1', 'eɪ', 'ey'],
  ['ER1', 'ɝ', 'er'],
  ['ER0', 'ɚ', 'er'],
  ['AH1', 'ʌ', 'ah'],
  ['AH2', 'ʌ', 'ah'],
  ['AH0', 'ə', 'ax'],
  ['AX0', 'ə', 'ah'],
  ['AA0', 'ɑ', 'aa'],
  ['OW2', 'oʊ', 'ow'],
  ['CH', 'tʃ', 'ch'],
  ['R', 'ɹ', 'r'],
  ['NG', 'ŋ', 'ng'],
])('%s is /%s/ and the base phone %s', (symbol, ipa, base) => {
  expect(parseSounds(symbol).map(phoneOf)).toEqual([{ ipa, base }])
})

test.each([
  ['eɪ', 'EY1'],
  ['ɝ', 'ER1'],
  ['ɚ', 'ER0'],
  ['ʌ', 'AH1'],
  ['ə', 'AH0'],
  ['dʒ', 'JH'],
  ['g', 'G'],
  ['ɡ', 'G'],
  ['ɓ', undefined],
])('/%s/ is %s', (ipa, symbol) => {
  expect(soundOfIpa(ipa)).toBe(symbol)
})

test('IPA vowels take the stress they are given', () => {
  expect(soundOfIpa('oʊ', 2)).toBe('OW2')
})

test.each([
  ['ey', ['EY0']],
  ['ey1', ['EY1']],
  ['ax', ['AH0']],
  ['ax0', ['AH0']],
  ['ah', ['AH2']],
  ['k', ['K']],
  ['dx', ['T']],
  ['el', ['AH0', 'L']],
  ['pau', []],
])('flite writes %s for %j', (phone, sounds) => {
  expect(soundsOfBase(phone)).toEqual(sounds)
})

test('only vowels have a stress', () => {
  expect(parseSounds('HH AH0 L OW1').map(stressOf)).toEqual([undefined, 0, undefined, 1])
})

test('a symbol that is none is refused by name', () => {
  expect(() => parseSounds('HH QQ1')).toThrow('"QQ1" in "HH QQ1" is no ARPAbet symbol')
  expect(() => soundsOfBase('xx')).toThrow('"xx" is no phone')
})
