import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors.ts'
import { describeDiskError, discard } from '#storage/files/folders.ts'
import type { Blobs } from './blobs.ts'
import { unlessMissing } from './folder-tree.ts'

/** Files with the bytes of blobs, for programs that read files alone. */
export interface LocalCopies {
  /**
   * Path of a file with the bytes of a blob: its own where the store has files, otherwise a copy, which stays for some minutes at
   * least. Throws AppError('file/not-found') where there is no such blob, and what `Blobs.get` throws.
   */
  pathOf(key: string, signal?: AbortSignal): Promise<string>
  /** Removes copies that nobody has asked for within the hour. Throws file system errors. */
  purge(now: Date): Promise<void>
}

export interface LocalCopiesOptions {
  readonly blobs: Blobs
  /** Folder of the copies, which no other program uses. */
  readonly folder: string
  /** Size of all copies together, in bytes; those go first that were asked for last the longest time ago. */
  readonly maxBytes?: number
}

const MAX_BYTES = 2_000_000_000
const UNUSED_MS = 60 * 60_000
/** Whoever was just given the path of a copy opens it within this time. */
const JUST_GIVEN_MS = 60_000

/** Copies of blobs by their SHA-256, so that those of the same bytes are one, and none is ever an old one. */
export function createLocalCopies({
  blobs,
  folder,
  maxBytes = MAX_BYTES,
}: LocalCopiesOptions): LocalCopies {
  const arriving = new Map<string, Promise<string>>()
  const fetchTo = async (path: string, key: string): Promise<string> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const part = `${path}.${randomBytes(8).toString('hex')}.part`
    try {
      const content = await blobs.get(key)
      if (!content) throw missing()
      await pipeline(content.bytes, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
      await rename(part, path)
    } catch (error) {
      await discard(part)
      throw describeDiskError(error, 'The stored file could not be copied to this computer')
    }
    await makeRoom()
    return path
  }
  const copies = async (): Promise<readonly Copy[]> => {
    const found: Copy[] = []
    for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
      const path = join(folder, name)
      const file = await stat(path).catch(unlessMissing)
      if (file) found.push({ path, sizeBytes: file.size, usedAt: file.mtimeMs })
    }
    return found.sort((a, b) => b.usedAt - a.usedAt)
  }
  const makeRoom = async (): Promise<void> => {
    let total = 0
    for (const { path, sizeBytes, usedAt } of await copies()) {
      total += sizeBytes
      const isFree = !path.endsWith('.part') && Date.now() - usedAt > JUST_GIVEN_MS
      if (total > maxBytes && isFree) {
        await discard(path)
        total -= sizeBytes
      }
    }
  }
  return {
    async pathOf(key, signal) {
      const own = blobs.pathOf(key)
      if (own !== undefined) {
        if (await stat(own).catch(unlessMissing)) return own
        throw missing()
      }
      const facts = await blobs.head(key)
      if (!facts) throw missing()
      signal?.throwIfAborted()
      // Of bytes whose SHA-256 the store does not know, no copy serves twice.
      const path = join(folder, facts.sha256 ?? randomBytes(32).toString('hex'))
      const there = await stat(path).catch(unlessMissing)
      if (there?.size === facts.sizeBytes) {
        const now = new Date()
        await utimes(path, now, now).catch(unlessMissing)
        return path
      }
      const copy = arriving.get(path) ?? fetchTo(path, key).finally(() => arriving.delete(path))
      arriving.set(path, copy)
      return copy
    },
    async purge(now) {
      for (const { path, usedAt } of await copies())
        if (now.getTime() - usedAt > UNUSED_MS) await rm(path, { force: true })
    },
  }
}

interface Copy {
  readonly path: string
  readonly sizeBytes: number
  /** In milliseconds since 1970. */
  readonly usedAt: number
}

function missing(): AppError {
  return new AppError('file/not-found', 'There is no such file. It may have been deleted.')
}
