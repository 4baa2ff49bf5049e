import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createHomeBlobs } from '#storage/blobs/folder.ts'
import { createFileRows } from '#storage/db/files.ts'
import { lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { storeForTests, tap } from './files.test-support.ts'
import { purgeFiles } from './purge.ts'

const store = storeForTests()
const lock = () => {
  store.database.limitLockWait()
  return lockLibraryHere(join(store.home, 'library.db'))
}
const listed = async () => (await store.files.list('owner', { limit: 10 })).files

test('a file that comes while the library is locked is stored once it is free', async () => {
  const { release } = lock()
  const work = store.add('owner', 'orin.mp3')
  expect(await listed()).toEqual([])
  release()
  expect(await work).toMatchObject({ originalName: 'orin.mp3', content: { sizeBytes: 17 } })
})

test('why an upload failed is told at once while the library is locked, and nothing of it stays', async () => {
  const upload = tap()
  const failing = async function* (): AsyncGenerator<Uint8Array> {
    yield* upload.bytes
    throw new AppError('file/too-large', 'The part is too large.')
  }
  const work = store.add('owner', 'tobi.wav', failing())
  await upload.send(Buffer.from('half'))
  const { release } = lock()
  const refused = expect(work).rejects.toMatchObject({ code: 'file/too-large' })
  await upload.send()
  await refused
  expect(await listed()).toHaveLength(1)
  release()
  await store.database.retryWhileBusy(() => undefined)
  expect(await listed()).toEqual([])
  expect(store.onDisk()).toEqual([])
})

test('who leaves while the library is locked stores nothing', async () => {
  const { release } = lock()
  const leaving = new AbortController()
  const { bytes } = tap()
  const order = { originalName: 'a', uploadedBy: undefined, bytes }
  const work = store.files.add('owner', order, leaving.signal)
  leaving.abort(new AppError('speech/cancelled', 'Stopped.'))
  await expect(work).rejects.toThrow('Stopped.')
  release()
  await store.database.retryWhileBusy(() => undefined)
  expect(await listed()).toEqual([])
})

test('the end of the program does not wait for a library that stays locked', async () => {
  lock()
  const work = store.add('owner', 'orin.mp3')
  const refused = expect(work).rejects.toMatchObject({ code: 'storage/busy' })
  await nextTurn()
  store.database.endRetries()
  await store.files.close()
  await refused
})

test('what was left behind in a library that is locked is purged once it is free', async () => {
  const { bytes } = tap()
  const work = store.add('owner', 'tobi.wav', bytes)
  const broken = expect(work).rejects.toThrow('shutting down')
  const rows = createFileRows(store.database)
  while ((await rows.unfinished()).length === 0) await nextTurn()
  store.clock = new Date(Date.now() + 2 * 60 * 60_000)
  const { release } = lock()
  const now = (): Date => store.clock
  const orphans = createOrphans(store.home, store.database, now)
  const purging = purgeFiles({
    rows,
    blobs: createHomeBlobs(store.home),
    process: createLiveProcess(process.pid),
    now,
    beside: { home: store.home, orphans },
  })
  // Tried by then.
  await wait(100)
  release()
  await purging
  expect(await listed()).toEqual([])
  await store.files.close()
  await broken
})
