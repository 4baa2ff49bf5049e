import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fliteLettersToSound } from '#speech/engines/flite/letters-to-sound.ts'
import { registeredLanguages } from '#speech/languages/registry.ts'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import type { Sentence } from '#speech/utterance.ts'
import { createPhoneEncoder, ModelTables, phonologicalFeatures } from './phone-features.ts'

const TABLES = ModelTables.parse(
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../models/native-speech/voices.json'), 'utf8'),
  ),
)
const LEXICONS = join(import.meta.dirname, '../../../resources/lexicons')
const namesOf = (ipa: string): string[] =>
  TABLES.features.filter((_, i) => (phonologicalFeatures(ipa, TABLES)[i] ?? 0) > 0)

test.each([
  ['_', 'pause'],
  ['a', 'vowel low central voiced'],
  ['ɛ̃', 'vowel mid front nasal voiced'],
  ['k͡p', 'stop labial velar doubled'],
  ['t͡ʃ', 'affricate postalveolar'],
  ['sʼ', 'fricative alveolar ejective'],
  ['ɓ', 'stop labial voiced implosive'],
  ['m̩', 'nasal labial voiced syllabic'],
  ['aː', 'vowel low central voiced long'],
  ['kʷ', 'stop velar labialised'],
])('%s is %s', (ipa, names) => {
  expect(namesOf(ipa).sort()).toEqual(names.split(' ').sort())
})

test('a diphthong lies between its ends', () => {
  const features = phonologicalFeatures('aɪ', TABLES)
  const value = (name: string) => features[TABLES.features.indexOf(name)]
  expect([value('low'), value('high'), value('glide'), value('vowel')]).toEqual([0.5, 0.5, 1, 1])
})

test('a foreign phone is what it shares with the known ones, and never silence', () => {
  expect(namesOf('ʘ')).not.toContain('pause')
  expect(namesOf('ɬʼ')).toContain('ejective')
})

const word = (text: string, tone: 'H' | 'L', breakAfter = false): Sentence['words'][number] => ({
  text,
  language: 'yo',
  breakAfter,
  syllables: [{ stress: 0, tone, phones: [{ ipa: 'b' }, { ipa: 'a' }] }],
})
const SENTENCE: Sentence = {
  words: [word('bá', 'H', true), word('bà', 'L')],
  end: 'question',
  endsParagraph: false,
}

test('a sentence is its phones in order, with silence around it and where it rests', () => {
  const encoder = createPhoneEncoder(TABLES)
  const ipa = (pauses: number[]) => encoder.encode(SENTENCE, pauses).map((phone) => phone.ipa)
  expect(ipa([0, 0])).toEqual(['_', 'b', 'a', 'b', 'a', '_'])
  expect(ipa([0.2, 0])).toEqual(['_', 'b', 'a', '_', 'b', 'a', '_'])
  const phones = encoder.encode(SENTENCE, [0.2, 0])
  expect(phones.map(({ syllable }) => syllable)).toEqual([
    ...[undefined, 0, 0, undefined, 1, 1, undefined],
  ])
  expect(phones.map((phone) => phone.word)).toEqual([0, 0, 0, 0, 1, 1, 1])
})

test('tone, place in the word, phrase break and the end of the sentence stand beside the sounds', () => {
  const encoder = createPhoneEncoder(TABLES)
  const extras = (at: number) => [
    ...(encoder.encode(SENTENCE, []).at(at)?.features ?? []).slice(TABLES.features.length),
  ]
  // - H M L HL LH, stress 1 2, first, last, break, statement question exclamation, nucleus
  expect(extras(2)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1])
  expect(extras(3)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0])
})

test('the tensor has a row for every feature and a column for every phone', () => {
  const encoder = createPhoneEncoder(TABLES)
  const phones = encoder.encode(SENTENCE, [])
  const { values, shape } = encoder.tensorOf(phones)
  const rows = TABLES.features.length + TABLES.extras
  expect(shape).toEqual([1, rows, phones.length])
  expect(values).toHaveLength(rows * phones.length)
  expect(values[phones.length * TABLES.features.indexOf('vowel') + 2]).toBe(1)
})

test('every phone of the greetings in every language has a place and a manner', async () => {
  for (const { code, greetings } of registeredLanguages()) {
    const reader = createPhonemizer(code, fliteLettersToSound, LEXICONS)
    for (const text of greetings) {
      const spoken = { text, end: 'statement', endsParagraph: false } as const
      const { words } = await reader.phonemize(spoken)
      const phones = words.flatMap(({ syllables }) => syllables.flatMap((s) => s.phones))
      expect(phones.length).toBeGreaterThan(0)
      for (const { ipa } of phones) expect(namesOf(ipa).length, `${code} ${ipa}`).toBeGreaterThan(1)
    }
  }
})
