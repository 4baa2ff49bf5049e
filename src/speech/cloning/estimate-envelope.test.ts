import { expect, test } from 'vitest'
import { BANDS } from '#speech/dsp/mel-bands.ts'
import {
  type EnvelopeConditions,
  estimateEnvelope,
  type LabelledFrames,
  levelledEnvelope,
} from './estimate-envelope.ts'

const FOUND: EnvelopeConditions = {
  segments: {
    names: ['iy', 'aa'],
    classOf: (name) => (name === 'iy' ? 'front' : 'open'),
    segmentsOf: () => [],
  },
  ...{ confidence: 1, before: undefined, isTelephone: false },
}

/** Vowels of which one sounds `apart` dB different in its upper half, `frames` of each. */
function vowels(frames: number, apart: number): LabelledFrames {
  const names = Array.from({ length: 2 * frames }, (_, i) => (i < frames ? 'iy' : 'aa'))
  const shape = (gain: number): Float64Array =>
    Float64Array.from({ length: BANDS }, (_, b) => -40 + (b < BANDS / 2 ? -gain : gain))
  return {
    names,
    frames: names.map((name) => shape(name === 'iy' ? apart : 0)),
    isSpeech: names.map(() => true),
    speechDecibels: -20,
    bassDecibels: -50,
  }
}
const apartIn = ({ sounds }: ReturnType<typeof estimateEnvelope>): number =>
  sounds['iy']!.at(-1)! - sounds['aa']!.at(-1)!

test('gains of a segment lie between base and recording, and closer to the recording the longer it is', () => {
  const base = vowels(200, 0)
  const lengths = [5, 20, 80, 320]
  const taken = lengths.map((frames) => apartIn(estimateEnvelope(vowels(frames, 6), base, FOUND)))
  expect(taken).toEqual([...taken].sort((a, b) => a - b))
  expect(taken[0]).toBeGreaterThan(0)
  expect(taken[0]).toBeLessThan(0.3 * taken[3]!)
  expect(taken[3]).toBeLessThan(6)
})

test('a second round keeps no more of a short recording than the first', () => {
  const [clip, base] = [vowels(10, 6), vowels(200, 0)]
  const first = estimateEnvelope(clip, base, FOUND)
  // The base with that envelope.
  const frames = base.frames.map((frame, i) =>
    frame.map((level, b) => level + first.sounds[base.names[i]!]![b]!),
  )
  const second = estimateEnvelope(clip, { ...base, frames }, { ...FOUND, before: first })
  expect(apartIn(second)).toBeCloseTo(apartIn(first), 5)
})

test('without found words, all segments get the same gains', () => {
  const { all, sounds } = estimateEnvelope(vowels(50, 6), vowels(50, 0), {
    ...FOUND,
    confidence: 0,
  })
  expect(sounds).toEqual({})
  expect(all.at(-1)).toBeGreaterThan(2)
  expect(all.every((gain) => Number.isFinite(gain) && Math.abs(gain) <= 25)).toBe(true)
})

test('what is left of the colour goes to all segments alike, the bass too, and not from a telephone', () => {
  const [clip, made] = [vowels(200, 0), vowels(200, 0)]
  const envelope = estimateEnvelope(vowels(200, 3), made, FOUND)
  const brighter = clip.frames.map((frame) => frame.map((level, b) => level + (b < 20 ? -2 : 2)))
  const coloured = { ...clip, frames: brighter, bassDecibels: -42 }
  const levelled = levelledEnvelope(envelope, coloured, made, false)
  for (const name of ['iy', 'aa']) {
    const [before = [], after = []] = [envelope.sounds[name], levelled.sounds[name]]
    expect(after.at(-1)! - before.at(-1)!).toBeCloseTo(2, 0)
    expect(after[0]! - before[0]!).toBeCloseTo(-2, 0)
  }
  expect(levelled.bass! - envelope.all[0]!).toBeCloseTo(8, 0)
  const far = levelledEnvelope(envelope, { ...clip, bassDecibels: 20 }, made, false)
  expect(far.bass! - far.all[0]!).toBeCloseTo(15, 5)
  expect(levelledEnvelope(envelope, coloured, made, true).bass).toBeUndefined()
})
