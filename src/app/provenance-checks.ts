import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_STORE_BYTES } from '#provenance/c2pa/containers/container.ts'
import type { Provenance } from '#provenance/provenance.ts'
import { AppError, storageCode } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import { sizeInWords } from '#storage/files/size-in-words.ts'
import { createLimitedPlaces, type Taker } from './access/limited-places.ts'

/** The largest file that is taken in to be checked, and the largest sidecar, in bytes. */
export const CHECK_LIMITS = { file: 1_000_000_000, sidecar: MAX_STORE_BYTES } as const
/** How many files may lie here to be checked at once: each may fill its share of the disk. */
export const MOST_CHECKS = 8
const LIMITS = { inAll: MOST_CHECKS, ofAccount: 6, ofToken: 4, ofGuest: 2 } as const

export type CheckPart = keyof typeof CHECK_LIMITS

/** A file on its way to its verdict. */
export interface Check {
  /** Throws AppError('file/too-large') and AppError('storage/failed'). */
  append(part: CheckPart, bytes: Uint8Array): Promise<void>
  /** What came in, checked. Throws AppError('storage/failed') and the signal's reason. */
  verdict(signal: AbortSignal): Promise<Verdict>
  /** Removes what came in. To be called once, whatever happened. */
  close(): Promise<void>
}

/** Takes in files that are to be checked. */
export interface Checks {
  /**
   * Throws AppError('rate/limited') while `MOST_CHECKS` others are open, or too many of the same token or account, and
   * AppError('storage/failed').
   */
  open(by?: Taker): Promise<Check>
}

/** Files to be checked lie in `folder` until their verdict; see sweep.ts for what killed programs leave there. */
export function createChecks(provenance: Pick<Provenance, 'verifyFile'>, folder: string): Checks {
  const places = createLimitedPlaces(LIMITS, (count) => `${count} files are being checked`)
  return {
    async open(by) {
      const giveBack = places.take(by)
      try {
        const own = await stored(async () => {
          await mkdir(folder, { recursive: true, mode: 0o700 })
          return mkdtemp(join(folder, 'check-'))
        })
        return openCheck(own, provenance, giveBack)
      } catch (error) {
        giveBack()
        throw error
      }
    },
  }
}

function openCheck(
  folder: string,
  provenance: Pick<Provenance, 'verifyFile'>,
  onClose: () => void,
): Check {
  const parts = new Map<CheckPart, { readonly file: FileHandle; size: number }>()
  const pathOf = (part: CheckPart): string => join(folder, part)
  const partOf = async (name: CheckPart) => {
    const part = parts.get(name) ?? { file: await open(pathOf(name), 'w', 0o600), size: 0 }
    parts.set(name, part)
    return part
  }
  const end = async (): Promise<void> => {
    for (const { file } of parts.values()) await file.close()
    parts.clear()
  }
  let isClosed = false
  return {
    append: (name, bytes) =>
      stored(async () => {
        const part = await partOf(name)
        part.size += bytes.length
        if (part.size > CHECK_LIMITS[name]) throw tooLarge(name)
        await part.file.writeFile(bytes)
      }),
    async verdict(signal) {
      await stored(() => partOf('file'))
      const sidecar = parts.has('sidecar') ? pathOf('sidecar') : undefined
      await end()
      return provenance.verifyFile(pathOf('file'), sidecar, signal)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      try {
        await end()
        await rm(folder, { recursive: true, force: true })
      } finally {
        onClose()
      }
    },
  }
}

async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    // Its code alone: the message of a file system names the path.
    const why = error instanceof Error && 'code' in error ? error.code : error
    throw new AppError(
      storageCode(error),
      `The file could not be taken in to be checked (${why}). Check that the disk has room.`,
      error,
    )
  }
}

/** Refuses a part that is, or says that it is, larger than `CHECK_LIMITS`. */
export function tooLarge(part: CheckPart): AppError {
  const most = sizeInWords(CHECK_LIMITS[part])
  const what = part === 'file' ? 'The file' : 'The sidecar'
  return new AppError(
    'file/too-large',
    `${what} is larger than the ${most} that are checked here. The command "griot verify" has no such limit.`,
  )
}
