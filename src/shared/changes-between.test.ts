import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChanges } from './apply-changes.ts'
import { changesBetween } from './changes-between.ts'
import { anyScript, line, scriptOf } from './script.test-support.ts'
import { Change } from './script-changes.ts'

test('the changes between any two scripts lead from one to the other, taken once or twice', () => {
  fc.assert(
    fc.property(anyScript, anyScript, (before, after) => {
      const changes = changesBetween(before, after)
      const once = applyChanges(before, changes)
      expect(once).toEqual(after)
      expect(applyChanges(once, changes)).toEqual(after)
      expect(Change.array().safeParse(changes).success).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('changes never fail, whatever script they come to, and no line stands twice', () => {
  fc.assert(
    fc.property(anyScript, anyScript, anyScript, (before, after, other) => {
      const ids = applyChanges(other, changesBetween(before, after)).lines.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 300 },
  )
})

test('a letter typed in a script of two thousand lines is one small change', () => {
  const before = scriptOf(...Array.from({ length: 2_000 }, (_, index) => `line ${index}`))
  const lines = before.lines.with(1_234, line('line 1234', 'Good morning, Lagos'))
  const changes = changesBetween(before, { ...before, lines })
  expect(changes).toEqual([{ kind: 'set', line: lines[1_234], fields: ['text'] }])
  expect(JSON.stringify(changes).length).toBeLessThan(200)
})

test('a line that is moved is the only one that moves', () => {
  const before = scriptOf('a', 'b', 'c', 'd', 'e')
  expect(changesBetween(before, scriptOf('b', 'c', 'd', 'a', 'e'))).toEqual([
    { kind: 'move', id: 'a', after: 'd', before: 'e' },
  ])
})

test('any first part of the changes loses no text that was only moved or cut in two', () => {
  const before = { title: '', lines: [line('a', 'First half. Second half.')] }
  const after = { title: '', lines: [line('a', 'First half.'), line('b', 'Second half.')] }
  const [first] = changesBetween(before, after)
  if (!first) throw new Error('There was a change.')
  expect(applyChanges(before, [first]).lines.map(({ text }) => text)).toEqual([
    'First half. Second half.',
    'Second half.',
  ])
})
