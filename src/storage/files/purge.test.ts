import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHomeBlobs } from '#storage/blobs/folder.ts'
import { createFileRows } from '#storage/db/files.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { storeForTests } from './files.test-support.ts'
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
