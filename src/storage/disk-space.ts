import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, storageCode } from '#shared/errors.ts'
import { formatSize } from './files/format-size.ts'

/**
 * Free space on the disk of a data folder. A reserve lies there as a file: when the disk is full all the same, it is
 * released part by part, so that work which began while there was space can be finished.
 */
export interface DiskSpace {
  /** Message, without the folder's path, that says why nothing more is stored; undefined where there is space. */
  problem(): string | undefined
  /** Throws AppError('storage/full') where there is a problem. */
  check(): void
  /** Releases a part of the reserve, enough for one write of some rows. Whether there was any left. */
  releaseReserve(): boolean
  /** Fills the reserve where the disk has space; later that happens by itself. Never throws. */
  refill(): Promise<void>
  close(): Promise<void>
}

export interface DiskSpaceOptions {
  /** The data folder, which is there. */
  readonly folder: string
  /** Free space in bytes below which nothing more is stored. */
  readonly keepFreeBytes?: number | undefined
  readonly reserveBytes?: number
  /** How much of the disk is free for this user, in bytes; undefined where the system does not say. */
  readonly freeBytes?: (folder: string) => number | undefined
  /** Delay before a part that was released is refilled, in milliseconds. */
  readonly againMs?: number
}

/** Default of the space that is kept free, in bytes. */
export const KEEP_FREE_BYTES = 16_000_000
/** An entry of the registry takes about 12 kB of the write-ahead log: enough for the ends of some 250 answers at least. */
const RESERVE_BYTES = 16 * 1024 * 1024
const PART_BYTES = 64 * 1024
const AGAIN_MS = 2_000
const BLOCK_BYTES = 1024 * 1024

/** Path of a data folder's reserve. */
export function reserveOf(folder: string): string {
  return join(folder, 'reserve.bin')
}

/** The disk space of a data folder. Call `refill` before anything is stored. */
export function openDiskSpace({
  folder,
  keepFreeBytes = KEEP_FREE_BYTES,
  reserveBytes = RESERVE_BYTES,
  freeBytes = freeBytesOf,
  againMs = AGAIN_MS,
}: DiskSpaceOptions): DiskSpace {
  const path = reserveOf(folder)
  let refilling: Promise<void> | undefined
  let refusal = ''
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const needed = (): number => keepFreeBytes + Math.max(0, reserveBytes - sizeOf(path))
  const isShort = (): boolean => {
    const free = freeBytes(folder)
    return free !== undefined && free < needed()
  }
  const fillReserve = async (): Promise<void> => {
    const missing = reserveBytes - sizeOf(path)
    if (missing <= 0 || isShort()) return
    refusal = await grow(path, missing).then(
      () => '',
      (error: unknown) => String((error as NodeJS.ErrnoException).code ?? error),
    )
  }
  const again = (): void => {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      refill().catch(() => undefined)
    }, againMs).unref()
  }
  const refill = async (): Promise<void> => {
    refilling ??= fillReserve().finally(() => {
      refilling = undefined
    })
    await refilling
    if (sizeOf(path) < reserveBytes) again()
  }
  const problem = (): string | undefined => {
    const isWhole = sizeOf(path) >= reserveBytes
    if (!isWhole) again()
    const free = freeBytes(folder)
    if (free !== undefined && free < needed()) return tooLittleSpace(free, needed())
    return isWhole ? undefined : writeRefused(refusal)
  }
  return {
    problem,
    check() {
      const words = problem()
      if (words !== undefined) throw new AppError('storage/full', words)
    },
    releaseReserve() {
      const size = sizeOf(path)
      if (size === 0) return false
      shrink(path, Math.max(0, size - PART_BYTES))
      again()
      return true
    },
    refill,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await refilling
    },
  }
}

/** How much of the disk is free for this user, in bytes; undefined where the system does not say. */
export function freeBytesOf(folder: string): number | undefined {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder)
    // File systems that count nothing say that they have no blocks at all.
    return blocks > 0 ? bavail * bsize : undefined
  } catch {
    return undefined
  }
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : 0
}

function shrink(path: string, size: number): void {
  try {
    truncateSync(path, size)
  } catch {
    // A full copy-on-write file system cannot even shorten a file.
    rmSync(path, { force: true })
  }
}

/** Appends random bytes, which no file system can compress, and removes them again where the disk has no room for all. */
async function grow(path: string, missing: number): Promise<void> {
  const size = sizeOf(path)
  const file = await open(path, 'a', 0o600)
  try {
    await append(file, missing)
  } catch (error) {
    await file.truncate(size)
    throw error
  } finally {
    await file.close()
  }
}

async function append(file: FileHandle, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= BLOCK_BYTES)
    await file.writeFile(randomBytes(Math.min(left, BLOCK_BYTES)))
  // Some disks say only now that they have no room.
  await file.sync()
}

const MEANWHILE =
  'Until then, nothing is stored, and speech in wav, mp3, flac, ogg_opus, webm_opus and m3u8 is refused; pcm_s16le, mulaw and alaw still work.'

function tooLittleSpace(free: number, needed: number): string {
  return `The disk that holds Griot’s data folder is almost full: ${formatSize(free)} are free, and ${formatSize(needed)} are needed. Free some space there. ${MEANWHILE}`
}

function writeRefused(code: string): string {
  const why = code === '' ? '' : ` (${code})`
  const full = storageCode(Object.assign(new Error(), { code })) === 'storage/full'
  const mend =
    full || code === ''
      ? 'Free some space there, or ask for a larger quota.'
      : 'Check that the folder is writable.'
  return `Griot’s data folder could not be written to when it was last tried${why}. ${mend} Griot tries again every few seconds. ${MEANWHILE}`
}
