import { expect, test } from 'vitest'
import { BANDS } from '#speech/dsp/mel-bands.ts'
import type { VoiceTraits } from '#speech/engines/flite/profile.ts'
import { decodeTraits, encodeTraits } from './traits.ts'

const gains = Array.from({ length: BANDS }, (_, band) => band / 10)

/** Traits as libraries of every version hold them. */
const STORED = {
  base: 'slt',
  f0Hz: 182.5,
  rangeSemitones: 5.1,
  liveliness: 0.9,
  formantScale: 1.04,
  colour: { low: 1, middle: -2, presence: 0.5, high: 3, breath: 0.1 },
  timbre: { all: gains, sounds: { iy: gains }, followsColour: true },
  rate: 1.02,
  hasNigerianAccent: false,
  gainDecibels: -6.5,
}

/** The same as the program uses them. */
const TRAITS: VoiceTraits = {
  base: 'slt',
  f0Hz: 182.5,
  rangeSemitones: 5.1,
  pitchVariance: 0.9,
  formantScale: 1.04,
  equaliser: { low: 1, middle: -2, presence: 0.5, high: 3, breath: 0.1 },
  spectralEnvelope: { all: gains, sounds: { iy: gains }, followsEqualiser: true },
  rate: 1.02,
  hasNigerianAccent: false,
  gainDecibels: -6.5,
}

test('traits of a voice that was stored before are read', () => {
  expect(decodeTraits(JSON.parse(JSON.stringify(STORED)))).toEqual(TRAITS)
})

test('traits of a new voice are stored with the keys and in the order of all versions', () => {
  expect(JSON.stringify(encodeTraits(TRAITS))).toBe(JSON.stringify(STORED))
})

test('traits that were read are stored again as they were', () => {
  const { followsColour: _, ...measuredBefore } = STORED.timbre
  for (const stored of [STORED, { ...STORED, timbre: measuredBefore }])
    expect(JSON.stringify(encodeTraits(decodeTraits(stored)))).toBe(JSON.stringify(stored))
})

test('traits of voices made before envelopes were measured are read too', () => {
  const { timbre: _, ...older } = STORED
  const { spectralEnvelope: __, ...expected } = TRAITS
  expect(decodeTraits(older)).toEqual(expected)
  expect(encodeTraits(expected)).toEqual(older)
})
