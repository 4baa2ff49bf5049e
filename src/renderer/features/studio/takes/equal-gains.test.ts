import { expect, test } from 'vitest'
import { equalGains } from './equal-gains.ts'

test('the louder take is turned down by the difference, the other one stays', () => {
  const { a, b } = equalGains(-17, -23)
  expect(20 * Math.log10(a)).toBeCloseTo(-6)
  expect(b).toBe(1)
  expect(equalGains(-30, -20)).toMatchObject({ a: 1 })
})

test('without a loudness, both stay as they are', () => {
  expect(equalGains(undefined, -20)).toEqual({ a: 1, b: 1 })
})
