import { expect, test } from 'vitest'
import { type LiveScript, openLiveScript, rebased, received, withUnsaved } from './live-script.ts'
import { line, scriptOf } from './script.test-support.ts'
import type { Change } from './script-changes.ts'

const start = { scriptId: 'one', revision: 0, script: scriptOf('a', 'b', 'c') }
const set = (id: string, text: string): Change => ({
  kind: 'set',
  line: line(id, text),
  fields: ['text'],
})
const edited = (live: LiveScript, id: string, text: string): LiveScript => ({
  ...live,
  shown: {
    ...live.shown,
    lines: live.shown.lines.map((one) => (one.id === id ? { ...one, text } : one)),
  },
})
const after = (live: LiveScript, changes: Change[]): LiveScript =>
  received(live, [{ revision: live.revision + 1, window: 'other', number: 1, changes }])

test('undo goes back to a script in which everything that others did is done', () => {
  const live = edited(openLiveScript('one', start), 'a', 'mine')
  const theirs: Change[] = [
    set('b', 'theirs'),
    { kind: 'remove', id: 'c' },
    { kind: 'insert', after: 'b', lines: [line('new')] },
  ]
  const before = rebased(start.script, theirs, after(live, theirs))
  expect(before.lines).toEqual([line('a'), line('b', 'theirs'), line('new')])
})

test('undo in a line that is in question changes this window’s version, and the question stays', () => {
  const live = edited(openLiveScript('one', start), 'a', 'mine')
  const theirs = [set('a', 'theirs')]
  const next = after(live, theirs)
  const before = rebased(start.script, theirs, next)
  expect(before.lines[0]).toEqual(line('a'))
  expect(before.conflicts).toEqual(next.shown.conflicts)
  expect(before.conflicts).toHaveLength(1)
})

test('what a crashed window left, made on a script that nobody knows any more, writes over nothing', () => {
  const left: Change[] = [
    set('a', 'left over'),
    set('b', 'text of b'),
    { kind: 'remove', id: 'c' },
    set('gone', 'its line is gone'),
    { kind: 'insert', after: 'a', lines: [line('new')] },
    { kind: 'title', title: 'News' },
  ]
  const { shown, confirmed } = withUnsaved(openLiveScript('one', start), left)
  expect(confirmed).toEqual(start.script)
  expect(shown.lines.map(({ text }) => text)).toEqual([
    'left over',
    'text of new',
    'text of b',
    'text of c',
    'its line is gone',
  ])
  // What was there first is in the script, and both are asked about.
  expect(shown.conflicts).toMatchObject([{ line: { id: 'a' } }, { title: 'News' }])
})

test('another window’s answer ends the question, unless something was written since', () => {
  const asked = after(edited(openLiveScript('one', start), 'a', 'mine'), [set('a', 'theirs')])
  const conflict = asked.shown.conflicts?.[0]
  if (!conflict) throw new Error('There was a question.')
  const stored = received(asked, [
    { revision: 2, window: 'one', number: 1, changes: [{ kind: 'contest', conflict }] },
  ])
  const answered = (live: LiveScript): LiveScript =>
    received(live, [
      { revision: 3, window: 'other', number: 2, changes: [{ kind: 'settle', id: conflict.id }] },
    ])
  expect(answered(stored).shown).toEqual({
    ...start.script,
    lines: [line('a', 'theirs'), line('b'), line('c')],
  })
  const going = answered(edited(stored, 'a', 'mine, and more'))
  expect(going.shown.lines[0]?.text).toBe('mine, and more')
  expect(going.shown.conflicts).toMatchObject([{ line: { text: 'mine, and more' } }])
})
