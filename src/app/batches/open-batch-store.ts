import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Batch, type Batches, createBatches } from '#batches/batches.ts'
import { AppError } from '#shared/errors.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { createBatchRows } from '#storage/db/batches.ts'
import { createFileRows } from '#storage/db/files.ts'
import { describeDiskError, pathsOf } from '#storage/files/folders.ts'
import { openShared } from '#storage/open-shared.ts'

/** The batches of a data folder beside a server that may run them. */
export interface BatchStore extends Omit<Batches, 'create' | 'tidy'> {
  /** Copies the files of a result into a folder; returns their paths. Throws AppError('batch/state') where there are none yet. */
  copyResults(batch: Batch, folder: string): Promise<readonly string[]>
  close(): void
}

/** Opens them, to look at and to change; nothing is spoken. `close` when done. Throws AppError('storage/failed') and ('storage/busy'). */
export function openBatchStore(home: string): BatchStore {
  const { database, close } = openShared(home)
  const batches = createBatches({
    rows: createBatchRows(database),
    blobs: createFolderBlobs(join(home, 'batches')),
    now: () => new Date(),
  })
  const files = createFileRows(database)
  return {
    ...batches,
    close,
    async copyResults({ output, account, status }, folder) {
      const ids = [output.results, output.errors, output.sound, output.manifest]
      if (output.manifest === undefined)
        throw new AppError('batch/state', `This batch has no result yet: it is ${status}.`)
      const paths: string[] = []
      try {
        await mkdir(folder, { recursive: true })
        for (const id of ids) {
          const file = id === undefined ? undefined : await files.find(id)
          if (!file) continue
          const path = join(folder, file.originalName ?? file.id)
          await copyFile(pathsOf(join(home, 'files'), { id: file.id, account }).whole, path)
          paths.push(path)
        }
      } catch (error) {
        throw describeDiskError(error, `The results could not be written to "${folder}"`)
      }
      return paths
    },
  }
}
