import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChanges } from './apply-changes.ts'
import { changesBetween } from './changes-between.ts'
import { mergeChanges } from './merge-changes.ts'
import { anyScript, line, scriptOf } from './script.test-support.ts'
import type { Script, ScriptLine } from './script.ts'

const base = scriptOf('a', 'b', 'c', 'd')

/** The stored script after two windows have made theirs out of `before`, the other window first. */
function merged(theirs: Script, mine: Script, before: Script = base): Script {
  const first = changesBetween(before, theirs)
  const changes = mergeChanges(first, changesBetween(before, mine), 'mine')
  return applyChanges(applyChanges(before, first), changes)
}
const withLine = (script: Script, id: string, change: Partial<ScriptLine>): Script => ({
  ...script,
  lines: script.lines.map((one) => (one.id === id ? { ...one, ...change } : one)),
})
const without = (script: Script, id: string): Script => ({
  ...script,
  lines: script.lines.filter((one) => one.id !== id),
})
const ids = ({ lines }: Script): string => lines.map(({ id }) => id).join(' ')
const textOf = ({ lines }: Script, id: string): string | undefined =>
  lines.find((one) => one.id === id)?.text

test('edits of different lines, and of different fields of one line, are both there without a question', () => {
  const lines = merged(
    withLine(base, 'a', { text: 'theirs' }),
    withLine(base, 'b', { text: 'mine' }),
  )
  expect([textOf(lines, 'a'), textOf(lines, 'b')]).toEqual(['theirs', 'mine'])
  const fields = merged(
    withLine(base, 'a', { text: 'theirs' }),
    withLine(base, 'a', { speed: 0.8 }),
  )
  expect(fields.lines[0]).toMatchObject({ text: 'theirs', speed: 0.8 })
  expect([lines.conflicts, fields.conflicts]).toEqual([undefined, undefined])
})

test('edits of disjoint lines of any script are all there, in either order', () => {
  fc.assert(
    fc.property(
      anyScript,
      fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
      (script, whose) => {
        const written = (text: string, isTheirs: boolean): Script => ({
          ...script,
          lines: script.lines.map((one, index) =>
            whose[index % 16] === isTheirs ? { ...one, text } : one,
          ),
        })
        const [theirs, mine] = [written('theirs', true), written('mine', false)]
        const both = merged(theirs, mine, script)
        expect(both).toEqual(merged(mine, theirs, script))
        expect(both.lines.map(({ text }) => text)).toEqual(
          script.lines.map((_, index) => (whose[index % 16] ? 'theirs' : 'mine')),
        )
        expect(both.conflicts).toBeUndefined()
      },
    ),
    { numRuns: 300 },
  )
})

test('nothing that only one of two windows changed is a question, and no text of either is gone', () => {
  fc.assert(
    fc.property(anyScript, anyScript, anyScript, (before, theirs, mine) => {
      const both = merged(theirs, mine, before)
      const after = both.lines.map(({ text }) => text)
      const asked = (both.conflicts ?? []).flatMap((one) => (one.kind === 'line' ? [one.line] : []))
      for (const { id, text } of [...theirs.lines, ...mine.lines]) {
        const old = textOf(before, id)
        if (old !== text) expect([...after, ...asked.map((one) => one.text)]).toContain(text)
      }
      for (const { id } of asked) {
        const versions = [before, theirs, mine].map(
          ({ lines }) => lines.find((one) => one.id === id) ?? undefined,
        )
        expect(versions[1]).not.toEqual(versions[0])
        expect(versions[2]).not.toEqual(versions[0])
      }
    }),
    { numRuns: 500 },
  )
})

test('the same field changed in two ways keeps theirs in the script and mine beside it, with their other fields', () => {
  const theirs = withLine(base, 'a', { text: 'theirs', speed: 0.8 })
  const both = merged(theirs, withLine(base, 'a', { text: 'mine', voice: 'john' }))
  expect(both.lines[0]).toEqual(theirs.lines[0])
  expect(both.conflicts).toEqual([
    {
      kind: 'line',
      id: 'mine a',
      by: 'mine',
      line: { id: 'a', text: 'mine', voice: 'john', speed: 0.8 },
    },
  ])
  const titles = merged({ ...base, title: 'Àlọ́' }, { ...base, title: 'News' })
  expect(titles).toMatchObject({ title: 'Àlọ́', conflicts: [{ kind: 'title', title: 'News' }] })
})

test('a language that follows what is written gives way to one that a person chose; two that were chosen are a question', () => {
  const told = withLine(base, 'a', { language: 'yo' })
  const chosen = withLine(base, 'a', { language: 'ig', languageChosen: true })
  const other = withLine(base, 'a', { language: 'ha', languageChosen: true })
  for (const both of [merged(told, chosen), merged(chosen, told)]) {
    expect(both.lines[0]).toEqual(chosen.lines[0])
    expect(both.conflicts).toBeUndefined()
  }
  expect(merged(chosen, other).conflicts).toMatchObject([{ line: { language: 'ha' } }])
})

test('an edit wins over a deletion, whoever came first, and the line stands where it stood', () => {
  const edited = withLine(base, 'b', { text: 'still here' })
  for (const both of [merged(edited, without(base, 'b')), merged(without(base, 'b'), edited)]) {
    expect(ids(both)).toBe('a b c d')
    expect(textOf(both, 'b')).toBe('still here')
  }
  expect(ids(merged(without(base, 'b'), without(base, 'b')))).toBe('a c d')
})

test('lines that two windows put in the same place are all there, each window’s together and in its order', () => {
  const insert = (...added: string[]): Script => ({
    ...base,
    lines: base.lines.toSpliced(1, 0, ...added.map((id) => line(id))),
  })
  expect(ids(merged(insert('t1', 't2'), insert('m1', 'm2')))).toBe('a m1 m2 t1 t2 b c d')
  // The line above is gone: then they stand before the one below.
  expect(ids(merged(without(base, 'a'), insert('m1')))).toBe('m1 b c d')
  expect(ids(merged(without(without(base, 'a'), 'b'), insert('m1')))).toBe('c d m1')
})

test('lines that two windows move end where each was put; one that both have moved goes where the later put it', () => {
  const six = scriptOf(...'abcdef')
  expect(ids(merged(scriptOf(...'bacdef'), scriptOf(...'abcdfe'), six))).toBe('b a c d f e')
  // Below which line it was put is what counts, wherever that line is now.
  expect(ids(merged(scriptOf('b', 'c', 'd', 'a'), scriptOf('a', 'd', 'b', 'c')))).toBe('b c a d')
  expect(ids(merged(scriptOf('b', 'a', 'c', 'd'), scriptOf('b', 'c', 'd', 'a')))).toBe('b c d a')
  expect(ids(merged(without(base, 'a'), scriptOf('b', 'c', 'd', 'a')))).toBe('b c d')
})
