import { expect, test } from 'vitest'
import { fromDecibels } from '#speech/dsp/level.ts'
import { frameLevels, VOICE_DECIBELS } from '#speech/recordings/levels.ts'
import { createVoiceLevel } from './voice-level.ts'

const RATE = 22_050
/** A tone of a level in dB of full scale, a pause, and the tone again. */
function sound(decibels: number, seconds = 1): Float32Array {
  const amplitude = Math.SQRT2 * fromDecibels(decibels)
  const length = Math.round(RATE * seconds)
  const tone = Float32Array.from(
    { length },
    (_, at) => amplitude * Math.sin((2 * Math.PI * 220 * at) / RATE),
  )
  const whole = new Float32Array(3 * length)
  whole.set(tone)
  whole.set(tone, 2 * length)
  return whole
}
const levelOf = (samples: Float32Array, gain: number): number =>
  frameLevels(
    samples.map((sample) => gain * sample),
    Math.round(RATE / 100),
  ).speechDecibels

test('voices that are too loud and too soft come to one level, and pauses do not count', () => {
  for (const decibels of [-6, -20, -38]) {
    const samples = sound(decibels)
    expect(levelOf(samples, createVoiceLevel(RATE).gainFor(samples))).toBeCloseTo(VOICE_DECIBELS, 1)
  }
})

test('what a voice says more softly stays softer', () => {
  const { gainFor } = createVoiceLevel(RATE)
  for (let n = 0; n < 5; n++) gainFor(sound(-30, 3))
  const soft = sound(-40, 1)
  expect(levelOf(soft, gainFor(soft))).toBeLessThan(VOICE_DECIBELS - 8)
})

test('silence is left alone, and noise that is all but silence is not made a roar', () => {
  const { gainFor } = createVoiceLevel(RATE)
  expect(gainFor(new Float32Array(RATE))).toBe(1)
  expect(gainFor(new Float32Array())).toBe(1)
  expect(gainFor(sound(-90))).toBeCloseTo(fromDecibels(24), 3)
})
