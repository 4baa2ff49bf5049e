import { expect, test } from 'vitest'
import type { ExportOrder } from '#shared/export-order.ts'
import { line } from '#shared/script.test-support.ts'
import { acceptFirst } from './accept-first.ts'

const doubts = { found: [{ kind: 'negation', source: 'not', text: '' } as const] }
const inDoubt = (id: string) => ({ ...line(id), doubts })
const script = [line('a'), inDoubt('b'), line('c'), inDoubt('d')]
const order = (more: Partial<ExportOrder> = {}): ExportOrder => ({
  ...{ title: 'T', lines: script, formats: ['mp3'], bitrate: '64k', division: 'whole' },
  ...{ voices: {}, date: '2026-11-24' },
  ...more,
})

test('the lines in doubt that an export would speak are named by their numbers', () => {
  expect(acceptFirst(order(), script)).toBe(
    '2 translations are in doubt and not accepted (lines 2, 4). Accept them in their lines first, or export only the text.',
  )
  expect(acceptFirst(order({ lines: [inDoubt('d')] }), script)).toBe(
    '1 translation is in doubt and not accepted (line 4). Accept it in its line first, or export only the text.',
  )
  const many = Array.from({ length: 12 }, (_, at) => inDoubt(`line ${at}`))
  expect(acceptFirst(order({ lines: many }), many)).toContain('lines 1, 2, 3, 4, 5, 6, 7, 8, …')
})

test('a text may be exported to be read over, and a script without doubts in every format', () => {
  expect(acceptFirst(order({ formats: ['docx', 'csv'] }), script)).toBeUndefined()
  expect(acceptFirst(order({ lines: [line('a')] }), script)).toBeUndefined()
})
