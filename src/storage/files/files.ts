import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import type { FileRows, FileStatus, NewFile, StoredFile } from '#storage/db/files.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import { metadataOf, writeFileMetadata } from './file-metadata.ts'
import { describeDiskError, discard, pathsOf, syncFolder } from './folders.ts'
import type { Link, Signer } from './links.ts'
import { createQuota, type Reservation } from './quota.ts'
import { writeUpload } from './write-upload.ts'

export type Upload = Pick<NewFile, 'originalName' | 'uploadedBy'> & {
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Stored files of all accounts. A file of another account counts as unknown. */
export interface Files {
  /**
   * Stores what `bytes` brings, as it comes; others see the file as uploading meanwhile. Nothing is left of one that
   * fails. Throws AppError('file/quota'), ('storage/failed'), ('storage/busy'), and what `bytes` and `signal` throw.
   */
  add(account: string, file: Upload, signal: AbortSignal): Promise<StoredFile>
  /** Newest first. `cursor` is the `nextCursor` of the page before. Throws AppError('request/unreadable') for another. */
  list(
    account: string,
    page: { readonly limit: number; readonly cursor?: string; readonly status?: FileStatus },
  ): Promise<{ readonly files: readonly StoredFile[]; readonly nextCursor: string | undefined }>
  /** `id` in any letter case. Throws AppError('file/not-found'). */
  get(account: string, id: string): Promise<StoredFile>
  /**
   * Throws AppError('file/not-found'), AppError('file/unfinished') while it is uploading, ('storage/busy'), and ('storage/failed')
   * where its bytes stay on the disk until the next start.
   */
  remove(account: string, id: string): Promise<void>
  /** Quota and use in bytes, and the number of files that are ready. */
  usage(
    account: string,
  ): Promise<{ readonly total: number; readonly used: number; readonly count: number }>
  /** Lets whoever has it read a file that is ready. Throws AppError('file/not-found') and AppError('file/unfinished'). */
  link(account: string, id: string, ttlSeconds: number): Promise<Link>
  /** The file behind a link, and where it lies. Throws AppError('file/link') and AppError('file/not-found'). */
  follow(link: { readonly [K in keyof Link]: Link[K] | string }): Promise<{
    readonly file: StoredFile
    readonly path: string
  }>
  /** Ends the uploads in progress and waits until nothing is left of them. */
  close(): Promise<void>
}

export interface FilesDependencies {
  readonly rows: FileRows
  /** Folder of the bytes. */
  readonly folder: string
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
  const { rows, folder, signer } = dependencies
  const quota = createQuota(
    { bytesOf: dependencies.quotaOf, files: dependencies.maxFiles },
    rows.usage,
  )
  const closing = new AbortController()
  const inWork = new Set<Promise<unknown>>()
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
    const paths = pathsOf(folder, file)
    try {
      const content = await writeUpload(paths, bytes, reservation.take, signal)
      await describe({ ...file, content }, paths)
      return await rows.retryWhileBusy(() => rows.finish(file, content, reservation.check), signal)
    } catch (error) {
      await discard(paths.whole, paths.about, `${paths.about}.part`)
      // Only the end of the program waits for it, and why the upload failed is what counts. A row that stays is purged.
      inProgress(rows.retryWhileBusy(() => rows.remove(file.id))).catch(() => undefined)
      throw error
    }
  }
  /** Writes the metadata beside a file, so that a library that lost its row can enter it again. */
  const describe = async (
    file: StoredFile,
    paths: { readonly folder: string; readonly about: string },
  ): Promise<void> => {
    try {
      const about = metadataOf(await rows.identity(), file)
      if (about) await writeFileMetadata(paths.about, about)
      await syncFolder(paths.folder)
    } catch (error) {
      throw describeDiskError(error, 'The file could not be stored')
    }
  }
  const add: Files['add'] = async (account, { bytes, ...named }, signal) => {
    const file = {
      ...named,
      id: randomUUID(),
      account,
      createdAt: dependencies.now().toISOString(),
    }
    const reservation = quota.reserve(account)
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
    }
  }
  return {
    get,
    add: (account, file, signal) => inProgress(add(account, file, signal)),
    async list(account, { limit, cursor, status }) {
      const before = cursor ? signer.readCursor(account, cursor) : Number.MAX_SAFE_INTEGER
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
      const { whole: path, about } = pathsOf(folder, file)
      try {
        await rm(path, { force: true })
        await rm(about, { force: true })
      } catch (error) {
        throw describeDiskError(error, NOT_DELETED)
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
      return { file, path: pathsOf(folder, file).whole }
    },
    async close() {
      closing.abort(new AppError('storage/failed', 'Griot is shutting down. Send the file again.'))
      // What fails may leave a row to remove.
      while (inWork.size > 0) await Promise.allSettled(inWork)
    },
  }
}

const NOT_DELETED =
  'The file is no longer listed, but could not be deleted from the disk: Griot tries again when it starts'

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
