import { expect, test } from 'vitest'
import { createListener, recordedInfo } from '#speech/cloning/listening.test-support.ts'
import { BANDS } from '#speech/dsp/mel-bands.ts'
import { traitsFormatOf } from '#speech/engines/registry.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import { decodeTraits, encodeTraits, type NeuralTraits } from './traits.ts'

const gains = Array.from({ length: BANDS }, (_, band) => band / 10)

/** Traits as libraries of every version hold them. */
const STORED = {
  mixture: [
    { speaker: 'yo', weight: 0.5 },
    { speaker: 'rms', weight: 0.5 },
  ],
  f0Hz: 118.5,
  formantScale: 1.04,
  rangeSemitones: 5.1,
  rate: 0.92,
  gainDecibels: 8.5,
  envelope: { all: gains, segments: { i: gains, 't<': gains } },
}

/** The same as the program uses them. */
const TRAITS: NeuralTraits = {
  mixture: [
    ['yo', 0.5],
    ['rms', 0.5],
  ],
  f0Hz: 118.5,
  formantScale: 1.04,
  rangeSemitones: 5.1,
  rate: 0.92,
  gainDecibels: 8.5,
  spectralEnvelope: { all: gains, sounds: { i: gains, 't<': gains }, followsEqualiser: true },
}

test('traits of a voice that was stored before are read, and stored again as they were', () => {
  expect(decodeTraits(JSON.parse(JSON.stringify(STORED)))).toEqual(TRAITS)
  expect(encodeTraits(TRAITS)).toEqual(STORED)
  const { envelope: _, ...plain } = STORED
  expect(encodeTraits(decodeTraits(plain))).toEqual(plain)
})

const many = Array.from({ length: 17 }, () => ({ speaker: 'yo', weight: 0.1 }))
test.each<readonly [string, object]>([
  ['no speaker', { mixture: [] }],
  ['a mixture of a thousand', { mixture: many }],
  ['a weight below 0', { mixture: [{ speaker: 'yo', weight: -1 }] }],
  ['a weight that is no number', { mixture: [{ speaker: 'yo', weight: '1' }] }],
  ['a name that is none', { mixture: [{ speaker: '', weight: 1 }] }],
  ['a pitch that nobody has', { f0Hz: 5_000 }],
  ['a pace of 0', { rate: 0 }],
  ['formants that are none', { formantScale: Number.NaN }],
  ['an envelope of fewer bands', { envelope: { all: [1, 2], segments: {} } }],
  ['gains that deafen', { envelope: { all: gains.map(() => 900), segments: {} } }],
  ['segments that are a list', { envelope: { all: gains, segments: [gains] } }],
])('traits with %s are refused', (_, change) => {
  expect(() => traitsFormatOf('griot-neural').parse({ ...STORED, ...change })).toThrow()
})

test('a voice of speakers that this model lacks speaks all the same, and names of JavaScript are names', async () => {
  const speaker = await speakerForTests('griot-neural')
  const { soundOf } = createListener(() => speaker)
  const say = (names: readonly string[]): Promise<Float32Array> => {
    const traits = { ...STORED, mixture: names.map((name) => ({ speaker: name, weight: 0.5 })) }
    const custom = { engine: 'griot-neural', info: recordedInfo('yo'), traits }
    return soundOf({ text: 'Ẹ káàárọ̀.', voice: 'x', speed: 1, custom })
  }
  const known = await say(['yo'])
  expect(known.some((x) => Math.abs(x) > 0.05)).toBe(true)
  expect(await say(['yo', 'a-speaker-of-2031'])).toEqual(known)
  for (const name of ['a-speaker-of-2031', '__proto__', 'constructor'])
    expect((await say([name])).some((x) => Math.abs(x) > 0.05)).toBe(true)
})
