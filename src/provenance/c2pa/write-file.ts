import { type Hash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, storageCode } from '#shared/errors.ts'
import { type ByteSource, fileSource, readBlocks } from './byte-source.ts'
import { type FilePart, isRange } from './containers/container.ts'
import { FormatError } from './format-error.ts'

/** Opens a file for reading, or with "r+" for writing too, and closes it after `work`. Throws AppError('storage/failed') and what the work throws. */
export async function withFile<T>(
  path: string,
  work: (source: ByteSource, file: FileHandle) => Promise<T>,
  flags: 'r' | 'r+' = 'r',
): Promise<T> {
  const file = await orStorageError(path, flags === 'r' ? 'read' : 'written', () =>
    open(path, flags),
  )
  try {
    return await work(await fileSource(file), file)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new AppError('storage/failed', `"${path}" changed while it was read. Try again.`, error)
  } finally {
    await file.close()
  }
}

/**
 * Replaces `path` atomically: `work` writes a new file beside it, which is renamed when it is complete. It has the access
 * rights of the old one. Throws AppError('storage/failed') and what the work throws; the old file is untouched then.
 */
export async function replaceFile<T>(
  path: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const beside = join(dirname(path), `.griot-${randomBytes(8).toString('hex')}.part`)
  const former = await stat(path).catch(() => undefined)
  const mode = (former?.mode ?? 0o666) & 0o777
  const file = await orStorageError(path, 'written', () => open(beside, 'wx+', mode))
  try {
    const result = await work(file)
      .then(async (value) => {
        await syncFile(path, file)
        return value
      })
      .finally(() => file.close())
    await orStorageError(path, 'written', () => rename(beside, path))
    return result
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Destination of file parts. */
export interface WriteTarget {
  readonly file: FileHandle
  readonly source: ByteSource
  /** True if the source is the same file, so that a range at its old place need not be written. */
  readonly isSource: boolean
}

/** Writes parts one after the other, from `position` on, and adds them to `hash`. Returns the end position. */
export async function writeParts(
  { file, source, isSource }: WriteTarget,
  position: number,
  pieces: readonly FilePart[],
  hash: Hash | undefined,
  signal: AbortSignal,
): Promise<number> {
  let at = position
  for (const piece of pieces) {
    const isThere = isSource && isRange(piece) && piece.start === at
    for await (const block of isRange(piece) ? readBlocks(source, piece, signal) : [piece]) {
      const writing = isThere
        ? undefined
        : orStorageError('', 'written', () => writeAll(file, block, at))
      // While the disk takes the block.
      hash?.update(block)
      await writing
      at += block.length
    }
  }
  return at
}

/** Flushes a file to the disk. Throws AppError('storage/failed'). */
export async function syncFile(path: string, file: FileHandle): Promise<void> {
  await orStorageError(path, 'written', () => file.sync())
}

async function writeAll(file: FileHandle, block: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < block.length) {
    const rest = block.length - done
    const { bytesWritten } = await file.write(block, done, rest, position + done)
    done += bytesWritten
  }
}

async function orStorageError<T>(
  path: string,
  what: 'read' | 'written',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const name = path === '' ? 'The file' : `"${path}"`
    throw new AppError(
      storageCode(error),
      `${name} could not be ${what} (${why}). Check that the folder exists, that you may use it and that the disk has room.`,
      error,
    )
  }
}
