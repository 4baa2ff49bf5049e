import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'
import { subtitlesOf, toSrt, toVtt } from './subtitles.ts'
import type { TranscriptSegment } from './transcriber.ts'

/** Words of 0.4 s each, with `pauses` before some of them. */
function said(
  text: string,
  pauses: Readonly<Record<string, number>> = {},
): readonly TranscriptSegment[] {
  let at = 0
  return text.split(' ').map((word) => {
    at += pauses[word] ?? 0
    const start = at
    at += 0.4
    return { text: word, start, end: at }
  })
}

test('sentences end at their marks, in every script, else at pauses', () => {
  const texts = (words: readonly TranscriptSegment[]) => sentencesOf(words).map(({ text }) => text)
  expect(texts(said('Ẹ káàárọ̀. Báwo ni?'))).toEqual(['Ẹ káàárọ̀.', 'Báwo ni?'])
  expect(texts(said('ሰላም ነው። እሺ'))).toEqual(['ሰላም ነው።', 'እሺ'])
  expect(texts(said('one two three four', { three: 1 }))).toEqual(['one two', 'three four'])
  expect(sentencesOf(said(Array(200).fill('on').join(' '))).length).toBeGreaterThan(4)
  expect(sentencesOf([])).toEqual([])
})

test('a sentence is as sure as its words, each by its length, and says nothing where one of them does', () => {
  const certainty = (averageLogProbability: number) => ({
    ...{ averageLogProbability, noSpeechProbability: 0.1 },
  })
  const words = [
    { text: 'ilé', start: 0, end: 0.4, certainty: certainty(-0.1) },
    { text: 'kékeré', start: 0.4, end: 0.8, certainty: certainty(-0.4) },
  ]
  expect(sentencesOf(words)[0]).toMatchObject({ text: 'ilé kékeré', start: 0, end: 0.8 })
  expect(sentencesOf(words)[0]?.certainty?.averageLogProbability).toBeCloseTo(-0.3)
  expect(sentencesOf(words)[0]?.certainty?.noSpeechProbability).toBeCloseTo(0.1)
  const unsure = [...words, { text: 'ni', start: 0.8, end: 0.9 }]
  expect(sentencesOf(unsure)).toEqual([{ text: 'ilé kékeré ni', start: 0, end: 0.9 }])
})

test('a subtitle has at most two lines of 42 characters, seven seconds, and never overlaps the next', () => {
  const text = 'Àwọn ọmọ ti dé sí ilé ìwé, wọ́n sì ń kọrin pẹ̀lú ayọ̀ ńlá ní àárọ̀ òní tí òjò kò rọ̀'
  const subtitles = subtitlesOf(said(Array(8).fill(text).join(' '), { òjò: 0.2 }))
  expect(subtitles.length).toBeGreaterThan(8)
  for (const [at, { lines, start, end }] of subtitles.entries()) {
    expect(lines.length).toBeLessThanOrEqual(2)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(42)
    expect(end - start).toBeLessThanOrEqual(7.001)
    expect(end).toBeLessThanOrEqual((subtitles[at + 1]?.start ?? Number.POSITIVE_INFINITY) + 1e-9)
  }
  expect(subtitles.flatMap(({ lines }) => lines).join(' ')).toBe(Array(8).fill(text).join(' '))
})

test('a short word stays long enough to be read, and a pause parts subtitles', () => {
  const [first, second] = subtitlesOf(said('yes no', { no: 5 }))
  expect(first).toEqual({ lines: ['yes'], start: 0, end: 5 / 6 })
  expect(second?.start).toBeCloseTo(5.4)
})

test('two lines are nearly of one length, and a word that is longer than a line is parted', () => {
  const [one] = subtitlesOf(said('the quick brown fox jumps over the lazy dog again'))
  expect(one?.lines).toEqual(['the quick brown fox jumps', 'over the lazy dog again'])
  const parts = subtitlesOf([{ text: 'x'.repeat(100), start: 0, end: 1 }])
  expect(parts.flatMap(({ lines }) => lines).join('')).toBe('x'.repeat(100))
  expect(Math.max(...parts.flatMap(({ lines }) => lines.map(({ length }) => length)))).toBe(42)
})

test('SRT and VTT are written with their own clocks, and markup in a text shows as text', () => {
  const subtitles = [{ lines: ['a <b> & c -->', 'ድምፅ'], start: 3_661.5, end: 3_662.0004 }]
  expect(toSrt(subtitles)).toBe('1\n01:01:01,500 --> 01:01:02,000\na ‹b› & c --›\nድምፅ\n')
  expect(toVtt(subtitles)).toBe(
    'WEBVTT\n\n01:01:01.500 --> 01:01:02.000\na &lt;b&gt; &amp; c --&gt;\nድምፅ\n',
  )
  expect(toSrt([])).toBe('')
  expect(toVtt([])).toBe('WEBVTT\n')
})
