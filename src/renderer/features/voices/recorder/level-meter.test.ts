import { expect, test } from 'vitest'
import {
  FLOOR_DECIBELS,
  INITIAL_METER,
  type MeterState,
  meterPosition,
  rateLoudness,
  toDecibels,
  updateMeter,
} from './level-meter.ts'

/** Meter after one peak followed by `ms` of silence, updated every 20 ms. */
function afterSilence(peak: number, ms: number): MeterState {
  let meter = updateMeter(INITIAL_METER, peak, 20, 0)
  for (let now = 20; now <= ms; now += 20) meter = updateMeter(meter, 0, 20, now)
  return meter
}

test('full scale is 0 dB, half of it −6 dB, and silence is at the bottom of the meter', () => {
  expect(toDecibels(1)).toBe(0)
  expect(toDecibels(0.5)).toBeCloseTo(-6.02, 2)
  expect(toDecibels(0)).toBe(FLOOR_DECIBELS)
  expect([meterPosition(0), meterPosition(FLOOR_DECIBELS), meterPosition(-30)]).toEqual([1, 0, 0.5])
})

test('the meter rises at once and falls evenly, never below its bottom', () => {
  expect(updateMeter(INITIAL_METER, 0.5, 20, 0).level).toBeCloseTo(-6.02, 2)
  expect(afterSilence(0.5, 1_000).level).toBeCloseTo(-6.02 - 26, 1)
  expect(afterSilence(0.5, 10_000).level).toBe(FLOOR_DECIBELS)
})

test('the highest level is held for a second and a half, then released', () => {
  expect(afterSilence(0.5, 1_400).hold).toBeCloseTo(-6.02, 2)
  const later = afterSilence(0.5, 1_700)
  expect(later.hold).toBeLessThan(-40)
})

test('a higher peak replaces the held one', () => {
  const meter = updateMeter(afterSilence(0.25, 400), 0.8, 20, 420)
  expect(meter.hold).toBeCloseTo(toDecibels(0.8), 5)
})

test('speech at an arm’s length is good, a whisper across the room is too quiet, and full scale clips', () => {
  expect(rateLoudness(updateMeter(INITIAL_METER, 0.3, 20, 0), 0)).toBe('good')
  expect(rateLoudness(updateMeter(INITIAL_METER, 0.02, 20, 0), 0)).toBe('quiet')
  expect(rateLoudness(updateMeter(INITIAL_METER, 1, 20, 0), 0)).toBe('clipping')
})

test('the loudness label is kept between syllables and changes after a while', () => {
  expect(rateLoudness(afterSilence(0.3, 600), 600)).toBe('good')
  expect(rateLoudness(afterSilence(0.3, 2_000), 2_000)).toBe('quiet')
})
