import { expect, test } from 'vitest'
import type { ScriptLine } from './script.ts'
import { scriptCsv } from './script-rows.ts'
import { SCRIPT_COLUMNS } from './table-cells.ts'

const line: ScriptLine = { id: 'a', text: 'Ẹ káàárọ̀.', voice: 'sade', speed: 1 }
const voices = { sade: { name: 'Sade', language: 'yo' } }

test('a script is a table with its chapters, voices and settings, without its headings', () => {
  const lines: ScriptLine[] = [
    { ...line, id: 'h', kind: 'chapter', text: 'Òwúrọ̀' },
    { ...line, pauseAfter: 2 },
    { ...line, id: 'b', voice: 'gone', language: 'en', text: 'Good.' },
  ]
  expect(scriptCsv({ lines, voices }).split('\r\n')).toEqual([
    `\ufeff${SCRIPT_COLUMNS.join(',')}`,
    '1,Òwúrọ̀,Sade,yo,1,,,2,Ẹ káàárọ̀.,,,',
    '2,Òwúrọ̀,gone,en,1,,,,Good.,,,',
    '',
  ])
})

test('quotes, commas and line breaks stay in their cell, and no text is a formula', () => {
  const lines = [{ ...line, text: 'He said "no, never",\nand left.', comment: '=1+1' }]
  expect(scriptCsv({ lines, voices })).toContain(`,"He said ""no, never"",\nand left.",'=1+1,,\r\n`)
})
