import { expect, test } from 'vitest'
import { type Take, takeKey } from '#renderer/features/studio/line-state.ts'
import type { Reading, ReadingFinding } from '#shared/reading.ts'
import { line } from '#shared/script.test-support.ts'
import {
  currentCheck,
  findingWords,
  linesToCheck,
  summarizeChecks,
  summaryWords,
  type TakeCheck,
} from './check-summary.ts'

const FOUND: ReadingFinding = {
  ...{ kind: 'missing', written: 'two', from: 4, to: 7, expected: 'two', heard: '' },
  isSure: true,
}
const reading = (...findings: ReadingFinding[]): Reading => ({
  ...{ words: 3, heard: 'one three', basis: 'sound', findings },
})
const lines = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => line(id))
const [a, b, c, d, e, f] = lines as [never, never, never, never, never, never]

function takeOf(id: string, key = takeKey(line(id))): Take {
  return { id: `take ${id}`, key, seconds: 1, done: 1, total: 1, complete: true }
}
const takes = {
  ...{ a: takeOf('a'), b: takeOf('b'), c: takeOf('c'), d: takeOf('d') },
  // Changed since it was spoken.
  e: takeOf('e', 'another text'),
}
const checks: Record<string, TakeCheck> = {
  a: { takeId: 'take a', state: 'done', reading: reading() },
  b: { takeId: 'take b', state: 'done', reading: reading(FOUND) },
  c: { takeId: 'take c', state: 'failed', message: 'No.', lacksPack: false },
  // Of the take before.
  d: { takeId: 'another take', state: 'done', reading: reading(FOUND) },
  e: { takeId: 'take e', state: 'done', reading: reading(FOUND) },
}

test('every line with text is counted once, and only checks of the take it has now count', () => {
  expect(summarizeChecks([...lines, line('g', ' ')], takes, checks)).toEqual({
    ...{ right: [a], doubtful: [b], failed: [c], unchecked: [d], unspoken: [e, f] },
  })
  expect(currentCheck(e, takes, checks)).toBeUndefined()
  expect(linesToCheck(lines, takes, checks)).toEqual([c, d])
})

test('the summary says how many takes are right, and what is left', () => {
  expect(summaryWords(summarizeChecks(lines, takes, checks))).toBe(
    '1 take is as written, 1 take needs an ear, 1 could not be checked, 1 is not checked, 2 lines are not spoken.',
  )
  expect(summaryWords(summarizeChecks([], {}, {}))).toBe('There is nothing to check.')
})

test('what was found is told in words', () => {
  expect(findingWords(FOUND)).toBe('Missing: “two”')
  expect(findingWords({ ...FOUND, kind: 'repeated', written: '', heard: 'one' })).toBe(
    'Said again: “one”',
  )
  expect(findingWords({ ...FOUND, kind: 'extra', written: '', heard: 'big' })).toBe(
    'Too much: “big”',
  )
  expect(findingWords({ ...FOUND, kind: 'different', heard: 'tree' })).toBe(
    '“two” was heard as “tree”',
  )
})
