import { expect, test } from 'vitest'
import { filesToCleanUp, type LibraryFile } from './library-files.ts'

const file = (id: string, madeAt: string, more: Partial<LibraryFile> = {}): LibraryFile => ({
  ...{ id, source: 'api', name: id, format: 'audio/wav', sizeBytes: 100, madeAt },
  ...{ state: 'there', isSound: true, ...more },
})
const FILES = [
  file('new', '2026-11-24T00:00:00Z'),
  file('old', '2026-10-01T00:00:00Z'),
  file('older', '2026-09-01T00:00:00Z'),
  file('gone', '2026-01-01T00:00:00Z', { state: 'gone' }),
]
const NOW = new Date('2026-11-24T12:00:00Z')
const idsOf = (rule: Parameters<typeof filesToCleanUp>[1]) =>
  filesToCleanUp(FILES, rule, NOW).map(({ id }) => id)

test('a clean-up by age takes what is older, and nothing that is not there', () => {
  expect(idsOf({ kind: 'age', days: 30 })).toEqual(['older', 'old'])
  expect(idsOf({ kind: 'age', days: 365 })).toEqual([])
})

test('a clean-up by size takes the oldest until the others fit', () => {
  expect(idsOf({ kind: 'size', keepBytes: 200 })).toEqual(['older'])
  expect(idsOf({ kind: 'size', keepBytes: 199 })).toEqual(['older', 'old'])
  expect(idsOf({ kind: 'size', keepBytes: 300 })).toEqual([])
})
