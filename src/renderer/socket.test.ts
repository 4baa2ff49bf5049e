import { expect, test } from 'vitest'
import { retryDelayMs } from './socket.ts'

test('the delay between retries doubles from half a second up to fifteen seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(retryDelayMs)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ])
})
