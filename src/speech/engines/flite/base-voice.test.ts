import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { peakOf } from '#speech/dsp/level.ts'
import { openPitchTrack } from '#speech/dsp/pitch.ts'
import type { ProsodyPlan, Sentence, Tone, Word } from '#speech/utterance.ts'
import { createSentenceRenderer, type SentenceRenderer } from './base-voice.ts'
import { type Flite, openFlite } from './flite.ts'
import { mappingOf } from './phone-mapping.ts'
import { SYSTEM_VOICES } from './system-voices.ts'

let flite: Flite
beforeAll(async () => {
  flite = await openFlite()
})

const english = (text: string, syllables: string, breakAfter = false): Word => ({
  text,
  language: 'en',
  breakAfter,
  syllables: syllables.split(' . ').map((phones) => ({
    stress: 1,
    phones: phones.split(' ').map((base) => ({ base, ipa: base })),
  })),
})
const sentenceOf = (words: readonly Word[]): Sentence => ({
  words,
  end: 'statement',
  endsParagraph: false,
})
const greeting = sentenceOf([
  english('hello', 'hh ax . l ow', true),
  english("john's", 'jh aa n z'),
  english('river', 'r ih . v er'),
])
const plain = (sentence: Sentence, stretch = 1): ProsodyPlan => ({
  durations: undefined,
  stretches: sentence.words.map(() => stretch),
  pauses: sentence.words.map(({ breakAfter }) => (breakAfter ? 0.2 : 0)),
  targets: undefined,
  shifts: [],
  ranges: [],
  finalLiftSemitones: 0,
  pauseSeconds: 0,
})

function voiceOf(id: string): SentenceRenderer {
  const profile = SYSTEM_VOICES.find(({ info }) => info.id === id)
  if (!profile) throw new Error(`no voice ${id}`)
  return createSentenceRenderer(profile, flite)
}

function say(id: string, sentence: Sentence, plan = plain(sentence)) {
  const { timings, length, blocks } = voiceOf(id).render(sentence, plan)
  const samples = Float32Array.from([...blocks].flatMap((block) => [...block]))
  expect(samples).toHaveLength(length)
  return { timings, samples }
}

test('there are 28 voices: four of every language and eight of English, half of them women', () => {
  expect(SYSTEM_VOICES).toHaveLength(28)
  expect(new Set(SYSTEM_VOICES.map(({ info }) => info.id)).size).toBe(28)
  expect(SYSTEM_VOICES.filter(({ info }) => info.gender === 'female')).toHaveLength(14)
  for (const { code } of LANGUAGES)
    expect(SYSTEM_VOICES.filter(({ info }) => info.language === code)).toHaveLength(
      code === 'en' ? 8 : 4,
    )
})

test('women and men have pitches in their natural ranges', () => {
  for (const { info, f0Hz } of SYSTEM_VOICES) {
    const [low, high] = info.gender === 'female' ? [165, 255] : [85, 155]
    expect(f0Hz, info.name).toBeGreaterThanOrEqual(low)
    expect(f0Hz, info.name).toBeLessThanOrEqual(high)
  }
})

