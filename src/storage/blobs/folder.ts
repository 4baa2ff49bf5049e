import { randomBytes } from 'node:crypto'
import { constants, existsSync, type Stats } from 'node:fs'
import { copyFile, type FileHandle, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { sniff, UNKNOWN_MEDIA_TYPE } from '#media/sniff.ts'
import { AppError } from '#shared/errors.ts'
import { describeDiskError, discard, syncFolder } from '#storage/files/folders.ts'
import { makeFolder } from '#storage/make-folder.ts'
import type { BlobFacts, Blobs, NewBlob, StoredBlob } from './blobs.ts'
import { resolveRange } from './byte-range.ts'
import { checked } from './checked.ts'
import { createFolderFacts, type FolderFacts, NO_FACTS } from './folder-facts.ts'
import { filesBelow, partsBelow, removeEmptyFolders, unlessMissing } from './folder-tree.ts'
import { checkKey, checkPrefix } from './keys.ts'
import { receive } from './receive.ts'

export interface FolderOptions {
  /**
   * Whether the folder keeps types and SHA-256 in `.facts`. Where they are kept elsewhere, types are told by the bytes, and
   * the SHA-256 is known to whoever put them.
   */
  readonly keepsFacts?: boolean
  /** Whether types that are not kept are told by the bytes; otherwise all of these are unknown. Default: yes. */
  readonly tellsTypes?: boolean
}

/** Size of the pieces in which a file is read, in bytes. */
const READ_BYTES = 256 * 1024
const NEVER = new AbortController().signal

/** Blobs in the folders of a data folder, whose library knows types and SHA-256 of what lies there. */
export function createHomeBlobs(home: string): Blobs & { pathOf(key: string): string } {
  return createFolderBlobs(home, { keepsFacts: false, tellsTypes: false })
}

/** Blobs as files of their names in a folder, for its owner alone. The folder is made when the first one comes. */
export function createFolderBlobs(
  root: string,
  { keepsFacts = true, tellsTypes = true }: FolderOptions = {},
): Blobs & { pathOf(key: string): string } {
  const facts = keepsFacts ? createFolderFacts(root) : NO_FACTS
  const pathOf = (key: string): string => {
    checkKey(key)
    return join(root, ...key.split('/'))
  }
  const typeOf = async (path: string): Promise<string> =>
    tellsTypes ? (await sniff(path)).mediaType : UNKNOWN_MEDIA_TYPE
  const place: Place = { root, facts, pathOf, typeOf }
  const head = async (key: string): Promise<BlobFacts | undefined> => {
    const path = pathOf(key)
    const found = await stat(path).catch(unlessMissing)
    return found?.isFile() ? factsOf(place, key, path, found) : undefined
  }
  const transfer = async (from: string, to: string, how: typeof copyFileTo): Promise<void> => {
    const known = await head(from)
    if (!known) throw missing(from)
    await how(root, pathOf(from), pathOf(to))
    const { sha256, type, sizeBytes } = known
    if (sha256 === undefined) return
    const { mtimeMs } = await stat(pathOf(to))
    await facts.write(to, { sizeBytes, modifiedMs: mtimeMs, sha256, type })
  }
  return {
    pathOf,
    check: () => inWords('The folder cannot be used', () => checkFolder(root)),
    put: (key, blob, signal = NEVER) => inWords(NOT_STORED, () => put(place, key, blob, signal)),
    async get(key, { range, signal } = {}) {
      const path = pathOf(key)
      return inWords(NOT_READ, async () => {
        const file = await open(path).catch(unlessMissing)
        if (!file) return undefined
        try {
          const found = await file.stat()
          if (!found.isFile()) return await file.close().then(() => undefined)
          const known = await factsOf(place, key, path, found)
          const { start, end } = resolveRange(range, known.sizeBytes)
          const bytes = await read(file, { start, end }, range ? undefined : known, signal)
          return { facts: known, start, end, bytes }
        } catch (error) {
          await file.close()
          throw error
        }
      })
    },
    head: (key) => inWords(NOT_READ, () => head(key)),
    list(prefix, after) {
      checkPrefix(prefix)
      return listInWords(NOT_READ, filesBelow(root, prefix, after))
    },
    remove: (key) =>
      inWords(NOT_REMOVED, async () => {
        await rm(pathOf(key), { force: true })
        await facts.remove(key)
      }),
    async removeAll(prefix) {
      checkPrefix(prefix)
      return inWords(NOT_REMOVED, async () => {
        let count = 0
        for await (const { key } of filesBelow(root, prefix, undefined)) {
          await rm(join(root, key), { force: true })
          await facts.remove(key)
          count++
        }
        const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
        if (folder !== '') await removeEmptyFolders(join(root, folder))
        return count
      })
    },
    copy: (from, to) => inWords(NOT_STORED, () => transfer(from, to, copyFileTo)),
    move: (from, to) =>
      inWords(NOT_STORED, async () => {
        await transfer(from, to, moveFile)
        if (from !== to) await facts.remove(from)
      }),
    async link(key) {
      checkKey(key)
      return undefined
    },
    unfinished(prefix) {
      checkPrefix(prefix)
      return listInWords(NOT_READ, partsBelow(root, prefix))
    },
    discardUnfinished: (before) =>
      inWords(NOT_REMOVED, async () => {
        let count = 0
        for await (const part of partsBelow(root, '')) {
          if (part.modified >= before) continue
          await part.discard()
          count++
        }
        return count
      }),
    close: () => undefined,
  }
}

interface Place {
  readonly root: string
  readonly facts: FolderFacts
  readonly pathOf: (key: string) => string
  /** Type of a file of which nothing is known. */
  readonly typeOf: (path: string) => Promise<string>
}

async function put(
  { root, facts, pathOf }: Place,
  key: string,
  blob: NewBlob,
  signal: AbortSignal,
): Promise<StoredBlob> {
  const path = pathOf(key)
  const received = receive(blob, signal)
  return replaceBy(root, path, async (part) => {
    const file = await openNew(part)
    try {
      for await (const piece of received.bytes) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    const type = typeof blob.type === 'string' ? blob.type : await blob.type()
    const { mtimeMs } = await stat(part)
    // Before the file is there: it says which file it is about.
    await facts.write(key, { ...received.result(), modifiedMs: mtimeMs, type })
    signal.throwIfAborted()
    return { ...received.result(), key, type }
  })
}

/** Lets `make` write a file beside `path`, and then gives it this name. */
async function replaceBy<T>(
  root: string,
  path: string,
  make: (part: string) => Promise<T>,
): Promise<T> {
  const part = `${path}.${randomBytes(8).toString('hex')}.part`
  const folder = dirname(path)
  const isNew = !existsSync(folder)
  try {
    makeFolder(folder)
    const made = await make(part)
    await rename(part, path)
    await syncFolder(folder)
    if (isNew)
      for (let above = folder; above.length > root.length; above = dirname(above))
        await syncFolder(dirname(above))
    return made
  } catch (error) {
    await discard(part)
    throw error
  }
}

/** Makes the folder again where another program has just removed it, because it was empty. */
async function openNew(part: string): Promise<FileHandle> {
  const openPart = (): Promise<FileHandle> => open(part, 'wx', 0o600)
  return openPart().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    makeFolder(dirname(part))
    return openPart()
  })
}

