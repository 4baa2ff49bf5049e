import { beforeEach, expect, test } from 'vitest'
import { duplicateLines, rewriteLines } from '#renderer/features/studio/script-edits.ts'
import { edit, undoEdit, useStudio } from '#renderer/features/studio/studio-store.ts'
import {
  extendBy,
  pick,
  pickAll,
  pickedLines,
  pickedWith,
  pickNone,
  useSelection,
} from './selection.ts'

const line = (id: string) => ({ id, text: id, voice: 'lina', speed: 1 })
const picked = () => [...useSelection.getState().ids].join(' ')

beforeEach(() => {
  pickNone()
  const lines = [
    line('a'),
    line('b'),
    { ...line('H'), kind: 'chapter' as const },
    line('c'),
    line('d'),
  ]
  useStudio.setState({ script: { title: '', lines } })
})

test('a click picks one line, Ctrl adds others, Shift all up to it; headings are never picked', () => {
  pick('b', 'only')
  expect(picked()).toBe('b')
  pick('d', 'toggle')
  expect(picked()).toBe('b d')
  pick('d', 'toggle')
  expect(picked()).toBe('b')
  pick('b', 'only')
  expect(picked()).toBe('')
  pick('b', 'only')
  pick('d', 'extend')
  expect(picked()).toBe('b c d')
  pick('a', 'extend')
  expect(useSelection.getState().ids).toEqual(new Set(['a', 'b']))
})

test('Shift and the arrows grow the selection and shrink it again', () => {
  pick('b', 'only')
  expect(extendBy(1, 'b')).toBe('c')
  expect(extendBy(1, 'c')).toBe('d')
  expect(extendBy(1, 'd')).toBeUndefined()
  expect(picked()).toBe('b c d')
  extendBy(-1, 'd')
  expect(picked()).toBe('b c')
})

test('lines that are gone are picked no more', () => {
  pickAll()
  useStudio.setState(({ script }) => ({
    script: { ...script, lines: script.lines.filter(({ id }) => id !== 'c') },
  }))
  expect(picked()).toBe('a b d')
  expect(pickedLines(useStudio.getState().script.lines, useSelection.getState().ids)).toHaveLength(
    3,
  )
  expect(pickedWith('a').size).toBe(3)
  expect([...pickedWith('H')]).toEqual(['H'])
})

test('a change of several lines is one undo step', () => {
  const speeds = () => useStudio.getState().script.lines.map(({ speed, pitch }) => pitch ?? speed)
  edit('', (script) => rewriteLines(script, new Set(['a', 'c']), (each) => ({ ...each, pitch: 3 })))
  expect(speeds()).toEqual([3, 1, 1, 3, 1])
  undoEdit()
  expect(speeds()).toEqual([1, 1, 1, 1, 1])
  let copies = 0
  edit('', (script) => duplicateLines(script, new Set(['a', 'b']), () => `copy${copies++}`))
  expect(
    useStudio
      .getState()
      .script.lines.map(({ text }) => text)
      .join(' '),
  ).toBe('a b a b H c d')
  undoEdit()
  expect(useStudio.getState().script.lines).toHaveLength(5)
})
