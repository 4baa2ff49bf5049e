import { expect, test } from 'vitest'
import { describeClip } from './clip-description.ts'

const now = new Date(2026, 6, 4, 16, 0)
const today = new Date(2026, 6, 4, 14, 32).toISOString()
const before = new Date(2026, 6, 2, 9, 5).toISOString()

test('a recording is described by its length and time, with the date if it is not from today', () => {
  expect(describeClip({ source: 'microphone', seconds: 8.04, startedAt: today }, now)).toBe(
    'Recording of 8 s from 14:32',
  )
  expect(describeClip({ source: 'microphone', seconds: 12.6, startedAt: before }, now)).toBe(
    'Recording of 13 s from 2 July 2026, 09:05',
  )
})

test('a file is described by its name', () => {
  const clip = { source: 'file', fileName: 'ohùn mi.m4a', seconds: 7.26, startedAt: today } as const
  expect(describeClip(clip, now)).toBe('ohùn mi.m4a (7.3 s) from 14:32')
})