async function copyFileTo(root: string, from: string, to: string): Promise<void> {
  await replaceBy(root, to, async (part) => {
    await copyFile(from, part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    const file = await open(part, 'r+')
    await file.sync().finally(() => file.close())
  })
}

async function moveFile(root: string, from: string, to: string): Promise<void> {
  if (from === to) return
  try {
    makeFolder(dirname(to))
    await rename(from, to)
    await syncFolder(dirname(to))
  } catch (error) {
    // A folder in it lies on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFileTo(root, from, to)
    await rm(from, { force: true })
  }
}

async function factsOf(
  { facts, typeOf }: Place,
  key: string,
  path: string,
  { size, mtime, mtimeMs }: Pick<Stats, 'size' | 'mtime' | 'mtimeMs'>,
): Promise<BlobFacts> {
  const known = await facts.read(key, { sizeBytes: size, modifiedMs: mtimeMs })
  const type = known?.type ?? (await typeOf(path))
  return { key, sizeBytes: size, modified: mtime, sha256: known?.sha256, type }
}

async function read(
  file: FileHandle,
  { start, end }: { readonly start: number; readonly end: number },
  whole: BlobFacts | undefined,
  signal: AbortSignal | undefined,
): Promise<Readable> {
  if (end === start) {
    // A stream reads no empty range.
    await file.close()
    return Readable.from([])
  }
  const stream = file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES })
  if (signal) addAbortSignal(signal, stream)
  if (whole?.sha256 === undefined) return stream
  const { key, sha256 } = whole
  const options = { objectMode: false, highWaterMark: READ_BYTES }
  // A generator that is never begun does not end what it reads from.
  return Readable.from(checked(stream, { key, sha256 }), options).once('close', () =>
    stream.destroy(),
  )
}

async function checkFolder(root: string): Promise<void> {
  const probe = join(root, `.${randomBytes(8).toString('hex')}.part`)
  makeFolder(root)
  try {
    await writeFile(probe, 'x', { mode: 0o600 })
  } finally {
    await discard(probe)
  }
}

/** Failures of the disk in words that begin with `what`. */
async function inWords<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw describeDiskError(error, what)
  }
}

async function* listInWords<T>(what: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw describeDiskError(error, what)
  }
}

const NOT_STORED = 'The file could not be stored'
const NOT_READ = 'The stored file could not be read'
const NOT_REMOVED = 'The stored file could not be deleted'

function missing(key: string): AppError {
  return new AppError(
    'file/not-found',
    `There is no stored file "${key}". It may have been deleted.`,
  )
}
