import { expect, test } from 'vitest'
import { tablePieces } from './table-pieces.ts'

test('rows become pieces by the roles of the columns, those without a text are left out', () => {
  const rows = [
    ['Who', 'Line', 'Language', 'In', 'Out'],
    ['Ada', 'Kedu?\nBịa', 'ig', '00:01.5', '00:03,0'],
    ['', 'Hi', '', 'soon', ''],
    ['Ada', ' '],
    ['', 'Late', '', '9', '4'],
  ]
  expect(
    tablePieces({ rows, hasHeader: true, roles: ['speaker', 'text', 'language', 'start', 'end'] }),
  ).toEqual([
    { text: 'Kedu? Bịa', speaker: 'Ada', language: 'ig', heardAt: { start: 1.5, end: 3 } },
    { text: 'Hi' },
    { text: 'Late', heardAt: { start: 9, end: 9 } },
  ])
})
