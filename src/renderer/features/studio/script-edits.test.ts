import { expect, test } from 'vitest'
import { isInDoubt } from '#shared/doubts.ts'
import {
  LINE_LIMIT,
  type Original,
  type Script,
  type ScriptLine,
  TEXT_LIMIT,
} from '#shared/script.ts'
import {
  duplicateLines,
  insertAfter,
  mergeIntoPrevious,
  movedTogether,
  moveLine,
  moveLinesBy,
  newLineFrom,
  removeLines,
  replaceLine,
  respell,
  rewriteLines,
  splitLine,
} from './script-edits.ts'

const script: Script = {
  title: 'Àlọ́ ìjàpá',
  lines: [
    { id: 'a', text: 'Once upon a time, the tortoise went to market.', voice: 'lina', speed: 1 },
    { id: 'b', text: 'He had no money.', voice: 'john', speed: 0.9, language: 'pcm' },
    { id: 'c', text: 'But he had a plan!', voice: 'remi', speed: 1.1 },
  ],
}
const ids = (edited: { script: Script } | undefined) => edited?.script.lines.map(({ id }) => id)
const texts = (edited: { script: Script } | undefined) =>
  edited?.script.lines.map(({ text }) => text)

test('Enter splits a line at the caret, and both halves keep voice, language and speed', () => {
  const edited = splitLine(script, 'b', 6, 'new')
  expect(texts(edited)?.slice(1, 3)).toEqual(['He had', 'no money.'])
  expect(edited?.script.lines[2]).toEqual({
    id: 'new',
    text: 'no money.',
    voice: 'john',
    speed: 0.9,
    language: 'pcm',
  })
  expect(edited?.script.lines[1]?.language).toBe('pcm')
  expect(edited?.caret).toEqual({ lineId: 'new', offset: 0 })
})

test('Backspace at the start joins a line to the one above, with the caret at the join', () => {
  const edited = mergeIntoPrevious(script, 'b')
  expect(texts(edited)?.[0]).toBe('Once upon a time, the tortoise went to market. He had no money.')
  expect(edited?.caret).toEqual({ lineId: 'a', offset: 47 })
})

test('splitting and joining restores the line', () => {
  const halves = splitLine(script, 'a', 17, 'new')
  expect(halves && texts(mergeIntoPrevious(halves.script, 'new'))).toEqual(
    script.lines.map(({ text }) => text),
  )
})

test('the first line cannot be joined to a line above', () => {
  expect(mergeIntoPrevious(script, 'a')).toBeUndefined()
})

test('two lines are not joined into one that is too long', () => {
  const long = {
    ...script,
    lines: script.lines.map((line) => ({ ...line, text: 'x'.repeat(TEXT_LIMIT) })),
  }
  expect(mergeIntoPrevious(long, 'b')).toBeUndefined()
})

test('a duplicate stands below the original and has its own id', () => {
  const edited = duplicateLines(script, new Set(['b']), () => 'copy')
  expect(ids(edited)).toEqual(['a', 'b', 'copy', 'c'])
  expect(edited?.script.lines[2]).toEqual({ ...script.lines[1], id: 'copy' })
  expect(edited?.caret?.lineId).toBe('copy')
})

test('deleting a line puts the caret at the end of the one above', () => {
  const edited = removeLines(script, new Set(['b']))
  expect(ids(edited)).toEqual(['a', 'c'])
  expect(edited?.caret).toEqual({ lineId: 'a', offset: 46 })
})

test('deleting the only line leaves an empty script', () => {
  const one = { ...script, lines: script.lines.slice(0, 1) }
  expect(removeLines(one, new Set(['a']))).toEqual({ script: { title: 'Àlọ́ ìjàpá', lines: [] } })
})

test('a line moves up and down and stops at the ends', () => {
  expect(ids(moveLine(script, 'b', 0))).toEqual(['b', 'a', 'c'])
  expect(ids(moveLine(script, 'a', 2))).toEqual(['b', 'c', 'a'])
  expect(moveLine(script, 'a', -1)).toBeUndefined()
  expect(moveLine(script, 'c', 3)).toBeUndefined()
})

