import { expect, test } from 'vitest'
import { TEXT_LIMIT } from '#shared/script.ts'
import { isTable, parsePaste } from './parse-paste.ts'

const voices = [
  { id: 'lucy', name: 'Lucy' },
  { id: 'kingsley', name: 'Kingsley' },
  { id: 'sade', name: 'Ṣadé' },
]

test('each line of a text becomes a line of the script, without empty ones', () => {
  expect(parsePaste('Good morning.\r\n\r\nHow was the market?\n  \nFine!', voices)).toEqual([
    { text: 'Good morning.' },
    { text: 'How was the market?' },
    { text: 'Fine!' },
  ])
})

test('of voices with the same name, the first one is meant; an id is always unique', () => {
  const mine = { id: 'voice_0123456789abcdef0123456789abcdef', name: 'Lucy' }
  expect(parsePaste(`Lucy: Good morning.\n${mine.id}: And to you.`, [...voices, mine])).toEqual([
    { text: 'Good morning.', voice: 'lucy' },
    { text: 'And to you.', voice: mine.id },
  ])
})

test('a name before a colon selects that voice, in any letter case', () => {
  expect(
    parsePaste('Lucy: Good morning.\nKINGSLEY : And to you.\nsade: Ẹ kú àárọ̀.', voices),
  ).toEqual([
    { text: 'Good morning.', voice: 'lucy' },
    { text: 'And to you.', voice: 'kingsley' },
    { text: 'Ẹ kú àárọ̀.', voice: 'sade' },
  ])
})

test('a name is found in any Unicode normalisation form', () => {
  expect(parsePaste('Ṣadé: Ó dàbọ̀.'.normalize('NFD'), voices)).toEqual([
    { text: 'Ó dàbọ̀.'.normalize('NFC'), voice: 'sade' },
  ])
})

test('a name in brackets selects the voice too', () => {
  expect(parsePaste('[Lucy]: Good morning.', voices)).toEqual([
    { text: 'Good morning.', voice: 'lucy' },
  ])
})

test('a name that is not a voice stays in the text', () => {
  expect(parsePaste('Narrator: They walked on.', voices)).toEqual([
    { text: 'Narrator: They walked on.' },
  ])
})

test.each(['Meet me at 10:30.', 'https://example.com/lucy: a page', 'Lucy:', 'Note: Lucy: hello'])(
  'a colon alone does not make a speaker: %s',
  (text) => {
    expect(parsePaste(text, voices)).toEqual([{ text }])
  },
)

test('a line longer than the contract allows is split between words', () => {
  const pasted = parsePaste('word '.repeat(5_000), voices)
  expect(pasted.length).toBeGreaterThan(1)
  expect(pasted.every(({ text }) => text.length <= TEXT_LIMIT && /^word.*word$/s.test(text))).toBe(
    true,
  )
})

test('a text without spaces is never split within a character', () => {
  const pasted = parsePaste(`x${'😀'.repeat(TEXT_LIMIT)}`, voices)
  expect(pasted.every(({ text }) => text.isWellFormed() && text.length <= TEXT_LIMIT)).toBe(true)
})

test('whitespace alone gives no line', () => {
  expect(parsePaste(' \n\t\n', voices)).toEqual([])
})

test('a line that is too long is split at the end of a sentence', () => {
  const pasted = parsePaste('Ẹ káàárọ̀ o. '.repeat(3_000), voices)
  expect(pasted.length).toBeGreaterThan(1)
  expect(pasted.every(({ text }) => /^Ẹ.*o\.$/s.test(text))).toBe(true)
})

test('cells of a spreadsheet are a table; lines with a tab here and there are not', () => {
  expect(isTable('Ada\tGood morning.\r\nMusa\tIna kwana?\r\n')).toBe(true)
  expect(isTable('one\ttwo\nthree')).toBe(false)
  expect(isTable('one\ttwo')).toBe(false)
  expect(isTable('no tabs\nat all')).toBe(false)
})
