import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { decodeStream } from '#media/decode-stream.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError, storageCode } from '#shared/errors.ts'
import { EXPORT_FORMATS, isTextFormat } from '#shared/formats.ts'
import {
  type AccountStorage,
  filesToCleanUp,
  type LibraryFile,
  UNDO_MS,
} from '#shared/library-files.ts'
import { type Awaitable, all, type RowDatabase, type Value } from '#storage/db/steps.ts'
import type { Files } from '#storage/files/files.ts'
import type { ExportedFiles, RememberedExport } from './exported-files.ts'

/** A file where it lies. */
export interface LocatedFile {
  readonly name: string
  readonly path: string
  readonly sidecarPath?: string | undefined
}

/** Where a browser fetches a file. */
export interface FileAddress {
  readonly fileName: string
  readonly url: string
  readonly sidecarUrl?: string | undefined
  readonly isExport: boolean
}

/** All files of a data folder: those that were exported, and those of the API's accounts. */
export interface LibraryFiles {
  /** Newest first, without those that are being deleted. */
  list(): Promise<{
    readonly files: readonly LibraryFile[]
    readonly accounts: readonly AccountStorage[]
  }>
  /** Throws AppError('file/not-found') where it is not, or no longer, there. */
  locate(id: string): Promise<LocatedFile>
  /** Throws AppError('file/not-found'). */
  addressOf(id: string): Promise<FileAddress>
  /** Its sound at 24 kHz. Throws what `locate` and `decodeStream` throw. */
  sound(id: string, signal: AbortSignal): AsyncGenerator<Float32Array>
  /** Copies a file. Throws what `locate` throws, and AppError('storage/failed'). */
  copyTo(id: string, path: string): Promise<void>
  /** Deletes files after `undoMs`; until then they are only hidden, and `restore` brings them back. */
  remove(ids: readonly string[]): void
  restore(ids: readonly string[]): void
  /**
   * Deletes the exports in the folder for browsers that are older than some days, and the oldest until the others fit into some bytes; also what
   * lies there and is in no list. Files elsewhere are not touched.
   */
  sweep(most: { readonly days: number; readonly bytes: number }, now: Date): Promise<void>
  /** Tells those who listen that the list has changed. */
  refresh(): void
  /** Called when the list has changed; answers how to end that. */
  onChange(listener: () => void): () => void
  /** Deletes at once what waits for it. */
  close(): Promise<void>
}

export interface LibraryFilesDependencies {
  readonly database: RowDatabase
  readonly exported: ExportedFiles
  readonly files: Files
  readonly getFfmpeg: GetFfmpeg
  /** Folder of the exports that browsers fetch. */
  readonly exportFolder: string
  /** Offers a file to browsers for some time; returns where. */
  readonly offer: (path: string) => Promise<string>
  readonly onBug: (error: unknown) => void
  readonly undoMs?: number
}

/** Sound that is played at most, in seconds. */
const MOST_SECONDS = 3_600

