import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createHomeBlobs } from '#storage/blobs/folder.ts'
import { createLocalCopies } from '#storage/blobs/local-copies.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createFileRows, type StoredFile } from '#storage/db/files.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createFiles, type Files, type FilesDependencies } from './files.ts'
import { createSigner } from './links.ts'

/** Quota of every account in these tests, in bytes. */
export const QUOTA = 1_000_000
export const MAX_FILES = 1_000

/** The files of the test that runs. */
export interface Store {
  /** The data folder. */
  readonly home: string
  readonly database: Database
  readonly files: Files
  /** Now; a test may move it. */
  clock: Date
  /** Opens the same data folder as another program does, with a secret of its own. */
  open(secret?: Uint8Array): Files
  add(account: string, originalName: string, bytes?: AsyncIterable<Uint8Array>): Promise<StoredFile>
  /** The names of all that lies in the folder of the files. */
  onDisk(): readonly string[]
}

/** Files in a new data folder for every test of a file. */
export function storeForTests(): Store {
  const root = folderForTests('griot fáìlì ፋይል')
  let count = 0
  let opened: Pick<Store, 'home' | 'database' | 'files'>
  const open = (home: string, database: Database, secret: Uint8Array = new Uint8Array(32)): Files =>
    createFiles({
      rows: createFileRows(database),
      ...storesAt(home),
      signer: createSigner(secret, () => store.clock),
      quotaOf: () => QUOTA,
      maxFiles: MAX_FILES,
      process: createLiveProcess(process.pid),
      now: () => store.clock,
    })
  const store: Store = {
    get home() {
      return opened.home
    },
    get database() {
      return opened.database
    },
    get files() {
      return opened.files
    },
    clock: new Date(0),
    open: (secret) => open(opened.home, opened.database, secret),
    add: (account, originalName, bytes = pieces('Ẹ káàárọ̀')) =>
      opened.files.add(account, { originalName, uploadedBy: 'laptop', bytes }, STAY),
    onDisk: () =>
      readdirSync(join(opened.home, 'files'), { recursive: true, withFileTypes: true })
        // Beside each lies what is known about it.
        .filter((entry) => entry.isFile() && !/\.json(\.part)?$/.test(entry.name))
        .map(({ name }) => name),
  }
  beforeEach(() => {
    store.clock = new Date('2025-03-01T08:00:00Z')
    const home = join(root, `${++count}`)
    mkdirSync(home)
    const database = openDatabase(join(home, 'library.db'))
    opened = { home, database, files: open(home, database) }
  })
  afterEach(async () => {
    await opened.files.close()
    opened.database.close()
  })
  return store
}

/** Stores of the data folder `home`. */
export function storesAt(home: string): Pick<FilesDependencies, 'blobs' | 'copies'> {
  const blobs = createHomeBlobs(home)
  return { blobs, copies: createLocalCopies({ blobs, folder: join(home, 'copies') }) }
}

const STAY = new AbortController().signal

/** Bytes that come in these pieces. */
export async function* pieces(
  ...texts: readonly (string | Uint8Array)[]
): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

/** Bytes that come when told to; `send` waits until they were taken. */
export function tap(): {
  readonly bytes: AsyncIterable<Uint8Array>
  send(piece?: Uint8Array): Promise<void>
} {
  let next = Promise.withResolvers<Uint8Array | undefined>()
  let taken = Promise.withResolvers<void>()
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      while (true) {
        const piece = await next.promise
        next = Promise.withResolvers()
        if (!piece) return
        yield piece
        taken.resolve()
      }
    } finally {
      taken.resolve()
    }
  }
  const send = async (piece?: Uint8Array): Promise<void> => {
    taken = Promise.withResolvers()
    next.resolve(piece)
    await taken.promise
  }
  return { bytes: bytes(), send }
}
