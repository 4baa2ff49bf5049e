import { expect, test } from 'vitest'
import { partIn, piecesOfOwnLanguage, trimmedToWords, wordAt } from './line-words.ts'

const at = (text: string, offset: number): string | undefined => {
  const range = wordAt(text, offset)
  return range && text.slice(range.start, range.end)
}

test('the word under the cursor has its marks, apostrophes and hyphens, and no punctuation', () => {
  expect(at('Ẹ káàárọ̀, ọkọ̀!', 4)).toBe('káàárọ̀')
  expect(at("d'Ivoire's e-mail", 3)).toBe("d'Ivoire's")
  expect(at("d'Ivoire's e-mail", 17)).toBe('e-mail')
  expect(at('a  b', 2)).toBeUndefined()
  expect(at('', 0)).toBeUndefined()
})

test('controls of the markup are no words, and what stands between them is', () => {
  const text = 'A [pause 1s] [en]laptop[/en] [say: x]'
  expect(at(text, 5)).toBeUndefined()
  expect(at(text, 20)).toBe('laptop')
  expect(at(text, 35)).toBeUndefined()
})

test('a selection is taken without what surrounds its words', () => {
  const text = '“New York”, 5.'
  expect(trimmedToWords(text, { start: 0, end: 11 })).toEqual({ start: 1, end: 9 })
  expect(trimmedToWords(text, { start: 9, end: 12 })).toBeUndefined()
})

test('of a text what is read in a language is left at its place', () => {
  const text = 'Mo ra [en]laptop [yo]oko[/yo][/en] [emphasis]tuntun[/emphasis] [spell]AB[/spell]'
  const part = partIn(text, 'yo', 'yo')
  expect(part).toHaveLength(text.length)
  expect(part.trim().split(/\s+/)).toEqual(['Mo', 'ra', 'oko', 'tuntun'])
  expect(part.indexOf('oko')).toBe(text.indexOf('oko'))
  expect(partIn(text, 'yo', 'ha').trim()).toBe('oko')
})

test('the pieces in the language of a line stand between its controls and the spans of others', () => {
  const text = 'Mo ra [en]laptop [yo]oko[/yo][/en] [emphasis]tuntun[/emphasis] [spell]AB[/spell]'
  const pieces = piecesOfOwnLanguage(text, 'yo')
  expect(pieces.map((piece) => piece.text)).toEqual(['Mo ra ', 'oko', 'tuntun'])
  for (const { start, text: piece } of pieces) expect(text.startsWith(piece, start)).toBe(true)
})
