import { expect, test } from 'vitest'
import { silencesIn } from './silences.ts'

const RATE = 1_000
const sound = (seconds: number): number[] =>
  Array.from({ length: seconds * RATE }, (_, at) => (at % 2 === 0 ? 0.1 : -0.1))
const silence = (seconds: number): number[] => Array.from({ length: seconds * RATE }, () => 0)

test('only silences between sounds count, from the least length on', () => {
  const parts = [
    ...[silence(0.5), sound(0.2), silence(0.09), sound(0.2)],
    ...[silence(0.1), sound(0.1), silence(0.5)],
  ]
  const found = silencesIn(Float32Array.from(parts.flat()), RATE, 0.1)
  expect(found).toEqual([{ start: expect.closeTo(0.99, 6), end: expect.closeTo(1.09, 6) }])
})

test('no sound has no silence inside', () => {
  expect(silencesIn(Float32Array.from(silence(1)), RATE, 0.1)).toEqual([])
})
