import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, storageCode } from '#shared/errors.ts'
import { NO_RESERVE, type Reserve, withReserve } from '#storage/db/reserve.ts'

/** Manifests of answers that cannot carry them in their bytes. */
export interface SidecarFolder {
  /** `manifestId`: `urn:c2pa:` and a UUID. */
  pathOf(manifestId: string): string
  /** Throws AppError('storage/failed') and ('storage/full'). */
  write(manifestId: string, store: Uint8Array): Promise<void>
  /** Undefined where none is kept, or no longer. */
  read(manifestId: string): Promise<Uint8Array | undefined>
}

/** Time for which a manifest is kept, in milliseconds. */
export const SIDECAR_TTL_MS = 30 * 24 * 60 * 60_000
const PURGE_MS = 60 * 60_000

/**
 * Keeps each manifest in a file of its own in `folder` for thirty days; older ones are deleted when another one comes. On a
 * full disk, `reserve` gives back the room for the manifest of an answer that had begun before.
 */
export function createSidecarFolder(
  folder: string,
  now: () => Date,
  reserve: Reserve = NO_RESERVE,
): SidecarFolder {
  let purgedAt = 0
  const pathOf = (manifestId: string): string =>
    join(folder, `${manifestId.replace('urn:c2pa:', '')}.c2pa`)
  const purge = async (): Promise<void> => {
    if (now().getTime() - purgedAt < PURGE_MS) return
    purgedAt = now().getTime()
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const { mtimeMs } = await stat(path)
      if (now().getTime() - mtimeMs > SIDECAR_TTL_MS) await rm(path, { force: true })
    }
  }
  const write = async (path: string, store: Uint8Array): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await purge()
      await writeFile(path, store, { mode: 0o600 })
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? error.code : error
      throw new AppError(
        storageCode(error),
        `The manifest of the sound could not be kept (${why}). Check that the data folder may be written and that the disk has room.`,
        error,
      )
    }
  }
  return {
    pathOf,
    write: (manifestId, store) => withReserve(() => write(pathOf(manifestId), store), reserve),
    async read(manifestId) {
      try {
        return await readFile(pathOf(manifestId))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}
