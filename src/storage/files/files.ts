import { randomUUID } from 'node:crypto'
import { createSniffer } from '#media/sniff.ts'
import { AppError } from '#shared/errors.ts'
import type { BlobContent, Blobs, ByteRange } from '#storage/blobs/blobs.ts'
import type { LocalCopies } from '#storage/blobs/local-copies.ts'
import type { FileContent, FileRows, FileStatus, NewFile, StoredFile } from '#storage/db/files.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import { metadataBlob, metadataOf } from './file-metadata.ts'
import { keysOf } from './keys.ts'
import type { Link, Signer } from './links.ts'
import { createQuota, type Reservation } from './quota.ts'

export type Upload = Pick<NewFile, 'originalName' | 'uploadedBy'> & {
  readonly bytes: AsyncIterable<Uint8Array>
  /** A UUID that no file has had; left out: a random one. */
  readonly id?: string
}

/** Stored files of all accounts. A file of another account counts as unknown. */
export interface Files {
  /**
   * Stores what `bytes` brings, as it comes; others see the file as uploading meanwhile. Nothing is left of one that
   * fails. Throws AppError('file/quota'), ('storage/full'), ('storage/failed'), ('storage/busy'), and what `bytes` and `signal` throw.
   */
  add(account: string, file: Upload, signal: AbortSignal): Promise<StoredFile>
  /**
   * Newest first. `cursor` is the `nextCursor` of the page before; `after` the id of a file, whose older ones are listed. Throws
   * AppError('request/unreadable') for another cursor, and AppError('file/not-found').
   */
  list(
    account: string,
    page: {
      readonly limit: number
      readonly cursor?: string
      readonly after?: string
      readonly status?: FileStatus
    },
  ): Promise<{ readonly files: readonly StoredFile[]; readonly nextCursor: string | undefined }>
  /** Whether this program is taking in an upload. */
  isArriving(id: string): boolean
  /** `id` in any letter case. Throws AppError('file/not-found'). */
  get(account: string, id: string): Promise<StoredFile>
  /**
   * Throws AppError('file/not-found'), AppError('file/unfinished') while it is uploading, ('storage/busy'), and ('storage/failed')
   * where its bytes stay until they can be deleted.
   */
  remove(account: string, id: string): Promise<void>
  /** Quota and use in bytes, and the number of files that are ready. */
  usage(
    account: string,
  ): Promise<{ readonly total: number; readonly used: number; readonly count: number }>
  /** Lets whoever has it read a file that is ready. Throws AppError('file/not-found') and AppError('file/unfinished'). */
  link(account: string, id: string, ttlSeconds: number): Promise<Link>
  /** The file behind a link, and its bytes. Throws AppError('file/link') and AppError('file/not-found'). */
  follow(link: { readonly [K in keyof Link]: Link[K] | string }): Promise<FollowedLink>
  /** Ends the uploads in progress and waits until nothing is left of them. */
  close(): Promise<void>
}

/** File behind a link. */
export interface FollowedLink {
  readonly file: StoredFile
  /** Where it lies, whether or not it is there; undefined where it lies in no folder of this computer. */
  readonly path: string | undefined
  /** Its bytes, or a part of them. Throws AppError('file/not-found'), ('file/range') and what `Blobs.get` throws. */
  open(range?: ByteRange, signal?: AbortSignal): Promise<BlobContent>
  /** Path of a file with its bytes, which is a copy where they lie elsewhere. Throws what `LocalCopies.pathOf` throws. */
  local(signal?: AbortSignal): Promise<string>
}

export interface FilesDependencies {
  readonly rows: FileRows
  /** Where the bytes lie. */
  readonly blobs: Blobs
  /** Copies of what lies there. */
  readonly copies: LocalCopies
  readonly signer: Signer
  /** Quota of an account, in bytes. */
  readonly quotaOf: (account: string) => Awaitable<number>
  /** Maximum number of files of an account. */
  readonly maxFiles: number
  readonly process: LiveProcess
  readonly now: () => Date
}

