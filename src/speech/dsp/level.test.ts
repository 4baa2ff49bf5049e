import { expect, test } from 'vitest'
import { fadeEdges, fromDecibels, limit, peakOf } from './level.ts'

test('a quiet signal is scaled by the factor asked for', () => {
  const samples = Float32Array.of(0.1, -0.2, 0.05)
  limit(samples, fromDecibels(6))
  expect(samples[1]).toBeCloseTo(-0.399, 3)
})

test('a loud signal bends towards the ceiling, in order and without reaching full scale', () => {
  const samples = Float32Array.of(0.4, 0.8, 1.6, 20, -20)
  limit(samples, 1)
  expect(samples[0]).toBeCloseTo(0.4, 6)
  expect(peakOf(samples)).toBeLessThan(0.96)
  expect(samples[1]!).toBeLessThan(samples[2]!)
  expect(samples[4]).toBe(-samples[3]!)
})

test('edges fade to silence and the middle is untouched, in one block or in several', () => {
  const whole = new Float32Array(1_000).fill(1)
  fadeEdges(whole, 0, 1_000, 240)
  expect(Math.abs(whole[0]!)).toBeLessThan(0.001)
  expect(Math.abs(whole.at(-1)!)).toBeLessThan(0.001)
  expect(whole[500]).toBe(1)
  const parts = [new Float32Array(300).fill(1), new Float32Array(700).fill(1)] as const
  fadeEdges(parts[0], 0, 1_000, 240)
  fadeEdges(parts[1], 300, 1_000, 240)
  expect([...parts[0], ...parts[1]]).toEqual([...whole])
})

test('a sound shorter than two fades still has both edges near silence', () => {
  const samples = new Float32Array(7).fill(1)
  fadeEdges(samples, 0, 7, 240)
  expect(samples[0]!).toBeLessThan(0.1)
  expect(samples[6]!).toBeLessThan(0.1)
})
