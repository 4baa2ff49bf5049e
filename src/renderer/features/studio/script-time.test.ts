import { expect, test } from 'vitest'
import type { ScriptLine } from '#shared/script.ts'
import { takeKey } from './line-state.ts'
import { lengthWords, scriptTime } from './script-time.ts'

const lines: ScriptLine[] = ['a', 'b', 'c'].map((id) => ({
  ...{ id, text: 'x'.repeat(30), voice: 'lina', speed: 1 },
}))
const lineOf = (id: string): ScriptLine => lines.find((line) => line.id === id) as ScriptLine
const take = (id: string, seconds: number) => ({
  ...{ id, key: takeKey(lineOf(id)), seconds, done: 1, total: 1, complete: true },
})
const gaps = new Map([
  ['a', 0.5],
  ['b', 1],
])

test('the length of a script has its takes and gaps, and guesses what is not spoken yet', () => {
  const takes = { a: take('a', 3), b: take('b', 4), c: take('c', 5) }
  expect(scriptTime({ lines, takes, gaps }, 'c')).toEqual({
    total: 13.5,
    start: 8.5,
    isExact: true,
  })
  const { c: _, ...spoken } = takes
  expect(scriptTime({ lines, takes: spoken, gaps }, 'b')).toEqual({
    ...{ total: 10.5, start: 3.5, isExact: false },
  })
})

test('with takes of something else than the lines say now, the length is only about right', () => {
  const takes = { a: take('a', 3), b: take('b', 4), c: { ...take('c', 5), key: 'before' } }
  expect(scriptTime({ lines, takes, gaps }, 'c').isExact).toBe(false)
})

test('a length is told in minutes and seconds, and in hours where it has some', () => {
  expect([0, 9.6, 83, 3_725].map(lengthWords)).toEqual(['0:00', '0:10', '1:23', '1:02:05'])
})
