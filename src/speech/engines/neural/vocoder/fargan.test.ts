import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openPitchTrack, pitchAt } from '#speech/dsp/pitch.ts'
import {
  FEATURES,
  FRAME,
  loadFargan,
  PITCH_AT,
  pitchFeature,
  pitchPeriod,
  STATE_SIZE,
  VOCODER_RATE,
  VOICING_AT,
} from './fargan.ts'

const entry = createRequire(import.meta.url).resolve('@wasm-audio-decoders/opus-ml')
const fargan = loadFargan(join(dirname(entry), 'src/EmscriptenWasm.js'))

/** Mean cepstra of a man's [a]. */
const OPEN_VOWEL = [
  6.86, 1.82, -0.32, 0.16, -0.89, -0.55, -0.32, -0.16, -0.91, 0.24, -0.37, 0.73, -0.19, -0.17, 0.08,
  -0.19, -0.02, 0.02,
]

/** Frames of a steady vowel. */
function vowel(frames: number, hz: (frame: number) => number): Float32Array {
  const features = new Float32Array(frames * FEATURES)
  for (let frame = 0; frame < frames; frame++) {
    const at = frame * FEATURES
    features.set(OPEN_VOWEL, at)
    features[at + PITCH_AT] = pitchFeature(VOCODER_RATE / hz(frame))
    features[at + VOICING_AT] = 0.45
  }
  return features
}
function speak(features: Float32Array): Float32Array {
  return fargan.synthesise(fargan.newStream(features.subarray(0, FEATURES)), features)
}
const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)

test.each([90, 140, 220, 350])('a vowel of %d Hz sounds at that pitch', (hz) => {
  const samples = speak(vowel(100, () => hz))
  expect(samples).toHaveLength(100 * FRAME)
  expect(rms(samples)).toBeGreaterThan(0.005)
  const track = openPitchTrack(samples, VOCODER_RATE, 60, 500)
  track.follow(samples.length / VOCODER_RATE)
  const heard = [0.4, 0.6, 0.8].map((seconds) => pitchAt(track, seconds))
  for (const found of heard) expect(Math.abs(12 * Math.log2(found / hz))).toBeLessThan(0.4)
})

test('a pitch that glides over an octave is followed', () => {
  const samples = speak(vowel(200, (frame) => 110 * 2 ** (frame / 200)))
  const track = openPitchTrack(samples, VOCODER_RATE, 60, 500)
  track.follow(samples.length / VOCODER_RATE)
  for (const seconds of [0.5, 1, 1.5]) {
    const wanted = 110 * 2 ** ((seconds * 100 - 1.5) / 200)
    expect(Math.abs(12 * Math.log2(pitchAt(track, seconds) / wanted))).toBeLessThan(0.6)
  }
})

test('the same frames give the same samples, in one piece or in many, alone or in turns with another stream', () => {
  const features = vowel(60, (frame) => 120 + frame)
  const other = vowel(60, () => 200)
  const whole = speak(features)
  expect(speak(features)).toEqual(whole)
  const [mine, theirs] = [features, other].map((f) => fargan.newStream(f.subarray(0, FEATURES)))
  const pieces: number[] = []
  for (let frame = 0; frame < 60; frame += 7) {
    const part = (all: Float32Array) =>
      all.subarray(frame * FEATURES, Math.min(60, frame + 7) * FEATURES)
    pieces.push(...fargan.synthesise(mine!, part(features)))
    fargan.synthesise(theirs!, part(other))
  }
  expect(Float32Array.from(pieces)).toEqual(whole)
  expect(mine).toHaveLength(STATE_SIZE)
})

test('a pitch below the lowest that the network was taught stays quiet and does not run away', () => {
  const loud = rms(speak(vowel(300, () => 100)))
  expect(rms(speak(vowel(300, () => 40)))).toBeLessThan(4 * loud)
})

test('a pitch feature and its period name each other', () => {
  for (const period of [32, 80, 250]) expect(pitchPeriod(pitchFeature(period))).toBe(period)
})

test('frames of silence are silent', () => {
  const silence = new Float32Array(50 * FEATURES)
  for (let at = 0; at < silence.length; at += FEATURES) {
    silence[at] = -12
    silence[at + VOICING_AT] = -0.5
  }
  expect(rms(speak(silence))).toBeLessThan(0.001)
})
