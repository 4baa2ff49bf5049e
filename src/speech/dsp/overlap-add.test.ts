import { expect, test } from 'vitest'
import { openEpochs } from './epochs.ts'
import { openInterpolator } from './interpolate.ts'
import { overlapAdd, type TimeWarpSegment } from './overlap-add.ts'
import { openPitchTrack, pitchAt } from './pitch.ts'

const RATE = 16_000

/** A voice-like sound: a pulse train of `hz` through two resonances, one second. */
function vowel(hz: number, seconds = 1): Float32Array {
  const output = new Float32Array(RATE * seconds)
  for (let at = 0; at < output.length; at += RATE / hz)
    for (let i = Math.ceil(at); i < Math.min(output.length, at + 300); i++) {
      const t = (i - at) / RATE
      output[i]! +=
        0.3 * Math.exp(-t * 400) * Math.sin(2 * Math.PI * 700 * t) +
        0.2 * Math.exp(-t * 500) * Math.sin(2 * Math.PI * 1_300 * t)
    }
  return output
}

const noise = (seconds: number): Float32Array => {
  let state = 1
  return Float32Array.from({ length: RATE * seconds }, () => {
    state = (state * 16_807) % 2_147_483_647
    return 0.2 * (state / 1_073_741_823 - 1)
  })
}

const follow = (samples: Float32Array, low: number, high: number, rate = RATE) => {
  const track = openPitchTrack(samples, rate, low, high)
  track.follow(samples.length / rate)
  return track
}

function change(
  source: Float32Array,
  segments: readonly TimeWarpSegment[],
  hz: number,
  formantScale = 1,
) {
  const track = openPitchTrack(source, RATE, 70, 190)
  const epochs = openEpochs(source, RATE, track)
  const readSource = openInterpolator(source, RATE)
  const plan = { readSource, epochs, segments, pitchAt: () => hz, formantScale, rate: 24_000 }
  return [...overlapAdd(plan, 0.3, 0.5)]
}

test.each([85, 120, 175])('the pitch of a vowel at %i Hz is found within one per cent', (hz) => {
  const track = follow(vowel(hz), hz * 0.64, hz * 1.7)
  for (let t = 0.1; t < 0.9; t += 0.1)
    expect(Math.abs(pitchAt(track, t) / hz - 1)).toBeLessThan(0.01)
})

test('noise and silence have no pitch', () => {
  const voiced = (samples: Float32Array) =>
    follow(samples, 70, 190).hz.filter((hz) => hz > 0).length
  expect(voiced(new Float32Array(RATE))).toBe(0)
  expect(voiced(noise(1))).toBeLessThan(10)
})

test('marks lie one period apart in a voice and rise everywhere', () => {
  const source = vowel(120)
  const epochs = openEpochs(source, RATE, openPitchTrack(source, RATE, 77, 204))
  epochs.follow(2)
  const { at, isVoiced } = epochs
  for (let i = 1; i < at.length; i++) {
    expect(at[i]!).toBeGreaterThan(at[i - 1]!)
    if (isVoiced[i] && isVoiced[i - 1] && at[i]! > 0.1 && at[i]! < 0.9)
      expect(at[i]! - at[i - 1]!).toBeCloseTo(1 / 120, 3)
  }
})

test.each([90, 120, 160])(
  'a vowel of 120 Hz is given a pitch of %i Hz and keeps its length',
  (hz) => {
    const blocks = change(vowel(120), [{ seconds: 1, source: { start: 0, end: 1 } }], hz)
    expect(blocks.map(({ length }) => length)).toEqual([7_200, 12_000, 4_800])
    const whole = Float32Array.from(blocks.flatMap((block) => [...block]))
    const track = follow(whole, hz * 0.64, hz * 1.7, 24_000)
    for (let t = 0.2; t < 0.8; t += 0.1)
      expect(Math.abs(pitchAt(track, t) / hz - 1)).toBeLessThan(0.02)
  },
)

test('segments are stretched, cut and parted by silence as laid out', () => {
  const segments = [
    { seconds: 0.5, source: { start: 0.2, end: 0.4 } },
    { seconds: 0.2 },
    { seconds: 0.1, source: { start: 0.5, end: 0.9 } },
  ]
  const [first, rest] = change(vowel(120), segments, 120)
  const whole = [...first!, ...rest!]
  expect(whole).toHaveLength(Math.round(0.8 * 24_000))
  const gap = whole.slice(Math.round(0.53 * 24_000), Math.round(0.68 * 24_000))
  expect(gap.every((sample) => sample === 0)).toBe(true)
  expect(Math.max(...whole.slice(Math.round(0.72 * 24_000)))).toBeGreaterThan(0.05)
})

test('formants move with their scale while the pitch stays', () => {
  const brightness = (blocks: readonly Float32Array[]): number => {
    const all = blocks.flatMap((block) => [...block])
    let crossings = 0
    for (let i = 1; i < all.length; i++) if (all[i]! >= 0 !== all[i - 1]! >= 0) crossings++
    return crossings
  }
  const segments = [{ seconds: 1, source: { start: 0, end: 1 } }]
  const plain = brightness(change(vowel(120), segments, 120))
  expect(brightness(change(vowel(120), segments, 120, 1.2)) / plain).toBeGreaterThan(1.08)
  expect(brightness(change(vowel(120), segments, 120, 0.85)) / plain).toBeLessThan(0.95)
})

test('silence, noise and an empty plan are survived', () => {
  expect(change(new Float32Array(0), [], 100)).toEqual([])
  const hush = change(new Float32Array(RATE), [{ seconds: 1, source: { start: 0, end: 1 } }], 100)
  expect(hush.flatMap((block) => [...block]).every((sample) => sample === 0)).toBe(true)
  const hiss = change(noise(1), [{ seconds: 2, source: { start: 0, end: 1 } }], 100)
  expect(hiss.reduce((sum, { length }) => sum + length, 0)).toBe(48_000)
})

test('noise that is drawn out stays noise: it does not buzz at the distance of its grains', () => {
  const likeness = (samples: Float32Array, lag: number): number => {
    let [product, power] = [0, 0]
    for (let n = lag; n < samples.length; n++) {
      product += samples[n]! * samples[n - lag]!
      power += samples[n]! ** 2
    }
    return product / power
  }
  for (const seconds of [0.5, 0.8, 1.2, 2]) {
    const long = change(noise(1), [{ seconds, source: { start: 0.1, end: 0.5 } }], 100)
    const samples = Float32Array.from(long.flatMap((block) => [...block]))
    for (let lag = 15; lag < 110; lag++)
      expect(Math.abs(likeness(samples, lag)), `${seconds} s, lag ${lag}`).toBeLessThan(0.2)
  }
})
