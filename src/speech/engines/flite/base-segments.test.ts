import { expect, test } from 'vitest'
import { segmentNameAt } from '#speech/cloning/phone-segments.ts'
import { BASE_SEGMENTS, baseSegmentsOf } from './base-segments.ts'

const phones = [
  { text: 't', start: 0, end: 0.1 },
  { text: 'aɪ', start: 0.1, end: 0.3 },
  { text: 'm', start: 0.3, end: 0.4 },
]

test('a stop is a closure and a release, a diphthong its two ends', () => {
  expect(baseSegmentsOf(phones).map(({ name }) => name)).toEqual(['t<', 't>', 'ay<', 'ay>', 'm'])
  expect(baseSegmentsOf(phones)[1]).toEqual({ name: 't>', start: 0.05, end: 0.1 })
})

test('phones of other languages are named after the base phones that realise them', () => {
  const named = (text: string) =>
    baseSegmentsOf([{ text, start: 0, end: 1 }]).map(({ name }) => name)
  expect(named('ɡ͡b')).toEqual(['g<', 'g>', 'b>'])
  expect(named('e')).toEqual(['ey<'])
  expect(named('ʔ')).toEqual([])
  expect(named('ɝ')).toEqual(['er'])
})

test('the nearest segment is found at any time, and every segment has a class', () => {
  const segments = baseSegmentsOf(phones)
  expect([-1, 0.06, 0.15, 0.35, 9].map((seconds) => segmentNameAt(segments, seconds))).toEqual([
    't<',
    't>',
    'ay<',
    'm',
    'm',
  ])
  expect(segmentNameAt([], 0)).toBe('')
  expect(new Set(BASE_SEGMENTS.names.map(BASE_SEGMENTS.classOf)).size).toBe(11)
})
