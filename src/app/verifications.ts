import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_STORE_BYTES } from '#provenance/c2pa/containers/container.ts'
import type { Provenance } from '#provenance/provenance.ts'
import { AppError, storageCode } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { createConcurrencyLimiter, type LimitedCaller } from './access/concurrency-limiter.ts'

/** The largest file that is taken in to be checked, and the largest sidecar, in bytes. */
export const VERIFICATION_LIMITS = { file: 1_000_000_000, sidecar: MAX_STORE_BYTES } as const
/** Maximum of files that are being verified at once: each may fill its share of the disk. */
export const MAX_VERIFICATIONS = 8
const LIMITS = { inAll: MAX_VERIFICATIONS, ofAccount: 6, ofToken: 4, ofGuest: 2 } as const

export type VerificationPart = keyof typeof VERIFICATION_LIMITS

/** A file on its way to its verdict. */
export interface Verification {
  /** Throws AppError('file/too-large') and AppError('storage/failed'). */
  append(part: VerificationPart, bytes: Uint8Array): Promise<void>
  /** Verifies what was appended. Throws AppError('storage/failed') and the signal's reason. */
  verdict(signal: AbortSignal): Promise<Verdict>
  /** Removes what came in. To be called once, whatever happened. */
  close(): Promise<void>
}

/** Takes in files that are to be checked. */
export interface Verifications {
  /**
   * Throws AppError('rate/limited') while `MAX_VERIFICATIONS` others are open, or too many of the same token or account, and
   * AppError('storage/failed').
   */
  open(by?: LimitedCaller): Promise<Verification>
}

/** Files to be checked lie in `folder` until their verdict; see purge.ts for what killed programs leave there. */
export function createVerifications(
  provenance: Pick<Provenance, 'verifyFile'>,
  folder: string,
): Verifications {
  const limiter = createConcurrencyLimiter(
    LIMITS,
    (count) => `${count} files are already being verified`,
  )
  return {
    async open(by) {
      const release = limiter.acquire(by)
      try {
        const own = await stored(async () => {
          await mkdir(folder, { recursive: true, mode: 0o700 })
          return mkdtemp(join(folder, 'check-'))
        })
        return openVerification(own, provenance, release)
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

function openVerification(
  folder: string,
  provenance: Pick<Provenance, 'verifyFile'>,
  onClose: () => void,
): Verification {
  const parts = new Map<VerificationPart, { readonly file: FileHandle; size: number }>()
  const pathOf = (part: VerificationPart): string => join(folder, part)
  const partOf = async (name: VerificationPart) => {
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
        if (part.size > VERIFICATION_LIMITS[name]) throw tooLarge(name)
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
      `The file could not be stored to be verified (${why}). Check that the disk has space.`,
      error,
    )
  }
}

/** Refuses a part that is, or says that it is, larger than `VERIFICATION_LIMITS`. */
export function tooLarge(part: VerificationPart): AppError {
  const most = formatSize(VERIFICATION_LIMITS[part])
  const what = part === 'file' ? 'The file' : 'The sidecar'
  return new AppError(
    'file/too-large',
    `${what} is larger than the ${most} that can be verified here. The command "griot verify" has no such limit.`,
  )
}