/** The files of an open library. */
export function createLibraryFiles(dependencies: LibraryFilesDependencies): LibraryFiles {
  const { database, exported, files, getFfmpeg, offer, onBug, undoMs = UNDO_MS } = dependencies
  const isKept = ({ path }: RememberedExport): boolean =>
    dirname(dirname(path)) === dependencies.exportFolder
  const listeners = new Set<() => void>()
  const deleting = new Map<string, NodeJS.Timeout>()
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const apiFile = async (id: string): Promise<ApiFile> => {
    const [found] = await apiFiles(database, id)
    if (found) return found
    throw gone()
  }
  const exportOf = async (id: string): Promise<RememberedExport> => {
    const found = await exported.find(numberOf(id))
    if (found) return found
    throw gone()
  }
  const locate: LibraryFiles['locate'] = async (id) => {
    const [source, own] = partsOf(id)
    if (source === 'api') {
      const { account, name } = await apiFile(own)
      const { path, local } = await files.follow(await files.link(account, own, 60))
      return { name, path: path ?? (await local()) }
    }
    const file = await exportOf(own)
    if ((await stateOf(file)) === 'there')
      return { name: file.fileName, path: file.path, sidecarPath: file.sidecarPath }
    throw gone()
  }
  const removeExport = async (id: number): Promise<void> => {
    const file = await exported.find(id)
    // Another file at the same place is not ours to delete.
    if (file && isKept(file)) await rm(dirname(file.path), { recursive: true, force: true })
    else if (file && (await stateOf(file)) === 'there') {
      await rm(file.path, { force: true })
      if (file.sidecarPath !== undefined) await rm(file.sidecarPath, { force: true })
    }
    await database.retryWhileBusy(() => exported.remove(id))
  }
  const removeNow = async (id: string): Promise<void> => {
    deleting.delete(id)
    const [source, own] = partsOf(id)
    if (source === 'export') return removeExport(numberOf(own))
    const [file] = await apiFiles(database, own)
    if (file) await files.remove(file.account, own)
  }
  /** What cannot be deleted now is listed again. */
  const finish = (id: string): Promise<void> =>
    removeNow(id)
      .catch((error) => {
        if (!(error instanceof AppError) && !isOfDisk(error)) onBug(error)
      })
      .finally(changed)
  return {
    locate,
    refresh: changed,
    async list() {
      const [remembered, stored] = await Promise.all([exported.list(), apiFiles(database)])
      const made = await Promise.all(remembered.map((file) => describeExport(file, isKept(file))))
      const found = [...made, ...stored.map(describeApiFile)]
        .filter(({ id }) => !deleting.has(id))
        .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt))
      const accounts = await Promise.all(
        [...new Set(stored.map(({ account }) => account))].map(async (account) => {
          const { used, total } = await files.usage(account)
          return { account, used, total }
        }),
      )
      return { files: found, accounts }
    },
    async addressOf(id) {
      const [source, own] = partsOf(id)
      if (source === 'api') {
        const { account, name } = await apiFile(own)
        const { expires, signature } = await files.link(account, own, LINK_SECONDS)
        const url = `/v1/files/${own}/content?expires=${expires}&signature=${signature}`
        return { fileName: name, url, isExport: false }
      }
      const { name, path, sidecarPath } = await locate(id)
      const sidecarUrl = sidecarPath === undefined ? undefined : await offer(sidecarPath)
      return { fileName: name, url: await offer(path), sidecarUrl, isExport: true }
    },
    async *sound(id, signal) {
      const { path } = await locate(id)
      const options = { rate: SAMPLE_RATE, mostSeconds: MOST_SECONDS }
      yield* decodeStream(path, getFfmpeg, options, signal)
    },
    async copyTo(id, path) {
      const { path: from } = await locate(id)
      await copyFile(from, path).catch((error) => {
        const why = error instanceof Error ? error.message : String(error)
        throw new AppError(storageCode(error), `The file could not be saved: ${why}`)
      })
    },
    remove(ids) {
      for (const id of ids)
        if (!deleting.has(id)) deleting.set(id, setTimeout(finish, undoMs, id).unref())
      changed()
    },
    restore(ids) {
      for (const id of ids) {
        clearTimeout(deleting.get(id))
        deleting.delete(id)
      }
      changed()
    },
    async sweep({ days, bytes }, now) {
      const remembered = await exported.list()
      const kept = await Promise.all(
        remembered.filter(isKept).map((file) => describeExport(file, true)),
      )
      const old = filesToCleanUp(kept, { kind: 'age', days }, now)
      const large = filesToCleanUp(kept, { kind: 'size', keepBytes: bytes }, now)
      const ids = new Set([...old, ...large].map(({ id }) => id))
      for (const id of ids) await finish(id)
      await removeUnlisted(dependencies.exportFolder, await exported.list(), now)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      for (const timer of deleting.values()) clearTimeout(timer)
      for (const id of [...deleting.keys()]) await finish(id)
    },
  }
}

