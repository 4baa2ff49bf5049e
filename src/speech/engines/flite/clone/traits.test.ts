import { expect, test } from 'vitest'
import { BANDS } from '#speech/dsp/mel-bands.ts'
import { StoredTraits } from './traits.ts'

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

test('traits are read from a library and written back with the same keys and values', () => {
  const stored = JSON.stringify(STORED)
  expect(JSON.stringify(StoredTraits.parse(JSON.parse(stored)))).toBe(stored)
})

test('traits of voices made before envelopes were measured are read too', () => {
  const { timbre: _, ...older } = STORED
  expect(StoredTraits.parse(older)).toEqual(older)
})
