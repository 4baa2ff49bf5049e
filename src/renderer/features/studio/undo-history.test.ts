import { expect, test } from 'vitest'
import type { Script } from '#shared/script.ts'
import { addStep, lineAfterStep, NO_HISTORY, redo, undo } from './undo-history.ts'

const at = (text: string): Script => ({
  title: 'Market day',
  lines: [{ id: 'a', text, voice: 'lina', speed: 1 }],
})

test('letters typed in a row are undone together', () => {
  let history = addStep(NO_HISTORY, at(''), 'text a', 1_000)
  history = addStep(history, at('G'), 'text a', 1_100)
  history = addStep(history, at('Go'), 'text a', 1_200)
  expect(undo(history, at('Goo'))?.script).toEqual(at(''))
})

test('typing after a pause is a separate step', () => {
  let history = addStep(NO_HISTORY, at(''), 'text a', 1_000)
  history = addStep(history, at('Good'), 'text a', 3_000)
  expect(undo(history, at('Good day'))?.script).toEqual(at('Good'))
})

test('an edit without a tag never joins the one before', () => {
  let history = addStep(NO_HISTORY, at('one'), '', 1_000)
  history = addStep(history, at('two'), '', 1_001)
  expect(undo(history, at('three'))?.script).toEqual(at('two'))
})

test('an undone edit can be redone until something else is edited', () => {
  const history = addStep(NO_HISTORY, at('one'), '', 1_000)
  const undone = undo(history, at('two'))
  if (!undone) throw new Error('There was a step to undo.')
  expect(redo(undone.history, undone.script)?.script).toEqual(at('two'))
  const edited = addStep(undone.history, undone.script, '', 2_000)
  expect(redo(edited, at('three'))).toBeUndefined()
})

test('nothing is undone before the first edit', () => {
  expect(undo(NO_HISTORY, at('one'))).toBeUndefined()
})

test('the history keeps two hundred steps', () => {
  let history = NO_HISTORY
  for (let step = 0; step < 500; step++) history = addStep(history, at(`${step}`), '', step)
  expect(history.past).toHaveLength(200)
  expect(history.past.at(-1)).toEqual(at('499'))
})

test('the caret moves to the line that an undo changed', () => {
  const second = { id: 'b', text: 'x', voice: 'john', speed: 1 }
  const before: Script = { title: '', lines: [...at('one').lines, second] }
  const after: Script = { title: '', lines: [...at('one').lines, { ...second, text: 'y' }] }
  expect(lineAfterStep(before, after, 'a')).toBe('b')
})

const script = (ids: string): Script => ({
  title: '',
  lines: ids.split('').map((id) => ({ id, text: id, voice: 'lina', speed: 1 })),
})

test.each([
  ['a new line at the end goes', 'abc', 'ab', 'c', 'b'],
  ['a new line between others goes', 'axb', 'ab', 'x', 'a'],
  ['the first line goes', 'xab', 'ab', 'x', 'a'],
  ['several pasted lines go', 'abxyz', 'ab', 'z', 'b'],
  ['a deleted line is back', 'ac', 'abc', 'a', 'b'],
  ['a line that moved is back', 'acb', 'abc', 'c', 'c'],
])('the caret is in a line when %s', (_, before, after, selected, caret) => {
  expect(lineAfterStep(script(before), script(after), selected)).toBe(caret)
})

test('the caret stays where it is when neither texts nor rows change', () => {
  const louder = { ...at('one'), lines: at('one').lines.map((line) => ({ ...line, volume: 3 })) }
  expect(lineAfterStep(at('one'), louder, 'a')).toBeUndefined()
})
