import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Word } from '#speech/utterance.ts'
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

test('what the page on languages says of the accent is what it changes: face, goat and th, and no weak vowel', () => {
  const phones =
    'ɑ æ ʌ ə ɔ aʊ aɪ ɛ ɝ ɚ eɪ ɪ i oʊ ɔɪ ʊ u b tʃ d ð f ɡ h dʒ k l m n ŋ p ɹ s ʃ t θ v w j z ʒ'
  const changed = phones.split(' ').filter((phone) => said(word('word', phone)) !== phone)
  expect(changed).toEqual(['eɪ', 'oʊ', 'ð', 'θ'])
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/languages.md'), 'utf8')
  const english = (page.split('## English')[1] ?? '').split('## ')[0]?.replace(/\s+/g, ' ')
  for (const word of [
    '*face*',
    '*goat*',
    '*th* as t and d',
    'All other vowels are the American ones',
  ])
    expect(english).toContain(word)
  expect(english).not.toContain('full vowels')
})
