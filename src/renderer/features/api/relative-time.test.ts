import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T11:59:31Z', 'just now'],
  ['2026-11-21T12:00:20Z', 'within a minute'],
  ['2026-11-21T11:57:00Z', '3 minutes ago'],
  ['2026-11-21T12:14:59.900Z', 'in 15 minutes'],
  ['2026-11-21T12:59:59.900Z', 'in 1 hour'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-12-20T12:00:00Z', 'in 29 days'],
  ['2027-11-21T12:00:00Z', 'in 1 year'],
  ['2026-12-22T12:00:00Z', 'in 1 month'],
  ['2024-11-21T12:00:00Z', '2 years ago'],
])('%s is displayed as "%s"', (at, words) => {
  expect(relativeTime(at, now)).toBe(words)
})
