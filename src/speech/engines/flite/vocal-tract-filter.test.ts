import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { bandPass } from '#speech/dsp/biquad.ts'
import { BANDS, centreHz } from '#speech/dsp/mel-bands.ts'
import type { ProsodyPlan, Sentence } from '#speech/utterance.ts'
import { createSentenceRenderer } from './base-voice.ts'
import { decodeTraits } from './clone/traits.ts'
import { type Flite, openFlite } from './flite.ts'
import { profileOf } from './profile.test-support.ts'
import type { VoiceTraits } from './profile.ts'

let flite: Flite
beforeAll(async () => {
  flite = await openFlite()
})

const ME: Sentence = {
  words: [
    {
      text: 'me',
      language: 'en',
      breakAfter: false,
      syllables: [{ stress: 1, phones: ['m', 'iy'].map((base) => ({ base, ipa: base })) }],
    },
  ],
  end: 'statement',
  endsParagraph: false,
}
const PLAN: ProsodyPlan = {
  durations: undefined,
  stretches: [2],
  pauses: [0],
  targets: undefined,
  shifts: [],
  ranges: [],
  finalLiftSemitones: 0,
  pauseSeconds: 0,
}

function say(traits: VoiceTraits): Float32Array {
  const { blocks } = createSentenceRenderer(profileOf(traits), flite).render(ME, PLAN)
  return Float32Array.from([...blocks].flatMap((block) => [...block]))
}

/** Gains that rise by band from `low` to `high`. */
const rising = (low: number, high: number): readonly number[] =>
  Array.from({ length: BANDS }, (_, band) => low + ((high - low) * band) / (BANDS - 1))

const PLAIN: VoiceTraits = {
  base: 'slt',
  f0Hz: 180,
  rangeSemitones: 6,
  pitchVariance: 1,
  formantScale: 1.05,
  equaliser: { low: 0, middle: 0, presence: 0, high: 0, breath: 0 },
  rate: 1,
  hasNigerianAccent: false,
  gainDecibels: -12,
}
const BREATHY = { ...PLAIN.equaliser, breath: 0.2 }

/** Power in dB, around `hz` where one is named. */
function levelOf(samples: Float32Array, hz?: number): number {
  const heard = samples.slice()
  if (hz) bandPass(hz, SAMPLE_RATE, 2).run(heard)
  return 10 * Math.log10(heard.reduce((sum, x) => sum + x * x, 0) / heard.length)
}

/** Levels around frequencies, of what the program made of the voice below when it was stored. */
/** Levels in dB around frequencies in Hz, of the voice below as the program that stored it rendered it. */
const BEFORE = [
  [250, -24.26],
  [1_000, -41.23],
  [2_000, -45.15],
  [4_000, -43.95],
  [6_000, -50.05],
  [8_000, -56.11],
  [10_000, -62.54],
] as const

test('a voice stored when the equaliser followed the envelope still sounds the same', () => {
  const { pitchVariance, equaliser: _, ...same } = PLAIN
  const stored = {
    ...same,
    liveliness: pitchVariance,
    colour: BREATHY,
    timbre: { all: rising(-4, 12), sounds: { iy: rising(0, 20) } },
  }
  const samples = say(decodeTraits(JSON.parse(JSON.stringify(stored))))
  for (const [hz, level] of BEFORE)
    expect(Math.abs(levelOf(samples, hz) - level), `${hz} Hz`).toBeLessThan(0.1)
})

/** Noise that breath adds to a voice. */
function breathIn(spectralEnvelope?: VoiceTraits['spectralEnvelope']): number {
  const traits = spectralEnvelope ? { ...PLAIN, spectralEnvelope } : PLAIN
  const without = say(traits)
  return levelOf(say({ ...traits, equaliser: BREATHY }).map((x, n) => x - without[n]!))
}

test.each([-20, 0, 12])('breath is as loud through an envelope of %d dB as without one', (gain) => {
  const spectralEnvelope = { all: rising(gain, gain), sounds: {}, followsEqualiser: true } as const
  expect(breathIn(spectralEnvelope)).toBeCloseTo(breathIn(), 1)
})

test('an envelope with one very loud segment makes breath only a little louder', () => {
  const all = Array.from({ length: BANDS }, (_, band) => (centreHz(band) > 2_500 ? -20 : 0))
  const spectralEnvelope = { all, sounds: { iy: rising(0, 0) }, followsEqualiser: true } as const
  expect(breathIn(spectralEnvelope)).toBeLessThan(breathIn() + 6.5)
})
