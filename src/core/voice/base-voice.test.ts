import { beforeAll, expect, test } from 'vitest'
import { peakOf } from '#core/audio/level.ts'
import type { Sentence, Word } from '#core/utterance.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { createBaseVoice } from './base-voice.ts'
import { type Flite, openFlite } from './flite.ts'
import { ENGLISH_VOICES } from './system-voices.ts'

let flite: Flite
beforeAll(async () => {
  flite = await openFlite()
})

const word = (text: string, syllables: string, breakAfter = false): Word => ({
  text,
  language: 'en',
  breakAfter,
  syllables: syllables.split(' . ').map((phones) => ({
    stress: 1,
    phones: phones.split(' ').map((base) => ({ base, ipa: base })),
  })),
})
const greeting: Sentence = {
  words: [
    word('hello', 'hh ax . l ow', true),
    word("john's", 'jh aa n z'),
    word('river', 'r ih . v er'),
  ],
  end: 'statement',
  endsParagraph: false,
}
const voice = (id: string) => {
  const profile = ENGLISH_VOICES.find(({ info }) => info.id === id)
  if (!profile) throw new Error(`no voice ${id}`)
  return createBaseVoice(profile, flite)
}

test('there are eight English people, four women and four men, as the API lists them', () => {
  const names = ENGLISH_VOICES.map(({ info }) => info.name)
  expect(names).toEqual(['John', 'Lucy', 'Lina', 'Jude', 'Henry', 'Kani', 'Kingsley', 'Remi'])
  expect(ENGLISH_VOICES.filter(({ info }) => info.gender === 'female')).toHaveLength(4)
})

test.each(ENGLISH_VOICES.map(({ info }) => info.id))(
  '%s says every word, in order, at a healthy level',
  (id) => {
    const { samples, timings } = voice(id).render(greeting, 1)
    const seconds = samples.length / SAMPLE_RATE
    expect(seconds).toBeGreaterThan(0.8)
    expect(seconds).toBeLessThan(3)
    expect(peakOf(samples)).toBeGreaterThan(0.2)
    expect(peakOf(samples)).toBeLessThanOrEqual(0.9)
    expect(timings.words.map(({ text }) => text)).toEqual(['hello', "john's", 'river'])
    expect(timings.syllables).toHaveLength(5)
    expect(timings.phones).toHaveLength(12)
    for (const list of [timings.words, timings.syllables, timings.phones]) {
      for (const [i, { start, end }] of list.entries()) {
        expect(start).toBeGreaterThanOrEqual(list[i - 1]?.end ?? 0)
        expect(end).toBeGreaterThan(start)
      }
      expect(list.at(-1)!.end).toBeLessThanOrEqual(seconds)
    }
  },
)

test('the sound begins and ends in silence, so that joints do not click', () => {
  const { samples } = voice('john').render(greeting, 1)
  expect(Math.abs(samples[0]!)).toBeLessThan(0.001)
  expect(Math.abs(samples.at(-1)!)).toBeLessThan(0.001)
})

test('stretched durations change the pace', () => {
  const normal = voice('lina').render(greeting, 1).samples.length
  expect(voice('lina').render(greeting, 1 / 0.7).samples.length / normal).toBeCloseTo(1 / 0.7, 1)
  expect(voice('lina').render(greeting, 1 / 1.2).samples.length / normal).toBeCloseTo(1 / 1.2, 1)
})

test('the same sentence gives the same samples', () => {
  const once = voice('jude').render(greeting, 1).samples
  expect(voice('jude').render(greeting, 1).samples).toEqual(once)
})

test('letters become sounds for words that no lexicon knows, all in one run', () => {
  const [adekunle, hello, nonsense, gutzum] = flite.lettersToSound([
    'adekunle',
    'hello',
    'zzxqv',
    'gutzum',
  ])
  expect(adekunle?.length).toBeGreaterThan(5)
  expect(hello).toEqual(['hh', 'ax', 'l', 'ow'])
  expect(nonsense?.length).toBeGreaterThan(0)
  expect(gutzum).toContain('ah')
})
