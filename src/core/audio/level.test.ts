import { expect, test } from 'vitest'
import { amplify, fadeEdges, fromDecibels, peakOf } from './level.ts'

test('a signal is amplified by the factor asked for while it stays under the ceiling', () => {
  const samples = Float32Array.of(0.1, -0.2, 0.05)
  amplify(samples, fromDecibels(6), 0.9)
  expect(samples[1]).toBeCloseTo(-0.399, 3)
})

test('a signal that would pass the ceiling keeps its shape and stops at it', () => {
  const samples = Float32Array.of(0.4, -0.8)
  amplify(samples, 2, 0.9)
  expect(peakOf(samples)).toBeCloseTo(0.9, 6)
  expect(samples[0]! / samples[1]!).toBeCloseTo(-0.5, 6)
})

test('silence is left alone', () => {
  const samples = new Float32Array(10)
  amplify(samples, 100, 0.9)
  expect(peakOf(samples)).toBe(0)
})

test('edges fade to silence and the middle is untouched', () => {
  const samples = new Float32Array(1_000).fill(1)
  fadeEdges(samples, 240)
  expect(Math.abs(samples[0]!)).toBeLessThan(0.001)
  expect(Math.abs(samples.at(-1)!)).toBeLessThan(0.001)
  expect(samples[500]).toBe(1)
  for (let i = 1; i < 240; i++) expect(samples[i]!).toBeGreaterThan(samples[i - 1]!)
})

test('a sound shorter than two fades still has both edges at silence', () => {
  const samples = new Float32Array(7).fill(1)
  fadeEdges(samples, 240)
  expect(samples[0]!).toBeLessThan(0.1)
  expect(samples[6]!).toBeLessThan(0.1)
})
