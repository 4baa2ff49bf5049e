import { expect, test } from 'vitest'
import { findNames, readPieces } from './script-reading.ts'
import { speakerKeys } from './speaker-name.ts'

test.each([
  ['with and without marks', ['Bísí', 'Bisi', 'BISI'], 1],
  ['with some of the marks', ['Bísí', 'Bisí'], 1],
  ['with the dot below and without it', ['Ọlá', 'Ola', 'Ọla'], 1],
  ['with other marks', ['Bísí', 'Bìsì'], 2],
  ['with other marks, and once with none, which may be either', ['Olú', 'Òlu', 'Olu'], 3],
  ['of other letters', ['Bísí', 'Bíkí'], 2],
] as const)('names %s: %j are %i speakers', (_, names, count) => {
  const keyOf = speakerKeys(names)
  expect(new Set(names.map(keyOf)).size).toBe(count)
})

test('a name that a script writes with and without its marks is one speaker, by the spelling with marks', () => {
  const pieces = ['Bisi: Ẹ káàárọ̀.', 'Adé: Ẹ kú.', 'Bísí: Báwo ni?', 'BISI: Ó dàbọ̀.'].map(
    (text) => ({ text }),
  )
  const found = findNames(pieces, new Set())
  expect(found.map(({ name, lines }) => [name, lines])).toEqual([
    ['Bísí', 3],
    ['Adé', 1],
  ])
  const names = new Set(['bísí', 'adé'])
  const { lines } = readPieces(pieces, { names, speaksDirections: false })
  expect(lines.map(({ speaker }) => speaker)).toEqual(['bísí', 'adé', 'bísí', 'bísí'])
})
