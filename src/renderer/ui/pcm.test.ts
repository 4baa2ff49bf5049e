import { expect, test } from 'vitest'
import { computePeaks, decodePcm16, toFloat32 } from './pcm.ts'

test('samples are decoded at an odd byte offset too', () => {
  const message = Uint8Array.of(99, 0x01, 0x00, 0xff, 0xff, 0x00, 0x80)
  expect([...decodePcm16(message.subarray(1))]).toEqual([1, -1, -32_768])
})

test('a trailing half sample is dropped', () => {
  expect([...decodePcm16(Uint8Array.of(2, 0, 7))]).toEqual([2])
})

test('each hundredth of a second has its peak', () => {
  const samples = new Int16Array(480)
  samples[10] = -16_384
  samples[250] = 8_192
  expect([...computePeaks(samples)]).toEqual([0.5, 0.25])
})

test('the last hundredth of a second may be shorter', () => {
  expect(computePeaks(new Int16Array(241))).toHaveLength(2)
})

test('samples are converted to the range from -1 to 1', () => {
  expect([...toFloat32(Int16Array.of(-32_768, 0, 16_384))]).toEqual([-1, 0, 0.5])
})
