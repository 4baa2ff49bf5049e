import { expect, test } from 'vitest'
import { alignPhones, type RealisedPhone } from './alignment.ts'

/** Segments of a tenth of a second each. */
const heard = (phones: string): RealisedPhone[] =>
  phones.split(' ').map((phone, i) => ({ phone, start: i / 10, end: (i + 1) / 10 }))

test('phones realised as planned keep their own spans', () => {
  const spans = alignPhones(['hh', 'ax', 'l', 'ow'], heard('hh ax l ow'))
  expect(spans.map(({ end }) => end)).toEqual([0.1, 0.2, 0.3, 0.4])
})

test('a changed vowel keeps its place', () => {
  const spans = alignPhones(['dh', 'ax', 'ae'], heard('dh iy ae'))
  expect(spans[1]).toEqual({ start: 0.1, end: 0.2 })
})

test('a phone that was dropped has an empty span where it should have been', () => {
  const spans = alignPhones(['k', 'ae', 't', 's'], heard('k ae s'))
  expect(spans).toHaveLength(4)
  expect(spans[2]).toEqual({ start: 0.2, end: 0.2 })
  expect(spans[3]).toEqual({ start: 0.2, end: 0.3 })
})

test('a phone that was added lengthens the one before it', () => {
  const spans = alignPhones(['b', 'ah', 's', 'z'], heard('b ah s ax z'))
  expect(spans).toHaveLength(4)
  expect(spans[2]).toEqual({ start: 0.2, end: 0.4 })
})

test('a phone added before all others is left to silence', () => {
  const spans = alignPhones(['ae', 't'], heard('hh ae t'))
  expect(spans[0]).toEqual({ start: 0.1, end: 0.2 })
})

test('every planned phone has a span, in order, even when nothing was realised', () => {
  expect(alignPhones(['k', 'ae', 't'], [])).toEqual([
    { start: 0, end: 0 },
    { start: 0, end: 0 },
    { start: 0, end: 0 },
  ])
  const spans = alignPhones('s t r eh ng k th s'.split(' '), heard('s t r eh k s'))
  expect(spans).toHaveLength(8)
  for (let i = 1; i < spans.length; i++)
    expect(spans[i]!.start).toBeGreaterThanOrEqual(spans[i - 1]!.end)
})
