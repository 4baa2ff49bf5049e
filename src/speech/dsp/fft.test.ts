import { expect, test } from 'vitest'
import { transform } from './fft.ts'

test('a tone has its power in its own bin and nowhere else', () => {
  const real = Float64Array.from({ length: 64 }, (_, n) => Math.cos((2 * Math.PI * 5 * n) / 64))
  const imaginary = new Float64Array(64)
  transform(real, imaginary)
  const sizes = Array.from(real, (value, k) => Math.hypot(value, imaginary[k] ?? 0))
  for (const [k, size] of sizes.entries()) expect(size).toBeCloseTo(k === 5 || k === 59 ? 32 : 0, 9)
})

test('a click is spread evenly over all frequencies', () => {
  const real = new Float64Array(16)
  const imaginary = new Float64Array(16)
  real[3] = 1
  transform(real, imaginary)
  for (const [k, value] of real.entries())
    expect(Math.hypot(value, imaginary[k] ?? 0)).toBeCloseTo(1, 12)
})
