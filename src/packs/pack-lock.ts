import { AppError } from '#shared/errors.ts'
import { createKeyedMutex } from '#shared/mutex.ts'
import { lockFolder } from '#storage/db/folder-lock.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { placesOf } from './pack-folder.ts'

/** Runs what changes a pack, one at a time: in this process they wait for each other. */
export type WithPackLock = <T>(
  id: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

/**
 * Locks on the packs of a data folder, which end with their process, however that ends. Throws AppError('pack/busy') where
 * another program holds one, and ('storage/failed').
 */
export function createPackLocks(home: string): WithPackLock {
  const waiting = createKeyedMutex<string>()
  return (id, work, signal) =>
    waiting.runExclusive(
      id,
      async () => {
        const lock = take(home, id)
        try {
          return await work()
        } finally {
          lock.release()
        }
      },
      signal,
    )
}

function take(home: string, id: string): ReturnType<typeof lockFolder> & object {
  try {
    const lock = lockFolder(placesOf(home, id).lock, 'alone')
    if (lock) return lock
  } catch (error) {
    throw describeDiskError(error, `The pack ${id} cannot be locked`)
  }
  throw new AppError(
    'pack/busy',
    `Another Griot program is installing, checking or removing ${id} in this data folder. Wait until it is done, or stop it.`,
  )
}
