import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transform } from '#speech/dsp/fft.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import { resample } from '#speech/dsp/resample.ts'
import { framesOf, fricative, vowel } from './band-extension.test-support.ts'
import { BandExtensionModel, createBandExtension } from './band-extension.ts'

const MODEL = join(import.meta.dirname, '../../../../models/native-speech/band-extension.json')
const model = BandExtensionModel.parse(JSON.parse(readFileSync(MODEL, 'utf8')))

const VOICED = 0.4
const VOICELESS = -0.4

/** Extends the band of a whole sound in blocks of `block` frames. */
function extended(
  samples: Float32Array,
  frames: Float32Array,
  block = Number.POSITIVE_INFINITY,
  lag = 0,
): Float32Array {
  const extension = createBandExtension(model, lag)
  const step = Math.min(block, Math.max(1, Math.ceil(samples.length / 160)))
  const parts: Float32Array[] = []
  for (let at = 0; at * 160 < samples.length; at += step)
    parts.push(
      extension.push(
        samples.subarray(at * 160, (at + step) * 160),
        frames.subarray(at * 20, (at + step) * 20),
      ),
    )
  parts.push(extension.end())
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

/** Energy per sample between two frequencies in dB of full scale, from half a second of sound at most. */
function energyBetween(samples: Float32Array, low: number, high: number, rate = 24_000): number {
  const length = 16_384
  const real = new Float64Array(length)
  const hann = (n: number): number => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / samples.length)
  for (let n = 0; n < Math.min(length, samples.length); n++) real[n] = hann(n) * samples[n]!
  const imaginary = new Float64Array(length)
  transform(real, imaginary)
  let sum = 0
  for (let k = Math.ceil((low * length) / rate); k < (high * length) / rate; k++)
    sum += real[k]! ** 2 + imaginary[k]! ** 2
  return 10 * Math.log10((2 * sum) / length / samples.length + 1e-20)
}

test('sound becomes the same samples at 24 kHz whatever the size of its blocks', () => {
  const sound = fricative()
  const frames = framesOf(sound, VOICELESS)
  const whole = extended(sound, frames)
  for (const block of [1, 3, 10]) expect(extended(sound, frames, block)).toEqual(whole)
})

test('sound and frames may come in blocks that do not match', () => {
  const sound = fricative()
  const frames = framesOf(sound, VOICELESS)
  const extension = createBandExtension(model)
  const parts = [extension.push(new Float32Array(0), frames.subarray(0, 200))]
  for (let at = 0; at < sound.length; at += 37)
    parts.push(extension.push(sound.subarray(at, at + 37), new Float32Array(0)))
  parts.push(extension.push(new Float32Array(0), frames.subarray(200)))
  parts.push(extension.end())
  const joined = Float32Array.from(parts.flatMap((part) => [...part]))
  expect(joined).toEqual(extended(sound, frames))
})

test.each([0, 2, 160, 1_602, 16_000])('%i samples become 3/2 as many', (length) => {
  const sound = vowel(1).subarray(0, length)
  expect(extended(sound, framesOf(sound, VOICED), 1)).toHaveLength((length * 3) / 2)
})

test('less than 25 ms of sound are held back', () => {
  const sound = fricative()
  const extension = createBandExtension(model)
  const given = extension.push(sound, framesOf(sound, VOICELESS)).length
  expect(given).toBeGreaterThan(sound.length * 1.5 - 0.025 * 24_000)
})

test.each([100, 1_000, 4_000, 6_500, 7_500])(
  'a tone of %i Hz keeps its level within 0.3 dB, even with the strongest high band',
  (hz) => {
    const tone = Float32Array.from(
      { length: 8_000 },
      (_, n) => 0.5 * Math.sin((2 * Math.PI * hz * n) / 16_000),
    )
    const output = extended(tone, framesOf(fricative(), VOICELESS))
    const before = energyBetween(tone, hz - 90, hz + 90, 16_000)
    expect(Math.abs(energyBetween(output, hz - 90, hz + 90) - before)).toBeLessThan(0.3)
  },
)