test('several lines replace one', () => {
  const added = [newLineFrom(script.lines[0], 'x', 'john'), newLineFrom(undefined, 'y', 'john')]
  expect(ids(replaceLine(script, 'b', added))).toEqual(['a', 'x', 'y', 'c'])
})

test('a new line has the voice and speed of the one above it', () => {
  expect(newLineFrom(script.lines[2], 'x', 'john')).toMatchObject({ voice: 'remi', speed: 1.1 })
  expect(newLineFrom(script.lines[1], 'x', 'lina')).toEqual({
    ...script.lines[1],
    id: 'x',
    text: '',
  })
  expect(newLineFrom(undefined, 'x', 'john')).toMatchObject({ voice: 'john', speed: 1 })
})

test('a full script accepts no more lines', () => {
  const lines = Array.from({ length: LINE_LIMIT }, (_, index) =>
    newLineFrom(undefined, `${index}`, 'john'),
  )
  const full = { ...script, lines }
  expect(insertAfter(full, '5', [newLineFrom(undefined, 'x', 'john')])).toBeUndefined()
  expect(splitLine(full, '5', 0, 'x')).toBeUndefined()
})

test('a line of a recording that is cut in two has its time cut in proportion, and joined again it has all of it', () => {
  const heard = {
    ...script,
    lines: [{ id: 'a', text: 'one two.', voice: 'lina', speed: 1, heardAt: { start: 2, end: 6 } }],
  }
  const cut = splitLine(heard, 'a', 4, 'b')
  expect(cut?.script.lines.map(({ heardAt }) => heardAt)).toEqual([
    { start: 2, end: 4 },
    { start: 4, end: 6 },
  ])
  const joined = cut && mergeIntoPrevious(cut.script, 'b')
  expect(joined?.script.lines[0]?.heardAt).toEqual({ start: 2, end: 6 })
  expect(newLineFrom(heard.lines[0], 'c', 'lina').heardAt).toBeUndefined()
})

const both = new Set(['a', 'c'])

test('lines move, are duplicated and deleted together', () => {
  expect(ids(movedTogether(script, both, 0))).toEqual(['a', 'c', 'b'])
  expect(movedTogether(script, new Set(['a', 'b']), 1)).toBeUndefined()
  expect(ids(moveLinesBy(script, new Set(['b', 'c']), -1))).toEqual(['b', 'c', 'a'])
  expect(moveLinesBy(script, new Set(['c']), 1)).toBeUndefined()
  let next = 0
  expect(ids(duplicateLines(script, both, () => `copy${next++}`))).toEqual([
    ...['a', 'b', 'c', 'copy0', 'copy1'],
  ])
  const left = removeLines(script, both)
  expect(ids(left)).toEqual(['b'])
  expect(left?.caret?.lineId).toBe('b')
})

test('an edit of lines that changes nothing is no edit', () => {
  expect(rewriteLines(script, both, (line) => line)).toBeUndefined()
})

test('of a line that is cut, the comment stays above and the pause goes below; joined, it has both again', () => {
  const lines = [
    { id: 'a', text: 'One two', voice: 'lina', speed: 1, comment: 'Slowly', pauseAfter: 2 },
  ]
  const cut = splitLine({ ...script, lines }, 'a', 4, 'b')
  expect(cut?.script.lines.map(({ comment, pauseAfter }) => [comment, pauseAfter])).toEqual([
    ['Slowly', undefined],
    [undefined, 2],
  ])
  expect(cut && mergeIntoPrevious(cut.script, 'b')?.script.lines).toEqual(lines)
})

test('doubts stay with both halves of a line that is cut, and lines that are joined join theirs', () => {
  const doubts = (source: string) => ({ found: [{ kind: 'names', source, text: '' } as const] })
  const first = {
    id: 'a',
    text: 'Ọ̀kan. Èjì.',
    voice: 'lina',
    speed: 1,
    doubts: doubts('Ada'),
  } as const
  const cut = splitLine({ title: '', lines: [first] }, 'a', 6, 'b')
  expect(cut?.script.lines.map((line) => line.doubts)).toEqual([doubts('Ada'), doubts('Ada')])
  const second = { ...first, id: 'c', doubts: { ...doubts('Obi'), accepted: first.text } }
  const joined = mergeIntoPrevious({ title: '', lines: [first, second] }, 'c')?.script.lines[0]
  const found = [...doubts('Ada').found, ...doubts('Obi').found]
  expect(joined?.doubts).toEqual({ found })
})

