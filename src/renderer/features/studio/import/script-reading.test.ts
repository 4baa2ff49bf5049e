import { expect, test } from 'vitest'
import type { Piece } from '#shared/imports.ts'
import { findNames, type ReadingChoices, readPieces } from './script-reading.ts'
import { foldName, namedText } from './speaker-name.ts'

const pieces = (...texts: readonly string[]): Piece[] => texts.map((text) => ({ text }))
const choices = (names: readonly string[], speaksDirections = false): ReadingChoices => ({
  names: new Set(names.map(foldName)),
  speaksDirections,
})

test.each([
  ['Ṣọlá: Ẹ káàárọ̀', 'Ṣọlá', 'Ẹ káàárọ̀'],
  ['Ṣọlá: Ẹ káàárọ̀'.normalize('NFD'), 'Ṣọlá', 'Ẹ káàárọ̀'],
  ['NARRATOR: It is early.', 'NARRATOR', 'It is early.'],
  ['ተራኪ፦ ሰላም', 'ተራኪ', 'ሰላም'],
  ['سارة: صباح الخير', 'سارة', 'صباح الخير'],
  ['Dr. Ada Obi: Come in', 'Dr. Ada Obi', 'Come in'],
  ['Queen of Kano：Sannu', 'Queen of Kano', 'Sannu'],
  ['[Ada]: Kedu?', 'Ada', 'Kedu?'],
  ['Caller 2: Hello', 'Caller 2', 'Hello'],
])('%s is said by a name', (text, name, words) => {
  expect(namedText(text.normalize('NFC'))).toMatchObject({ name, words, isLikely: true })
})

test('a direction behind a name is not part of it', () => {
  expect(namedText('Chidi (laughing): No!')).toEqual({
    ...{ name: 'Chidi', direction: 'laughing', words: 'No!', isLikely: true },
  })
})

test.each([
  '12:30: news',
  'At 10:30 we begin.',
  'https://example.com: a page',
  'See https://example.com',
  '[say: Shoyinka] came.',
  '[yo]: Ẹ káàárọ̀',
  '[pause 300ms] He said: yes',
  '',
  ': nothing',
])('%s begins with no name that is taken', (text) => {
  expect(findNames(pieces(text, 'Other', 'Another'), new Set())).toEqual([])
})

test.each(['Note: it rains', 'There are three things: bread, milk', 'Remember this, please: go'])(
  '%s has a colon, but is taken as no name',
  (text) => {
    const [found] = findNames(pieces(text, 'Ada: Kedu?', 'Tunde: Hi'), new Set()).filter(
      ({ name }) => text.startsWith(name),
    )
    expect(found?.isLikely ?? false).toBe(false)
  },
)

test('names are listed once, most frequent first, in any letter case', () => {
  const script = pieces('Ada: a', 'TUNDE: b', 'ada: c', 'Tunde (sighs): d', 'Ada: e', 'Narrator: f')
  expect(findNames(script, new Set())).toEqual([
    { name: 'Ada', lines: 3, isLikely: true },
    { name: 'TUNDE', lines: 2, isLikely: true },
    { name: 'Narrator', lines: 1, isLikely: true },
  ])
})

test('in prose, one name before a colon is asked about, not taken', () => {
  const prose = pieces('Lagos: the city never sleeps.', ...Array<string>(9).fill('It was night.'))
  expect(findNames(prose, new Set())).toEqual([{ name: 'Lagos', lines: 1, isLikely: false }])
  expect(findNames(prose, new Set(['lagos']))).toMatchObject([{ isLikely: true }])
})

test('only names that are chosen are taken out of the text', () => {
  const { lines } = readPieces(pieces('Ada: Kedu?', 'Lagos: the city'), choices(['Ada']))
  expect(lines).toEqual([
    { kind: 'line', text: 'Kedu?', speaker: 'ada', directions: [] },
    { kind: 'line', text: 'Lagos: the city', directions: [] },
  ])
})

test('stage directions are not spoken, but stay with their line; Griot’s markup is none', () => {
  const script = pieces(
    '[door closes]',
    'Chidi (laughing): Well (sighs), [pause 1s] I [yo]ń lọ[/yo] [sic] [1] \\[x].',
    'The school (built in 1960) is old.',
    '(Music plays)',
  )
  const { lines, directions } = readPieces(script, choices(['Chidi']))
  expect(lines).toEqual([
    {
      kind: 'line',
      text: 'Well, [pause 1s] I [yo]ń lọ[/yo] [1] \\[x].',
      speaker: 'chidi',
      directions: ['[door closes]', '(laughing)', '[sic]', '(sighs)'],
    },
    {
      kind: 'line',
      text: 'The school (built in 1960) is old.',
      directions: ['(Music plays)'],
    },
  ])
  expect(directions).toHaveLength(5)
})

test('stage directions are spoken if a person wants that', () => {
  const { lines } = readPieces(
    pieces('Chidi (laughing): No! (goes)', '[door closes]'),
    choices(['Chidi'], true),
  )
  expect(lines.map(({ text }) => text)).toEqual(['(laughing) No! (goes)', '[door closes]'])
})

test('a name that stands alone speaks the next paragraph; at the end it stays in the text', () => {
  const { lines } = readPieces(
    pieces('NARRATOR:', 'It is early.', 'It is cold.', 'Narrator:'),
    choices(['Narrator']),
  )
  expect(lines).toMatchObject([
    { text: 'It is early.', speaker: 'narrator' },
    { text: 'It is cold.' },
    { text: 'Narrator:' },
  ])
  expect(lines[1]).not.toHaveProperty('speaker')
})

test('headings become chapters, columns and subtitles keep what they say', () => {
  const { lines } = readPieces(
    [
      { text: 'Part: one', heading: 2 },
      { text: 'Kedu?', speaker: 'Ada (whispers)', language: 'Igbo', heardAt: { start: 1, end: 2 } },
      { text: 'Sannu', language: 'ha-NG' },
      { text: 'Hallo', language: 'de' },
    ],
    choices(['Ada', 'Part']),
  )
  expect(lines).toEqual([
    { kind: 'chapter', text: 'Part: one', directions: [] },
    {
      ...{ kind: 'line', text: 'Kedu?', speaker: 'ada', language: 'ig' },
      ...{ heardAt: { start: 1, end: 2 }, directions: ['(whispers)'] },
    },
    { kind: 'line', text: 'Sannu', language: 'ha', directions: [] },
    { kind: 'line', text: 'Hallo', directions: [] },
  ])
})

test('a paragraph of a million letters becomes lines, and that is said', () => {
  const { lines, notices } = readPieces(
    pieces(`Ada: ${'Ẹ káàárọ̀ o. '.repeat(80_000)}`),
    choices(['Ada']),
  )
  expect(lines.length).toBeGreaterThan(49)
  expect(lines.every(({ speaker, text }) => speaker === 'ada' && text.endsWith('o.'))).toBe(true)
  expect(notices.join()).toContain(`becomes ${lines.length} lines`)
})

test('lone surrogates become readable as such', () => {
  const [line] = readPieces(pieces('Hello \ud800'), choices([])).lines
  expect(line?.text.isWellFormed()).toBe(true)
})
