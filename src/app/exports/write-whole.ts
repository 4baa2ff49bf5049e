import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { patchWavSizes } from '#media/wav.ts'
import { AppError, storageCode } from '#shared/errors.ts'
import { type ExportFormat, encodingOf, isAudiobookFormat, isTextFormat } from '#shared/formats.ts'

/**
 * Write to a neighbour first and rename: whoever sees `path` sees the whole file. `finish` is given the neighbour when
 * all bytes are in it, and says which file it has put beside: that is the answer, and goes where `path` cannot be
 * written after all. `format`: a wav gets its true sizes; undefined for one that was signed on the way and has them.
 * `isPrivate`: for its owner's eyes alone, and so is a folder made for it; otherwise as the person's files are (umask).
 * Throws what `finish` throws, and AppError('storage/failed') on a full or closed disk.
 */
export async function writeWhole(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  format: ExportFormat | 'zip' | undefined,
  finish: (unfinished: string) => Promise<string | undefined> = async () => undefined,
  isPrivate = false,
): Promise<string | undefined> {
  // A name of its own: with more behind it, a long one would be too long for the disk.
  const unfinished = join(dirname(path), `.griot-${randomBytes(8).toString('hex')}.part`)
  const folder = { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) }
  await storing(path, () => mkdir(dirname(path), folder))
  const file = await storing(path, () => open(unfinished, 'wx', isPrivate ? 0o600 : 0o666))
  let beside: string | undefined
  try {
    await fill(file, bytes, path).finally(() => file.close())
    if (isWav(format)) await storing(path, () => patchWavSizes(unfinished))
    beside = await finish(unfinished)
    await storing(path, () => rename(unfinished, path))
    return beside
  } catch (error) {
    await rm(unfinished, { force: true })
    if (beside !== undefined) await rm(beside, { force: true })
    throw error
  }
}

async function fill(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<void> {
  for await (const piece of bytes) await storing(path, () => file.writeFile(piece))
  await storing(path, () => file.sync())
}

const isWav = (format: ExportFormat | 'zip' | undefined): boolean =>
  format !== undefined &&
  format !== 'zip' &&
  !isAudiobookFormat(format) &&
  !isTextFormat(format) &&
  encodingOf(format).format === 'wav'

/** Does something with the disk. What the disk says against it becomes an AppError that names the place; another AppError stays. */
export async function storing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new AppError(
      storageCode(error),
      `"${path}" could not be written (${why}). Check that the folder exists, that you may write there and that the disk has room.`,
      error,
    )
  }
}