const DOUBTS = { found: [{ kind: 'names', source: 'Ada', text: '' } as const] }
const doubtful: ScriptLine = {
  id: 'a',
  text: 'Ọ̀kan. Èjì.',
  voice: 'lina',
  speed: 1,
  doubts: DOUBTS,
}
const accepted: ScriptLine = { ...doubtful, doubts: { ...DOUBTS, accepted: doubtful.text } }

test('half of a line that has no text has no doubts', () => {
  const doubtsAfter = (offset: number) =>
    splitLine({ title: '', lines: [doubtful] }, 'a', offset, 'b')?.script.lines.map(
      (line) => line.doubts,
    )
  expect(doubtsAfter(doubtful.text.length)).toEqual([DOUBTS, undefined])
  expect(doubtsAfter(0)).toEqual([undefined, DOUBTS])
})

test('a translation that was accepted stays so when it is spelled in another way, cut and joined', () => {
  const states = (lines: readonly ScriptLine[] | undefined) => lines?.map(isInDoubt)
  expect(isInDoubt(respell(accepted, 'Ọ̀kan. Èjì!'))).toBe(false)
  expect(isInDoubt(respell(doubtful, 'Ọ̀kan. Èjì!'))).toBe(true)
  const cut = splitLine({ title: '', lines: [accepted] }, 'a', 6, 'b')?.script
  expect(states(cut?.lines)).toEqual([false, false])
  const joined = (...lines: ScriptLine[]) =>
    mergeIntoPrevious({ title: '', lines }, lines.at(-1)?.id ?? '')?.script.lines
  expect(states(cut && joined(...cut.lines))).toEqual([false])
  const plain: ScriptLine = { id: 'p', text: 'Ẹ̀ta.', voice: 'lina', speed: 1 }
  expect(states(joined(accepted, plain))).toEqual([false])
  expect(states(joined(doubtful, plain))).toEqual([true])
  expect(states(joined(accepted, { ...doubtful, id: 'b' }))).toEqual([true])
  // An empty line, whatever was in doubt in it, changes nothing.
  expect(joined(accepted, { ...doubtful, id: 'b', text: '' })).toEqual([accepted])
})

test('a line without text is not in doubt', () => {
  expect(isInDoubt({ ...doubtful, text: ' ' })).toBe(false)
})

test('of a translated line that is cut, the original stays above; lines that are joined join their originals', () => {
  const original: Original = {
    text: 'One. Two.',
    language: 'en',
    translated: 'One. Two.',
    made: 'Ọ̀kan. Èjì.',
  }
  const first = { id: 'a', text: 'Ọ̀kan. Èjì.', voice: 'lina', speed: 1, original } as const
  const cut = splitLine({ ...script, lines: [first] }, 'a', 5, 'b')
  expect(cut?.script.lines.map((line) => line.original?.text)).toEqual(['One. Two.', undefined])
  const both = { ...script, lines: [first, { ...first, id: 'b' }] }
  expect(mergeIntoPrevious(both, 'b')?.script.lines[0]?.original).toEqual({
    ...{ language: 'en', text: 'One. Two. One. Two.', translated: 'One. Two. One. Two.' },
    made: 'Ọ̀kan. Èjì. Ọ̀kan. Èjì.',
  })
})

test('a line does not join the heading above it, and a new line below one is no heading', () => {
  const heading = { id: 'h', text: 'Market', voice: 'lina', speed: 1, kind: 'chapter' as const }
  const headed = { ...script, lines: [heading, ...script.lines] }
  expect(mergeIntoPrevious(headed, 'a')).toBeUndefined()
  expect(newLineFrom(heading, 'x', 'john').kind).toBeUndefined()
})
