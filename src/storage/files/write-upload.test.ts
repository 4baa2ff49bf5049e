import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { writeUpload } from './write-upload.ts'

const folder = folderForTests('griot ìkójọ')
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('what is on the disk is not kept in memory while the rest still comes', async () => {
  const pieces: WeakRef<Uint8Array>[] = []
  let inMemory = 0
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < 50; i++) {
      const piece = new Uint8Array(100_000)
      pieces.push(new WeakRef(piece))
      yield piece
    }
    await nextTurn()
    collectGarbage()
    inMemory = pieces.filter((piece) => piece.deref()).length
  }
  const place = { folder, whole: join(folder, 'ìwé'), part: join(folder, 'ìwé.part') }
  const stay = new AbortController().signal
  const { sizeBytes } = await writeUpload(place, bytes(), () => undefined, stay)
  expect(sizeBytes).toBe(5_000_000)
  // The last one or two are still in somebody's hands.
  expect(inMemory).toBeLessThan(5)
})