/** How long a browser may take to begin a download, in seconds. */
const LINK_SECONDS = 900

const isOfDisk = (error: unknown): boolean => error instanceof Error && 'code' in error

function gone(): AppError {
  return new AppError(
    'file/not-found',
    'This file is no longer there: it was moved, changed or deleted. Export it again.',
  )
}

function partsOf(id: string): readonly ['api' | 'export', string] {
  const [, source, own = ''] = /^(api|export):(.+)$/.exec(id) ?? []
  if (source === 'api' || source === 'export') return [source, own]
  throw new AppError('file/not-found', 'There is no such file. It may have been deleted.')
}

/** Any other text is the number of no export. */
function numberOf(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}

/** Removes what is in no list for longer than an export can take. */
async function removeUnlisted(
  folder: string,
  listed: readonly RememberedExport[],
  now: Date,
): Promise<void> {
  const known = new Set(listed.map(({ path }) => dirname(path)))
  const names = await readdir(folder).catch(() => [])
  for (const path of names.map((name) => join(folder, name))) {
    const found = known.has(path) ? undefined : await stat(path).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > UNLISTED_MS)
      await rm(path, { recursive: true, force: true })
  }
}

/** How long a folder may be in no list, in milliseconds. */
const UNLISTED_MS = 24 * 3_600_000

async function stateOf({ path, sizeBytes }: RememberedExport): Promise<LibraryFile['state']> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return 'gone'
  return found.size === sizeBytes ? 'there' : 'changed'
}

/** `isKept`: whether it is where browsers fetch it, a place that says nothing to a person. */
async function describeExport(file: RememberedExport, isKept: boolean): Promise<LibraryFile> {
  const { id, fileName: name, format, sizeBytes, seconds, title, exportedAt, path } = file
  const known = EXPORT_FORMATS.find((one) => one === format)
  return {
    ...{ id: `export:${id}`, source: 'export', name, format, sizeBytes, title },
    ...(seconds === undefined ? {} : { seconds }),
    madeAt: exportedAt.toISOString(),
    ...(isKept ? {} : { path }),
    state: await stateOf(file),
    isSound: known !== undefined && !isTextFormat(known) && !HEADERLESS.has(known),
  }
}

/** Formats without a header, which nobody can recognise. */
const HEADERLESS: ReadonlySet<string> = new Set(['pcm_s16le', 'mulaw', 'alaw'])

const ApiRow = z
  .object({
    id: z.string(),
    account: z.string(),
    original_name: z.string().nullable(),
    uploaded_by: z.string().nullable(),
    created_at: z.string(),
    media_type: z.string(),
    size_bytes: z.number(),
  })
  .transform((row) => ({
    ...{ id: row.id, account: row.account, name: basename(row.original_name ?? row.id) },
    ...{ keyName: row.uploaded_by ?? undefined, madeAt: row.created_at },
    ...{ format: row.media_type, sizeBytes: row.size_bytes },
  }))
type ApiFile = z.output<typeof ApiRow>

const ApiRows = z.array(ApiRow)

/** The files of all accounts that are whole, newest first; only the one of an id, where one is given. */
function apiFiles(database: RowDatabase, id?: string): Awaitable<readonly ApiFile[]> {
  const [rest, values]: [string, Value[]] =
    id === undefined ? ['ORDER BY sequence DESC', []] : ['AND id = ?', [id]]
  return database.perform(function* () {
    const sql = `SELECT id, account, original_name, uploaded_by, created_at, media_type, size_bytes
      FROM files WHERE status = 'ready' ${rest}`
    return ApiRows.parse(yield* all(sql, ...values))
  })
}

function describeApiFile({ id, keyName, format, ...file }: ApiFile): LibraryFile {
  return {
    ...{ id: `api:${id}`, source: 'api', ...file, format },
    ...(keyName === undefined ? {} : { keyName }),
    state: 'there',
    isSound: format.startsWith('audio/'),
  }
}
