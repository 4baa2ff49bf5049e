import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { roomFault } from './room-for-tests.ts'

test('a folder with room is good, and keeps nothing of the try', () => {
  expect(roomFault(tmpdir(), 1)).toBeUndefined()
})

test('a disk without enough room is named, with what is left and what to do', () => {
  expect(roomFault(tmpdir(), 1e18)).toMatch(
    /^The folder for temporary files, ".+", has [\d,]+ MB left; the tests need 1,000,000,000,000 MB\. Make room, or name another folder: TMPDIR=/,
  )
})

test('a folder that is not there is named', () => {
  const missing = join(folderForTests('room'), 'ሌላ')
  expect(roomFault(missing, 1)).toContain(`"${missing}", cannot be used: ENOENT`)
  mkdirSync(missing)
  expect(roomFault(missing, 1)).toBeUndefined()
})
