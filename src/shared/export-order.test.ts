import { expect, test } from 'vitest'
import { type Division, linesInDoubt, planExport, plannedFiles } from './export-order.ts'
import type { ScriptLine } from './script.ts'

const line = (text: string, more: Partial<ScriptLine> = {}): ScriptLine => ({
  ...{ id: text, text, voice: 'lina', speed: 1 },
  ...more,
})
const LINES = [
  line('Before all.'),
  line('Morning', { kind: 'chapter' }),
  line('Good morning.'),
  line('  '),
  line('Báwo ni?', { voice: 'sade', language: 'yo' }),
  line('', { kind: 'chapter', id: 'untitled' }),
  line('Good night.'),
]
const plan = (division: Division, template?: string) =>
  planExport({
    ...{ title: 'A day', lines: LINES, division, template, date: '2026-11-24' },
    voices: { lina: { name: 'Lina', language: 'en' }, sade: { name: 'Sade', language: 'yo' } },
  })
const stems = (division: Division, template?: string) =>
  plan(division, template).parts.map(({ stem }) => stem)

test('a whole script is one file; headings and empty lines are not spoken', () => {
  const { parts, chapters } = plan('whole')
  expect(parts.map(({ stem }) => stem)).toEqual(['A day'])
  expect(parts[0]?.lines.map(({ line: { text }, chapter }) => [text, chapter])).toEqual([
    ...[
      ['Before all.', -1],
      ['Good morning.', 0],
      ['Báwo ni?', 0],
      ['Good night.', 1],
    ],
  ])
  expect(chapters).toEqual(['Morning', 'Chapter 2'])
})

test('chapters become files with their titles', () => {
  expect(stems('chapters')).toEqual(['A day 1', 'A day 2 Morning', 'A day 3 Chapter 2'])
})

test('lines become files with their words, voices and languages', () => {
  expect(stems('lines')).toEqual(['1 Before all', '2 Good morning', '3 Báwo ni', '4 Good night'])
  expect(stems('lines', '{voice}-{language}')).toEqual([
    ...['Lina-en', 'Lina-en (2)', 'Sade-yo', 'Lina-en (3)'],
  ])
})

test('several formats of one part have the same name, and a table of the script is made once', () => {
  const files = plannedFiles(plan('chapters', '{number}'), ['mp3', 'srt', 'csv', 'mp3'])
  expect(files.map(({ fileName }) => fileName)).toEqual([
    ...['1.mp3', '1.srt', '2.mp3', '2.srt', '3.mp3', '3.srt', 'A day.csv'],
  ])
})

test('translations in doubt are named where they would be spoken, and not where only the text is exported', () => {
  const doubts = { found: [{ kind: 'negation', source: 'not', text: '' } as const] }
  const accepted = line('Mo rí i.', { doubts: { ...doubts, accepted: 'Mo rí i.' } })
  const lines = [line('Hello.'), line('Mo lọ.', { doubts }), accepted, line(' ', { doubts })]
  const made = planExport({ ...{ title: 'T', lines, division: 'lines', date: '', voices: {} } })
  const inDoubt = (formats: Parameters<typeof plannedFiles>[1], only?: number) =>
    linesInDoubt(
      made,
      plannedFiles(made, formats).filter(({ part }) => only === undefined || part === only),
    ).map(({ text }) => text)
  expect(inDoubt(['mp3', 'csv'])).toEqual(['Mo lọ.'])
  expect(inDoubt(['srt'])).toEqual(['Mo lọ.'])
  expect(inDoubt(['csv', 'docx'])).toEqual([])
  expect(inDoubt(['mp3'], 0)).toEqual([])
})

test('two kinds of wav are told apart', () => {
  const files = plannedFiles(plan('whole'), ['wav', 'wav_8k', 'wav_mulaw', 'mulaw'])
  expect(files.map(({ fileName }) => fileName)).toEqual([
    ...['A day.wav', 'A day.8k.wav', 'A day.mulaw.wav', 'A day.ulaw'],
  ])
})

test('a script of headings alone has nothing to speak', () => {
  const empty = planExport({
    ...{ title: '', division: 'whole', date: '', voices: {} },
    lines: [line('One', { kind: 'chapter' })],
  })
  expect(empty.parts).toEqual([])
})
