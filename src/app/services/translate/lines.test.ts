import { expect, test } from 'vitest'
import { allSentencesIn, linesIn } from './lines.ts'
import { protectedSpans } from './spans.ts'

const bodiesOf = (text: string): readonly string[] =>
  linesIn(text, protectedSpans(text)).map(({ body }) => text.slice(body.start, body.end))
const sentencesOf = (text: string): readonly string[] =>
  allSentencesIn(text, { start: 0, end: text.length }, protectedSpans(text), 'en').map((found) =>
    text.slice(found.start, found.end),
  )

test('lines hold the whole text, whatever ends them', () => {
  const text = 'one\r\n\n  two\rthree\u2028\tfour  \n'
  const lines = linesIn(text, [])
  expect(lines.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
  expect(bodiesOf(text)).toEqual(['one', '', 'two', 'three', 'four'])
})

test('indentation, bullets, numbers and quotation marks of lines are not part of their words', () => {
  const text = '- one\n  * two\n3. three\n> four\n## five\n(a) six\n• seven\n- [x] eight\n1.5 nine'
  expect(bodiesOf(text)).toEqual([
    ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', '1.5 nine'],
  ])
})

test('markup that goes over a line end keeps its lines together', () => {
  expect(bodiesOf('Say [yo]Ẹ\nkáàárọ̀[/yo] now.\nThen go.')).toEqual([
    'Say [yo]Ẹ\nkáàárọ̀[/yo] now.',
    'Then go.',
  ])
})

test('sentences end where speech would end them', () => {
  expect(sentencesOf('Dr. Ade came at 5 p.m. today. Did he eat?  Yes!')).toEqual([
    'Dr. Ade came at 5 p.m. today.',
    'Did he eat?',
    'Yes!',
  ])
  expect(sentencesOf('ሰላም ነው። ደህና ነኝ፧')).toEqual(['ሰላም ነው።', 'ደህና ነኝ፧'])
  expect(sentencesOf('See https://a.example/b.c?d now. Go.')).toEqual([
    'See https://a.example/b.c?d now.',
    'Go.',
  ])
})

test('a sentence without an end comes in pieces that end where a clause or a word does', () => {
  const clause = 'the market was full of people and of noise, '
  const pieces = sentencesOf(clause.repeat(30).trim())
  expect(pieces.length).toBeGreaterThan(3)
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(400)
  expect(pieces.slice(0, -1).every((piece) => piece.endsWith(','))).toBe(true)
  expect(pieces.join(' ')).toBe(clause.repeat(30).trim())
  const word = 'a'.repeat(900)
  expect(sentencesOf(`${word} b`)).toEqual([word, 'b'])
})
