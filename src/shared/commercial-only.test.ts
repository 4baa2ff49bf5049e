import { expect, test } from 'vitest'
import { asksForCommercialOnly } from './commercial-only.ts'

test.each([
  [undefined, false],
  ['', false],
  ['off', false],
  ['OFF', false],
  ['on', true],
  ['true', true],
  ['1', true],
  ['yes', true],
])('GRIOT_COMMERCIAL_ONLY=%s turns off what may not be used commercially: %s', (value, isAsked) => {
  expect(asksForCommercialOnly(value)).toBe(isAsked)
})
