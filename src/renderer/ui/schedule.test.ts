import { expect, test } from 'vitest'
import {
  chunksFrom,
  LEAD_SECONDS,
  positionAt,
  type ScheduledSegment,
  scheduleSegment,
} from './schedule.ts'

const RATE = 24_000

/** Schedules chunks one after another, all of them received by `now`. */
function scheduleAll(durations: readonly number[], now: number): ScheduledSegment[] {
  const segments: ScheduledSegment[] = []
  let takeStart = 0
  for (const duration of durations) {
    segments.push(scheduleSegment(segments.at(-1), takeStart, duration, now, RATE))
    takeStart += duration
  }
  return segments
}

test('chunks are played back to back without a gap or an overlap', () => {
  const [first, second, third] = scheduleAll([0.4, 0.25, 1], 2)
  expect(first?.contextStart).toBeCloseTo(2 + LEAD_SECONDS, 3)
  expect(second?.contextStart).toBe((first?.contextStart ?? 0) + 0.4)
  expect(third?.contextStart).toBe((second?.contextStart ?? 0) + 0.25)
})

test('the first chunk starts on a whole sample, so that joins need no interpolation', () => {
  const start = scheduleSegment(undefined, 0, 0.4, 1.234567891, RATE).contextStart * RATE
  expect(start).toBeCloseTo(Math.round(start), 6)
})

test('a late chunk is played at once instead of in the past', () => {
  const [first] = scheduleAll([0.4], 0)
  const late = scheduleSegment(first, 0.4, 0.4, 5, RATE)
  expect(late.contextStart).toBeGreaterThan(5)
})

test('the position follows the audio', () => {
  const segments = scheduleAll([0.4, 0.6], 0)
  expect(positionAt(segments, LEAD_SECONDS + 0.5)).toBeCloseTo(0.5, 3)
})

test('the position stays at the start until the first audio is played', () => {
  expect(positionAt(scheduleAll([0.4], 1), 1)).toBe(0)
})

test('the position stands still while no audio arrives, and then continues', () => {
  const [first] = scheduleAll([0.4], 0)
  const late = scheduleSegment(first, 0.4, 0.6, 2, RATE)
  const segments = first ? [first, late] : []
  expect(positionAt(segments, 1.5)).toBeCloseTo(0.4, 6)
  expect(positionAt(segments, late.contextStart + 0.1)).toBeCloseTo(0.5, 6)
})

test('playing from the middle starts the position there', () => {
  const segment = scheduleSegment(undefined, 3.5, 1, 0, RATE)
  expect(positionAt([segment], 0)).toBe(3.5)
})

test('chunks from a sample on contain everything after it', () => {
  const chunks = [Int16Array.of(1, 2, 3), Int16Array.of(4, 5), Int16Array.of(6)]
  const joined = (from: number): number[] => chunksFrom(chunks, from).flatMap((part) => [...part])
  expect(joined(0)).toEqual([1, 2, 3, 4, 5, 6])
  expect(joined(2)).toEqual([3, 4, 5, 6])
  expect(joined(3)).toEqual([4, 5, 6])
  expect(joined(6)).toEqual([])
})
