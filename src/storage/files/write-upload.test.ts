import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { watchedPieces } from '#testing/watched-pieces.test-support.ts'
import { writeUpload } from './write-upload.ts'

const folder = folderForTests('griot ìkójọ')

test('what is on the disk is not kept in memory while the rest still comes', async () => {
  const pieces = watchedPieces()
  const place = { folder, whole: join(folder, 'ìwé'), part: join(folder, 'ìwé.part') }
  const stay = new AbortController().signal
  const { sizeBytes } = await writeUpload(place, pieces.bytes, () => undefined, stay)
  expect(sizeBytes).toBe(5_000_000)
  // The last one or two are still in somebody's hands.
  expect(pieces.inMemory()).toBeLessThan(5)
})
