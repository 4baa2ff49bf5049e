import { expect, test } from 'vitest'
import { restartLimit } from './restart-limit.ts'

test('three exits within a minute are restarted, the fourth is not', () => {
  const mayRestart = restartLimit()
  expect([0, 1_000, 2_000, 3_000].map(mayRestart)).toEqual([true, true, true, false])
})

test('exits that are far apart do not add up', () => {
  const mayRestart = restartLimit()
  expect([0, 30_000, 61_000, 95_000, 130_000].map(mayRestart)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
})
