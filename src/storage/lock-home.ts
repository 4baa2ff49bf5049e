import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { finishSwap, isInterrupted } from './backup/swap.ts'
import { type FolderLock, lockFolder } from './db/folder-lock.ts'
import { describeDiskError } from './files/folders.ts'

/** Lock file, held by every program that uses the data folder. */
const NAME = 'in-use.lock'

/**
 * Locks a data folder for shared use until the program ends, after finishing a restore that was interrupted. Throws
 * AppError('storage/busy') while a backup is being restored there.
 */
export function lockShared(home: string): FolderLock {
  finishRestore(home)
  return hold(
    home,
    'shared',
    `A backup is being restored into ${home}. Start Griot again when that is done.`,
  )
}

/** Locks a data folder for exclusive use, as a restore needs. Throws AppError('storage/busy') while Griot runs on it. */
export function lockExclusive(home: string): FolderLock {
  return hold(
    home,
    'alone',
    `Griot is running on ${home} (the studio, "griot serve" or another restore). Stop it first, then try again.`,
  )
}

function finishRestore(home: string): void {
  if (!isInterrupted(home)) return
  // Refused where another program is at it, or was a moment ago: see below.
  const held = lockFolder(join(home, NAME), 'alone')
  if (!held) return
  try {
    finishSwap(home)
  } finally {
    held.release()
  }
}

function hold(home: string, kind: 'shared' | 'alone', refusal: string): FolderLock {
  try {
    const held = lockFolder(join(home, NAME), kind)
    if (held) return held
  } catch (error) {
    throw describeDiskError(error, `The data folder ${home} cannot be used`)
  }
  throw new AppError('storage/busy', refusal)
}
