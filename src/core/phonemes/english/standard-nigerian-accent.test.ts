import { expect, test } from 'vitest'
import type { Word } from '#core/utterance.ts'
import { standardNigerianAccent } from './standard-nigerian-accent.ts'

const word = (text: string, phones: string, language: Word['language'] = 'en'): Word => ({
  text,
  language,
  breakAfter: false,
  syllables: [{ stress: 1, phones: phones.split(' ').map((ipa) => ({ ipa })) }],
})
const said = (given: Word): string =>
  standardNigerianAccent([given])
    .flatMap(({ syllables }) => syllables.flatMap(({ phones }) => phones.map(({ ipa }) => ipa)))
    .join(' ')

test.each([
  ['face', 'f eɪ s', 'f e s'],
  ['goat', 'ɡ oʊ t', 'ɡ o t'],
  ['the', 'ð ə', 'd ə'],
  ['thing', 'θ ɪ ŋ', 't ɪ ŋ'],
  ['market', 'm ɑ ɹ k ɪ t', 'm ɑ ɹ k ɪ t'],
])('"%s" is said as in a Lagos newsroom', (text, american, nigerian) => {
  expect(said(word(text, american))).toBe(nigerian)
})

test('words of other languages stay as they are', () => {
  const given = word('ilé', 'i l e', 'yo')
  expect(standardNigerianAccent([given])).toEqual([given])
})
