import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createHomeBlobs } from '#storage/blobs/folder.ts'
import { createLocalCopies } from '#storage/blobs/local-copies.ts'
import { createFileRows } from '#storage/db/files.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { storeForTests } from './files.test-support.ts'
import { createFiles } from './files.ts'
import { createSigner } from './links.ts'
import { purgeFiles } from './purge.ts'

const store = storeForTests()

test('what a killed process left is purged at the next start, and what others do stays', async () => {
  const { id } = await store.add('owner', 'whole')
  adoptFolders(store.home, store.database)
  const child = spawn(process.execPath, ['--input-type=module', '-e', UPLOAD, store.home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  expect((await store.files.list('owner', { limit: 10, status: 'uploading' })).files).toHaveLength(
    1,
  )
  const purge = (): Promise<void> =>
    purgeFiles({
      rows: createFileRows(store.database),
      blobs: createHomeBlobs(store.home),
      process: createLiveProcess(7),
      now: () => store.clock,
      beside: {
        home: store.home,
        orphans: createOrphans(store.home, store.database, () => store.clock),
      },
    })
  await purge()
  expect(store.onDisk()).toHaveLength(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  writeFileSync(join(store.home, 'files', 'stray'), 'x')
  await purge()
  expect(store.onDisk()).toEqual([id])
  expect((await store.files.list('owner', { limit: 10 })).files.map((file) => file.id)).toEqual([
    id,
  ])
})

test('an upload that the library could not forget goes, though its process lives; one that arrives stays', async () => {
  const process = createLiveProcess(7)
  const rows = createFileRows(store.database)
  const held = Promise.withResolvers<void>()
  let isAway = false
  const away = new AppError('storage/busy', 'The database does not answer.')
  const files = createFiles({
    rows: {
      ...rows,
      remove(id) {
        if (isAway) throw away
        return rows.remove(id)
      },
    },
    blobs: createHomeBlobs(store.home),
    copies: createLocalCopies({
      blobs: createHomeBlobs(store.home),
      folder: join(store.home, 'copies'),
    }),
    signer: createSigner(new Uint8Array(32), () => store.clock),
    ...{ quotaOf: () => 1e6, maxFiles: 10, process, now: () => store.clock },
  })
  const add = (bytes: () => AsyncGenerator<Uint8Array>) =>
    files.add(
      'owner',
      { originalName: 'ìròyìn', uploadedBy: undefined, bytes: bytes() },
      new AbortController().signal,
    )
  const arriving = add(async function* () {
    yield Buffer.from('half')
    await held.promise
  })
  isAway = true
  // biome-ignore lint/correctness/useYield: it brings nothing.
  const failed = add(async function* () {
    throw away
  })
  await expect(failed).rejects.toThrow('does not answer')
  expect(await rows.unfinished()).toHaveLength(2)
  isAway = false
  await purgeFiles({
    ...{ rows, blobs: createHomeBlobs(store.home), process, isArriving: files.isArriving },
    now: () => store.clock,
  })
  expect(await rows.unfinished()).toHaveLength(1)
  held.resolve()
  expect((await files.get('owner', (await arriving).id)).content?.sizeBytes).toBe(4)
})

test('an upload that may have been finished keeps its bytes for as long as it is listed', async () => {
  const rows = createFileRows(store.database)
  let isAway = false
  const away = new AppError('storage/failed', 'The connection broke off at the commit.')
  const blobs = createHomeBlobs(store.home)
  const files = createFiles({
    rows: {
      ...rows,
      async finish(...given) {
        await rows.finish(...given)
        isAway = true
        throw away
      },
      remove(id) {
        if (isAway) throw away
        return rows.remove(id)
      },
    },
    ...{ blobs, copies: createLocalCopies({ blobs, folder: join(store.home, 'copies') }) },
    signer: createSigner(new Uint8Array(32), () => store.clock),
    ...{ quotaOf: () => 1e6, maxFiles: 10, process: createLiveProcess(7), now: () => store.clock },
  })
  const bytes = Readable.from([Buffer.from('whole')])
  const upload = { originalName: 'ìròyìn', uploadedBy: undefined, bytes }
  const added = files.add('owner', upload, new AbortController().signal)
  await expect(added).rejects.toThrow('at the commit')
  const [listed] = await rows.list('owner', { before: Number.MAX_SAFE_INTEGER, limit: 2 })
  const { open } = await files.follow(await files.link('owner', listed?.id ?? '', 60))
  expect(await text((await open()).bytes)).toBe('whole')
})

/** Another Griot on the same data folder, which takes in a file that never ends. */
const UPLOAD = `
  import { join } from 'node:path'
  import { createFiles } from '#storage/files/files.ts'
  import { createSigner } from '#storage/files/links.ts'
  import { createHomeBlobs } from '#storage/blobs/folder.ts'
  import { openDatabase } from '#storage/db/database.ts'
  import { createOrphans } from '#storage/library-ownership/orphans.ts'
  import { createFileRows } from '#storage/db/files.ts'
  import { createLiveProcess } from '#storage/live-process.ts'
  const home = process.argv[1]
  const now = () => new Date('2025-03-01T08:00:00Z')
  const files = createFiles({
    rows: createFileRows(openDatabase(join(home, 'library.db'))),
    blobs: createHomeBlobs(home),
    signer: createSigner(new Uint8Array(32), now),
    quotaOf: () => 1e6,
    process: createLiveProcess(process.pid),
    now,
  })
  setInterval(() => undefined, 1000)
  async function* bytes() {
    yield Buffer.from('half')
    console.log('half')
    await new Promise(() => undefined)
  }
  await files.add('owner', { originalName: 'never', uploadedBy: undefined, bytes: bytes() }, new AbortController().signal)
`
