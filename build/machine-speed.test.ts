import { expect, test } from 'vitest'
import { sampleMachineSpeed, sampleMs } from './machine-speed.ts'

test('a machine has a speed, and its sampling ends', () => {
  expect(sampleMs()).toBeGreaterThan(1)
  const slowness = sampleMachineSpeed().slowness()
  expect(slowness).toBeGreaterThan(0.05)
  expect(slowness).toBeLessThan(100)
})
