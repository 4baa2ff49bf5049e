import { expect, test } from 'vitest'
import { line } from './script.test-support.ts'
import type { ScriptLine } from './script.ts'
import { gapsOf, usualPause } from './script-gaps.ts'

const said = (id: string, more: Partial<ScriptLine> = {}): ScriptLine => ({
  ...line(id),
  text: `Line ${id}.`,
  ...more,
})
const chapter = (id: string): ScriptLine => said(id, { kind: 'chapter' })

test('lines, chapters and lines with a pause of their own are apart as chosen, and after the last one is nothing', () => {
  const lines = [
    ...[chapter('one'), said('a'), said('b', { pauseAfter: 2 }), said('c')],
    ...[chapter('two'), said('empty', { text: ' ' }), said('d')],
  ]
  expect([...gapsOf({ title: '', lines })]).toEqual([
    ['a', 0.35],
    ['b', 2],
    ['c', 1.5],
  ])
  const settings = { lineGap: 0, chapterGap: 4 }
  expect([...gapsOf({ title: '', lines, settings })]).toEqual([
    ['a', 0],
    ['b', 2],
    ['c', 4],
  ])
})

test('a pause of its own also counts before a chapter', () => {
  const lines = [said('a', { pauseAfter: 0 }), chapter('one'), said('b')]
  expect([...gapsOf({ title: '', lines })]).toEqual([['a', 0]])
})

test('what a line has without a pause of its own is that of the script, or of the chapter that it ends', () => {
  const lines = [
    ...[said('a', { pauseAfter: 2 }), said('b', { pauseAfter: 0 })],
    ...[said('empty', { text: '' }), chapter('one'), said('c'), chapter('two')],
  ]
  const usual = (id: string, settings = {}): number =>
    usualPause({ title: '', lines, settings }, id)
  expect(['a', 'b', 'c'].map((id) => usual(id))).toEqual([0.35, 1.5, 0.35])
  expect(['a', 'b'].map((id) => usual(id, { lineGap: 1, chapterGap: 3 }))).toEqual([1, 3])
})
