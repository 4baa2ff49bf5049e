import { expect, test } from 'vitest'
import { restartLimit } from './restarts.ts'

test('what ends three times within a minute is started again, the fourth time not', () => {
  const mayRestart = restartLimit()
  expect([0, 1_000, 2_000, 3_000].map(mayRestart)).toEqual([true, true, true, false])
})

test('ends that lie far apart do not add up', () => {
  const mayRestart = restartLimit()
  expect([0, 30_000, 61_000, 95_000, 130_000].map(mayRestart)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
})