/** The files of a data folder. What earlier processes left half-done there is the business of `purgeFiles`. */
export function createFiles(dependencies: FilesDependencies): Files {
  const { rows, blobs, copies, signer } = dependencies
  const quota = createQuota(
    { bytesOf: dependencies.quotaOf, files: dependencies.maxFiles },
    rows.usage,
  )
  const closing = new AbortController()
  const inWork = new Set<Promise<unknown>>()
  const arriving = new Set<string>()
  /** Lets `close` wait for it. */
  const inProgress = <T>(work: Promise<T>): Promise<T> => {
    inWork.add(work)
    return work.finally(() => inWork.delete(work))
  }
  const get = async (account: string, id: string): Promise<StoredFile> => {
    // The digits of a UUID mean the same in capital letters (RFC 9562, 4).
    const file = await rows.find(id.toLowerCase())
    if (file?.account === account) return file
    throw unknown()
  }
  const receive = async (
    file: NewFile & Pick<StoredFile, 'sequence'>,
    bytes: Upload['bytes'],
    reservation: Reservation,
    signal: AbortSignal,
  ): Promise<StoredFile> => {
    const keys = keysOf(file)
    const removeBytes = (): Promise<unknown> =>
      Promise.allSettled([blobs.remove(keys.whole), blobs.remove(keys.about)])
    let isFinishing = false
    try {
      const content = await store(keys.whole, bytes, reservation, signal)
      await describe({ ...file, content }, keys.about)
      signal.throwIfAborted()
      isFinishing = true
      return await rows.retryWhileBusy(() => rows.finish(file, content, reservation.check), signal)
    } catch (error) {
      // Where nobody knows whether it was finished, it keeps its bytes for as long as it may be listed.
      const mayBeListed = isFinishing && error instanceof AppError && UNKNOWN.has(error.code)
      // What cannot be removed now is purged.
      if (!mayBeListed) await removeBytes()
      const removed = rows.retryWhileBusy(() => rows.remove(file.id))
      // Only the end of the program waits for it, and why the upload failed is what counts. A row that stays is purged.
      inProgress(mayBeListed ? removed.then(removeBytes) : removed).catch(() => undefined)
      throw error
    }
  }
  const store = async (
    key: string,
    bytes: Upload['bytes'],
    reservation: Reservation,
    signal: AbortSignal,
  ): Promise<FileContent> => {
    const sniffer = createSniffer()
    const allowed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of bytes) {
        await reservation.take(piece.length)
        yield piece
      }
    }
    const type = async (): Promise<string> => (await sniffer.type()).mediaType
    const blob = { bytes: allowed(), type, onPiece: sniffer.push }
    const { sizeBytes, sha256, type: mediaType } = await blobs.put(key, blob, signal)
    return { sizeBytes, sha256: Buffer.from(sha256, 'hex'), mediaType }
  }
  /** Writes the metadata beside a file, so that a library that lost its row can enter it again. */
  const describe = async (file: StoredFile, key: string): Promise<void> => {
    const about = metadataOf(await rows.identity(), file)
    if (about) await blobs.put(key, metadataBlob(about))
  }
  const add: Files['add'] = async (account, { bytes, id = randomUUID(), ...named }, signal) => {
    const file = {
      ...named,
      id,
      account,
      createdAt: dependencies.now().toISOString(),
    }
    const reservation = quota.reserve(account)
    // Before its row is there.
    arriving.add(file.id)
    const either = AbortSignal.any([signal, closing.signal])
    try {
      await reservation.begin()
      const sequence = await rows.retryWhileBusy(
        () => rows.add(file, dependencies.process.mark),
        either,
      )
      return await receive({ ...file, sequence }, bytes, reservation, either)
    } finally {
      reservation.release()
      arriving.delete(file.id)
    }
  }
  return {
    get,
    isArriving: (id) => arriving.has(id),
    add: (account, file, signal) => inProgress(add(account, file, signal)),
    async list(account, { limit, cursor, after, status }) {
      const newest = after ? (await get(account, after)).sequence : Number.MAX_SAFE_INTEGER
      const before = cursor ? signer.readCursor(account, cursor) : newest
      // One more than asked for tells whether there is another page.
      const page = { before, limit: limit + 1, ...(status ? { status } : {}) }
      const found = await rows.list(account, page)
      const files = found.slice(0, limit)
      const last = found.length > limit ? files.at(-1) : undefined
      return { files, nextCursor: last && signer.cursor(account, last.sequence) }
    },
    async remove(account, id) {
      const file = whole(await get(account, id))
      // A row without its file would be an error; a file whose row was deleted is purged.
      await rows.retryWhileBusy(() => rows.remove(file.id))
      const { whole: key, about } = keysOf(file)
      try {
        await blobs.remove(key)
        await blobs.remove(about)
      } catch (error) {
        throw error instanceof AppError
          ? new AppError(error.code, `${NOT_DELETED} ${error.message}`, error)
          : error
      }
    },
    async usage(account) {
      const { bytes, count } = await rows.usage(account)
      return { total: await quota.of(account), used: bytes, count }
    },
    async link(account, id, ttlSeconds) {
      return signer.link(whole(await get(account, id)).id, ttlSeconds)
    },
    async follow(link) {
      signer.check(link)
      const file = await rows.find(link.fileId)
      if (!file) throw unknown()
      const key = keysOf(file).whole
      return {
        file,
        path: blobs.pathOf(key),
        async open(range, signal) {
          const content = await blobs.get(key, { range, signal })
          if (content) return content
          throw unknown()
        },
        local: (signal) => copies.pathOf(key, signal),
      }
    },
    async close() {
      closing.abort(new AppError('storage/failed', 'Griot is shutting down. Send the file again.'))
      // What fails may leave a row to remove.
      while (inWork.size > 0) await Promise.allSettled(inWork)
    },
  }
}

/** Failures of the library after which a change may have been made. */
const UNKNOWN: ReadonlySet<string> = new Set(['storage/busy', 'storage/failed'])

const NOT_DELETED =
  'The file is no longer listed, but its bytes could not be deleted: Griot tries again every hour, and when it starts.'

function whole(file: StoredFile): StoredFile {
  if (file.content) return file
  throw new AppError(
    'file/unfinished',
    'This file is still being uploaded. Wait until its status is "ready".',
  )
}

function unknown(): AppError {
  return new AppError('file/not-found', 'There is no such file. It may have been deleted.')
}