test.each(SYSTEM_VOICES.map(({ info }) => info.id))(
  '%s says every word in order, at its own pitch and a healthy level',
  (id) => {
    const { samples, timings } = say(id, greeting)
    const seconds = samples.length / SAMPLE_RATE
    expect(seconds).toBeGreaterThan(0.8)
    expect(seconds).toBeLessThan(3)
    expect(peakOf(samples)).toBeGreaterThan(0.15)
    expect(peakOf(samples)).toBeLessThan(0.96)
    expect(timings.words.map(({ text }) => text)).toEqual(['hello', "john's", 'river'])
    for (const list of [timings.words, timings.syllables, timings.phones])
      for (const [i, { start, end }] of list.entries()) {
        expect(start).toBeGreaterThanOrEqual(list[i - 1]?.end ?? 0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(seconds)
      }
    const { f0Hz } = SYSTEM_VOICES.find(({ info }) => info.id === id) ?? { f0Hz: 0 }
    const track = openPitchTrack(samples, SAMPLE_RATE, f0Hz * 0.6, f0Hz * 1.6)
    track.follow(seconds)
    const voiced = track.hz.filter((hz) => hz > 0).sort()
    expect(Math.abs(12 * Math.log2(voiced[voiced.length >> 1]! / f0Hz))).toBeLessThan(3)
  },
)

test('the first block is short, so that it is heard early, and no other keeps the next speaker waiting', () => {
  const slow = plain(greeting, 4)
  const { blocks, length } = voiceOf('john').render(greeting, slow)
  const seconds = [...blocks].map((block) => block.length / SAMPLE_RATE)
  expect(seconds.length).toBeGreaterThan(2)
  expect(seconds[0]).toBeLessThan(0.5)
  expect(Math.max(...seconds)).toBeLessThan(2)
  expect(seconds.reduce((sum, each) => sum + each)).toBeCloseTo(length / SAMPLE_RATE, 6)
})

test('the sound begins and ends in silence, so that joints do not click', () => {
  const { samples } = say('lina', greeting)
  expect(Math.abs(samples[0]!)).toBeLessThan(0.001)
  expect(Math.abs(samples.at(-1)!)).toBeLessThan(0.001)
})

test.each(['john', 'sade'])('%s is silent in the pause after the last word', (id) => {
  const pauses = [0, 0, 0.5]
  const { samples, timings } = say(id, greeting, { ...plain(greeting), pauses })
  const end = timings.words.at(-1)!.end
  expect(samples.length / SAMPLE_RATE - end).toBeGreaterThan(0.5)
  const after = samples.slice(Math.round((end + 0.07) * SAMPLE_RATE))
  expect(peakOf(after)).toBeLessThan(0.001)
})

test('stretched durations change the pace by their factor', () => {
  const normal = say('lina', greeting).timings.words.at(-1)!.end
  const slow = say('lina', greeting, plain(greeting, 1 / 0.7)).timings.words.at(-1)!.end
  expect((slow - 0.2) / (normal - 0.2)).toBeCloseTo(1 / 0.7, 1)
})

test('the same sentence gives the same samples', () => {
  expect(say('jude', greeting).samples).toEqual(say('jude', greeting).samples)
})

const yoruba = (syllables: readonly (readonly [phones: string, tone: Tone])[]): Sentence =>
  sentenceOf([
    {
      text: 'ọ̀rọ̀',
      language: 'yo',
      breakAfter: false,
      syllables: syllables.map(([phones, tone]) => ({
        stress: 0,
        tone,
        phones: phones.split(' ').map((ipa) => ({ ipa })),
      })),
    },
  ])

test('tones are heard: the pitch of each syllable is the one that was planned', () => {
  const sentence = yoruba([
    ['b a', 'H'],
    ['b a', 'L'],
    ['b a', 'M'],
    ['b a', 'H'],
  ])
  const semitones = [3, -3, 0, 3]
  const plan: ProsodyPlan = {
    ...plain(sentence),
    durations: sentence.words.flatMap(({ syllables }) => syllables.flatMap(() => [0.07, 0.16])),
    targets: semitones.flatMap((height, syllable) => [
      { syllable, part: 0.35, semitones: height },
      { syllable, part: 0.9, semitones: height },
    ]),
  }
  for (const id of ['sade', 'segun', 'ngozi']) {
    const { samples, timings } = say(id, sentence, plan)
    const { f0Hz } = SYSTEM_VOICES.find(({ info }) => info.id === id) ?? { f0Hz: 0 }
    const track = openPitchTrack(samples, SAMPLE_RATE, f0Hz * 0.6, f0Hz * 1.7)
    track.follow(samples.length / SAMPLE_RATE)
    for (const [i, { start, end, tone }] of timings.syllables.entries()) {
      const from = Math.round((start + 0.5 * (end - start)) / track.hopSeconds)
      const heard = track.hz
        .slice(from, Math.round(end / track.hopSeconds))
        .filter((hz) => hz > 0)
        .sort()
      expect(12 * Math.log2(heard[heard.length >> 1]! / f0Hz)).toBeCloseTo(semitones[i]!, 0)
      expect(tone).toBe(['H', 'L', 'M', 'H'][i])
    }
  }
})

test('every phone of the six languages is mapped to phones of flite whose shares add up', () => {
  const phones =
    'a e ɛ i o ɔ u ã ɛ̃ ĩ ɔ̃ ũ ə ɨ ɪ ʊ aː uː b ɓ d ɗ f ɸ ɡ ɡ͡b ɣ h j k k͡p kʼ kʷ kʷʼ ɡʷ ŋʷ kʲ l m n ɲ ŋ p pʼ r ɾ ɽ s sʼ ʃ t tʼ t͡ʃ t͡ʃʼ d͡ʒ v w z ʒ ʔ ʔʲ j̰ m̩ n̩ ŋ̩ tː kʼː mʷ'
  for (const ipa of phones.split(' ')) {
    const { bases, parts } = mappingOf({ ipa })
    expect(
      parts.reduce((sum, { share }) => sum + share, 0),
      ipa,
    ).toBeCloseTo(1, 6)
    for (const { base } of parts) expect(base ?? 0, ipa).toBeLessThan(Math.max(1, bases.length))
    expect(bases.includes('ax'), ipa).toBe(false)
  }
})

test('a phone that is in no table is still heard', () => {
  const { samples } = say('john', yoruba([['ʘ a', 'M']]))
  expect(peakOf(samples)).toBeGreaterThan(0.05)
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
