import { expect, test } from 'vitest'
import { IPA_SEGMENTS } from './ipa-segments.ts'
import { segmentNameAt } from './phone-segments.ts'

const named = (...phones: readonly string[]): readonly string[] =>
  IPA_SEGMENTS.segmentsOf(phones.map((text, at) => ({ text, start: at, end: at + 1 }))).map(
    ({ name }) => name,
  )

test('a stop is a closure and a release, a diphthong its two ends, an affricate a closure and a fricative', () => {
  expect(named('t', 'aɪ', 'd͡ʒ', 'ɡ͡b')).toEqual(['t<', 't>', 'a', 'ɪ', 'd<', 'ʒ', 'ɡ<', 'b<', 'b>'])
})

test('length, nasality and the larynx make no segment of their own, and sounds of no language here none at all', () => {
  expect(named('aː', 'ɔ̃', 'kʼ', 'ɓ', 'ɝ', 'kʷ')).toEqual([
    ...['a', 'ɔ', 'k<', 'k>', 'b<', 'b>', 'ɚ', 'k<', 'k>'],
  ])
  expect(named('ʘ', '')).toEqual([])
})

test('the segments of a phone follow each other through all of it, and every segment has a class', () => {
  const segments = IPA_SEGMENTS.segmentsOf([{ text: 't͡ʃ', start: 1, end: 1.2 }])
  expect(segments.map(({ start, end }) => [start, end])).toEqual([
    [1, 1.1],
    [1.1, 1.2],
  ])
  expect(segmentNameAt(segments, 1.05)).toBe('t<')
  expect(new Set(IPA_SEGMENTS.names.map(IPA_SEGMENTS.classOf)).size).toBe(11)
})