test('below 7 kHz a vowel stays as it was, without delay', () => {
  const sound = vowel()
  const output = extended(sound, framesOf(sound, VOICED))
  const plain = resample(sound, 16_000, 24_000)
  const difference = output.map((sample, n) => sample - plain[n]!)
  expect(energyBetween(difference, 0, 7_000)).toBeLessThan(energyBetween(plain, 0, 7_000) - 70)
})

test('a fricative goes on above 8 kHz at about the level that it has below', () => {
  const sound = fricative()
  const output = extended(sound, framesOf(sound, VOICELESS))
  const below = energyBetween(output, 6_000, 7_500)
  for (const low of [8_300, 9_000, 10_000])
    expect(Math.abs(energyBetween(output, low, low + 1_000) - below)).toBeLessThan(12)
  const seam = energyBetween(output, 7_700, 8_300) - energyBetween(output, 7_100, 7_700)
  expect(Math.abs(seam)).toBeLessThan(6)
})

test('a vowel gets next to nothing above 8 kHz', () => {
  const sound = vowel()
  const output = extended(sound, framesOf(sound, VOICED))
  expect(energyBetween(output, 8_000, 12_000)).toBeLessThan(energyBetween(output, 0, 8_000) - 45)
})

test('a burst has its high band at its own moment', () => {
  const sound = fricative().map((sample, n) => (n >= 4_000 && n < 4_080 ? 4 * sample : 0))
  const output = extended(sound, framesOf(sound, VOICELESS))
  const burst = output.subarray(6_000 - 60, 6_120 + 60)
  expect(energyBetween(burst, 8_200, 11_500)).toBeGreaterThan(energyBetween(burst, 0, 8_000) - 15)
  expect(energyBetween(output.subarray(0, 5_800), 8_000, 12_000)).toBeLessThan(-120)
  expect(energyBetween(output.subarray(6_400), 8_000, 12_000)).toBeLessThan(-120)
})

test('gains follow frames that describe earlier sound when the lag says so', () => {
  const sound = fricative()
  const frames = framesOf(sound, VOICELESS)
  const late = new Float32Array(sound.length)
  late.set(sound.subarray(0, -240), 240)
  const output = extended(late, frames, 1, 240)
  const expected = extended(sound, frames)
  expect(output.subarray(3_000, 9_000)).toEqual(expected.subarray(2_640, 8_640))
})

test('silence stays silence whatever the frames say', () => {
  const output = extended(new Float32Array(8_000), framesOf(fricative(), VOICELESS))
  expect(output.every((sample) => sample === 0)).toBe(true)
})

test('noise of a pause has less power per Hz above 8 kHz than below', () => {
  const noise = openNoise(9)
  const sound = Float32Array.from({ length: 8_000 }, () => 0.0005 * noise())
  const output = extended(sound, framesOf(sound, VOICELESS))
  const below = energyBetween(output, 4_000, 7_500) - 10 * Math.log10(3_500)
  const above = energyBetween(output, 8_300, 12_000) - 10 * Math.log10(3_700)
  expect(above).toBeLessThan(below - 4)
})

test('the loudest hiss that 16 kHz sound can hold stays within twice full scale', () => {
  const sound = fricative().map((sample) => Math.max(-1, Math.min(1, 20 * sample)))
  const output = extended(sound, framesOf(sound, VOICELESS))
  expect(output.every((sample) => Math.abs(sample) < 2)).toBe(true)
})

test('sound without frames passes without a high band', () => {
  const output = extended(fricative(), new Float32Array(0))
  expect(output).toHaveLength(12_000)
  expect(energyBetween(output, 8_400, 12_000)).toBeLessThan(energyBetween(output, 0, 8_000) - 60)
})

test('a model whose parts do not fit is refused', () => {
  const cut = { ...model, hiddenBiases: model.hiddenBiases.slice(1) }
  expect(() => BandExtensionModel.parse(cut)).toThrow('every hidden unit')
})
