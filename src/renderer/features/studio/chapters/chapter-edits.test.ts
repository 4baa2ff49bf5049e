import { expect, test } from 'vitest'
import type { Script, ScriptLine } from '#shared/script.ts'
import {
  insertChapter,
  moveChapter,
  moveChapterTo,
  moveToChapter,
  newChapter,
  removeHeading,
} from './chapter-edits.ts'
import { chapterAt, chaptersOf, chapterTitle, shownLines } from './chapter-outline.ts'

const line = (id: string): ScriptLine => ({ id, text: id, voice: 'lina', speed: 1 })
const script: Script = {
  title: 'Story',
  lines: [
    ...[line('intro'), newChapter('A', 'lina', 'Market'), line('a1'), line('a2')],
    ...[newChapter('B', 'lina'), line('b1'), newChapter('C', 'lina', 'Home')],
  ],
}
const ids = (edited: { script: Script } | undefined) =>
  edited?.script.lines.map(({ id }) => id).join(' ')

test('the outline has every heading with its lines; lines before the first belong to none', () => {
  expect(chaptersOf(script.lines)).toEqual([
    { id: 'A', title: 'Market', index: 1, end: 4, lineCount: 2 },
    { id: 'B', title: '', index: 4, end: 6, lineCount: 1 },
    { id: 'C', title: 'Home', index: 6, end: 7, lineCount: 0 },
  ])
  expect(chapterAt(script.lines, 0)).toBeUndefined()
  expect(chapterAt(script.lines, 5)?.id).toBe('B')
  expect(chapterTitle(' ', 2)).toBe('Chapter 2')
})

test('a collapsed chapter shows its heading only', () => {
  const shown = shownLines(script.lines, new Set(['A']))
  expect(shown.map(({ line: { id }, index }) => `${id}${index}`).join(' ')).toBe(
    'intro0 A1 B4 b15 C6',
  )
})

test('a heading goes above a line or to the end', () => {
  expect(ids(insertChapter(script, 'a2', newChapter('X', 'lina')))).toBe('intro A a1 X a2 B b1 C')
  const last = insertChapter(script, undefined, newChapter('X', 'lina'))
  expect(ids(last)).toBe('intro A a1 a2 B b1 C X')
  expect(last?.caret).toEqual({ lineId: 'X', offset: 0 })
})

test('a whole chapter changes places with the next one, and stops at the ends', () => {
  expect(ids(moveChapter(script, 'A', 1))).toBe('intro B b1 A a1 a2 C')
  expect(ids(moveChapter(script, 'C', -1))).toBe('intro A a1 a2 C B b1')
  expect(moveChapter(script, 'A', -1)).toBeUndefined()
  expect(moveChapter(script, 'C', 1)).toBeUndefined()
  expect(ids(moveChapterTo(script, 'B', 0))).toBe('B b1 intro A a1 a2 C')
})

test('lines move to the end of a chapter, or before the first', () => {
  expect(ids(moveToChapter(script, new Set(['a1', 'intro']), 'B'))).toBe('A a2 B b1 intro a1 C')
  expect(ids(moveToChapter(script, new Set(['b1']), undefined))).toBe('intro b1 A a1 a2 B C')
  expect(ids(moveToChapter(script, new Set(['A', 'a1']), 'C'))).toBe('intro A a2 B b1 C a1')
  expect(moveToChapter(script, new Set(['a1']), 'gone')).toBeUndefined()
  expect(moveToChapter(script, new Set(['b1']), 'B')).toBeUndefined()
})

test('without its heading, a chapter joins the one above', () => {
  const joined = removeHeading(script, 'B')
  expect(ids(joined)).toBe('intro A a1 a2 b1 C')
  expect(joined?.caret).toEqual({ lineId: 'b1', offset: 0 })
})
