import { expect, test } from 'vitest'
import { parseSounds, phoneOf, soundOfIpa, soundsOfSymbol, stressOf } from './arpabet.ts'

test.each([
  ['EY1', 'eɪ'],
  ['ER1', 'ɝ'],
  ['ER0', 'ɚ'],
  ['AH1', 'ʌ'],
  ['AH2', 'ʌ'],
  ['AH0', 'ə'],
  ['AX0', 'ə'],
  ['AA0', 'ɑ'],
  ['OW2', 'oʊ'],
  ['CH', 'tʃ'],
  ['R', 'ɹ'],
  ['NG', 'ŋ'],
])('%s is /%s/', (symbol, ipa) => {
  expect(parseSounds(symbol).map(phoneOf)).toEqual([{ ipa, language: 'en' }])
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
])('letter-to-sound rules write %s for %j', (phone, sounds) => {
  expect(soundsOfSymbol(phone)).toEqual(sounds)
})

test('only vowels have a stress', () => {
  expect(parseSounds('HH AH0 L OW1').map(stressOf)).toEqual([undefined, 0, undefined, 1])
})

test('a symbol that is none is refused by name', () => {
  expect(() => parseSounds('HH QQ1')).toThrow('"QQ1" in "HH QQ1" is no ARPAbet symbol')
  expect(() => soundsOfSymbol('xx')).toThrow('"xx" is no phone')
})
