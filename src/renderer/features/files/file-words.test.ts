import { expect, test } from 'vitest'
import type { LibraryFile } from '#shared/library-files.ts'
import { bytesOf, filesFound, lengthWords } from './file-words.ts'

const file = (over: Partial<LibraryFile>): LibraryFile => ({
  ...{ id: 'export:1', source: 'export', name: 'Ìròyìn.wav', format: 'wav', sizeBytes: 10 },
  ...{ madeAt: '2026-11-01T10:00:00Z', state: 'there', isSound: true },
  ...over,
})

test('a file is found by words of its name, its script and its account, marks left out', () => {
  const files = [
    file({ title: 'Owúrọ̀' }),
    file({ id: 'api:2', source: 'api', name: 'a.mp3', account: 'Ọ̀kọ' }),
  ]
  const ids = (search: string, source: '' | 'api' = '') =>
    filesFound(files, search, source).map(({ id }) => id)
  expect(ids('iroyin owuro')).toEqual(['export:1'])
  expect(ids('oko')).toEqual(['api:2'])
  expect(ids('', 'api')).toEqual(['api:2'])
  expect(ids('iroyin mp3')).toEqual([])
})

test('only files that are there take room', () => {
  expect(bytesOf([file({}), file({ state: 'gone', sizeBytes: 99 })])).toBe(10)
})

test('a length shows hours only where there are any', () => {
  expect([0.4, 59.6, 61, 3_600].map(lengthWords)).toEqual(['0:00', '1:00', '1:01', '1:00:00'])
})
