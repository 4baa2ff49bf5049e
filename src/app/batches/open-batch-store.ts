import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ByteStores, openByteStores, type StoreOptions } from '#app/byte-stores.ts'
import { bytesFolderOf, type LibraryPlace, openLibrary } from '#app/open-service.ts'
import { type Batch, type Batches, createBatches } from '#batches/batches.ts'
import { isNamed } from '#batches/result-files.ts'
import { AppError } from '#shared/errors.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { createBatchRows } from '#storage/db/batches.ts'
import { createFileRows, type FileRows, type StoredFile } from '#storage/db/files.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { keysOf } from '#storage/files/keys.ts'

/** The batches of a library beside servers that may run them. */
export interface BatchStore extends Omit<Batches, 'create' | 'tidy'> {
  /** Copies the files of a result into a folder; returns their paths. Throws AppError('batch/state') where there are none yet. */
  copyResults(batch: Batch, folder: string): Promise<readonly string[]>
  close(): Promise<void>
}

/** Opens them, to look at and to change; nothing is spoken. `close` when done. Throws AppError. */
export async function openBatchStore(place: LibraryPlace & StoreOptions): Promise<BatchStore> {
  const { database, process, now, close } = await openLibrary(place)
  const home = bytesFolderOf(place)
  let stores: ByteStores
  try {
    stores = await openByteStores(home, place.blobs)
  } catch (error) {
    await close()
    throw error
  }
  const { blobs, shared } = stores
  const files = createFileRows(database)
  const batches = createBatches({
    rows: createBatchRows(database),
    blobs: shared ?? createFolderBlobs(join(home, 'batches')),
    files: {
      async removeNamed(account, names, kept) {
        for await (const file of allOf(files, account))
          if (isNamed(file, names) && !kept.has(file.id)) await remove(file)
      },
    },
    process,
    now,
  })
  /** As `Files.remove` does; what cannot be removed now is purged by a server. */
  const remove = async ({ id, account }: StoredFile): Promise<void> => {
    await files.retryWhileBusy(() => files.remove(id))
    const { whole, about } = keysOf({ id, account })
    await blobs.remove(whole)
    await blobs.remove(about)
  }
  /** Undefined for a file that is there no more. */
  const copy = async (
    { id, account }: { readonly id: string; readonly account: string },
    folder: string,
  ): Promise<string | undefined> => {
    const [file, content] = [await files.find(id), await blobs.get(keysOf({ id, account }).whole)]
    if (!file || !content) return undefined
    const path = join(folder, file.originalName ?? id)
    await pipeline(content.bytes, createWriteStream(path))
    return path
  }
  return {
    ...batches,
    async close() {
      stores.close()
      await close()
    },
    async copyResults({ output, account, status }, folder) {
      const ids = [output.results, output.errors, output.sound, output.manifest]
      if (output.manifest === undefined)
        throw new AppError('batch/state', `This batch has no result yet: it is ${status}.`)
      const paths: string[] = []
      try {
        await mkdir(folder, { recursive: true })
        for (const id of ids) {
          const path = id === undefined ? undefined : await copy({ id, account }, folder)
          if (path !== undefined) paths.push(path)
        }
      } catch (error) {
        throw describeDiskError(error, `The results could not be written to "${folder}"`)
      }
      return paths
    },
  }
}

const PAGE = 100

/** All files of an account that are whole, newest first. */
async function* allOf(rows: FileRows, account: string): AsyncGenerator<StoredFile> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await rows.list(account, { before, limit: PAGE, status: 'ready' })
    yield* page
    const last = page.at(-1)
    if (!last) return
    before = last.sequence
  }
}
