import { createHash, randomBytes } from 'node:crypto'
import { constants, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import { render } from '#media/render.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { syncFolder } from '#storage/files/folders.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { openPlainFile, SOUND_LIMIT_BYTES, tooLarge } from '#storage/plain-files.ts'

/** A file that was begun longer ago than this belongs to a process that has died, in milliseconds. */
const ABANDONED_AFTER_MS = 60 * 60_000

/** Path of the sound with a SHA-256 in a folder of takes. */
export function soundPath(folder: string, sha256: string): string {
  return join(folder, `${sha256}.flac`)
}

/** Encodes samples of -1 to 1 as FLAC, 24 kHz mono 16 bit. Throws what `render` throws. */
export async function encodeFlac(
  samples: Float32Array,
  getFfmpeg: GetFfmpeg,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = async function* () {
    yield { samples, samplesToCome: 0 }
  }
  const output = { format: 'flac', bitrate: '128k', sampleRate: SAMPLE_RATE } as const
  const pieces: Uint8Array[] = []
  const never = new AbortController().signal
  for await (const piece of render(chunks(), output, getFfmpeg, never)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * Stores the bytes of a sound under their SHA-256, which it returns: first in a file beside it, flushed, then renamed. Where the
 * same sound is stored already, nothing is written. Throws file system errors.
 */
export async function storeSound(folder: string, flac: Uint8Array): Promise<string> {
  const sha256 = sha256Of(flac)
  const path = soundPath(folder, sha256)
  if (await isStored(path, flac.length)) return sha256
  makeFolder(folder)
  const part = join(folder, `.${randomBytes(8).toString('hex')}.part`)
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(flac)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncFolder(folder)
  return sha256
}

/** Whether a sound is there. It then counts as new, so that nobody cleans it up. */
async function isStored(path: string, length: number): Promise<boolean> {
  try {
    if ((await stat(path)).size !== length) return false
    const now = new Date()
    await utimes(path, now, now)
    return true
  } catch {
    return false
  }
}

/** The bytes of a stored sound. Throws AppError('take/damaged') where they are missing or others than were stored. */
export async function readSound(folder: string, sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = soundPath(folder, sha256)
  const bytes = await readSoundFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new AppError('take/damaged', MISSING)
    if (error instanceof AppError) throw new AppError('take/damaged', error.message, error)
    throw new AppError('take/damaged', `The sound of this take cannot be read (${error.code}).`)
  })
  if (sha256Of(bytes) === sha256) return bytes
  throw new AppError('take/damaged', 'The sound of this take is damaged. Speak the line again.')
}

/** Bytes of a file that may come from a stranger: never what a link or a device gives, nor more than any take has. */
async function readSoundFile(path: string): Promise<Buffer<ArrayBuffer>> {
  const file = await openPlainFile(path, constants.O_RDONLY)
  try {
    const { size } = await file.stat()
    if (size > SOUND_LIMIT_BYTES) throw tooLarge(path, SOUND_LIMIT_BYTES)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Why a take whose file is gone cannot be heard. */
export const MISSING = 'The sound of this take is missing. Speak the line again.'

/** SHA-256 of every sound in a folder; empty where there is no folder. Removes what processes that died have begun. */
export async function storedSounds(folder: string, now: Date): Promise<ReadonlySet<string>> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.endsWith('.part')) continue
    const path = join(folder, name)
    const begun = await stat(path).catch(() => undefined)
    if (begun && now.getTime() - begun.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
  return new Set(names.flatMap((name) => /^([0-9a-f]{64})\.flac$/.exec(name)?.[1] ?? []))
}

/** Removes the sound of deleted takes that was last stored before `before`. What cannot be removed stays. */
export async function removeSound(folder: string, sha256: string, before: Date): Promise<void> {
  const path = soundPath(folder, sha256)
  const stored = await stat(path).catch(() => undefined)
  if (stored && stored.mtimeMs < before.getTime())
    await rm(path, { force: true }).catch(() => undefined)
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
