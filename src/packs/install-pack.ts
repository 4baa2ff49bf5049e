import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { freeBytesOf } from '#storage/disk-space.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { type Arrival, downloadFile, forget } from './download-file.ts'
import { hashFile } from './hash-file.ts'
import { capOf, type Manifest, type PackFile, sizeOf, sizesOf } from './pack-entry.ts'
import { keepFile, type PackPlaces, pathInside, plainFile } from './pack-folder.ts'
import type { PackHttp } from './pack-http.ts'
import type { RecordedFile } from './pack-records.ts'
import { atMirror, urlOfFile } from './pack-url.ts'
import { unpackInThread } from './unpack-in-thread.ts'

/** How far an installation is. */
export interface PackProgress {
  readonly phase: 'downloading' | 'unpacking' | 'checking'
  readonly doneBytes: number
  readonly totalBytes: number
}

export interface InstallTools {
  readonly http: PackHttp
  readonly mirror: string | undefined
  readonly onProgress: (progress: PackProgress) => void
  /** How much of the disk is free, in bytes; undefined where the system does not say. */
  readonly freeBytes?: ((folder: string) => number | undefined) | undefined
  readonly waitsMs?: readonly number[] | undefined
}

/** Space that is left free on the disk beside a pack, in bytes. */
const KEEP_FREE_BYTES = 64e6

/**
 * Downloads the files of a pack that are not there and right already, and answers what is to be recorded of each. Throws
 * what `downloadFile` throws, and AppError('storage/full') before anything is asked for.
 */
export async function downloadPack(
  pack: Manifest,
  places: PackPlaces,
  tools: InstallTools,
  signal: AbortSignal,
): Promise<readonly RecordedFile[]> {
  const there = await filesThatAreRight(pack, places, tools, signal)
  const missing = pack.files.filter(({ name }) => !there.has(name))
  if (missing.length > 0) {
    const { archive } = pack.source
    if (archive) await fetchArchive(pack, places, tools, signal)
    else await fetchFiles(pack, missing, places, tools, signal)
  }
  const recorded: RecordedFile[] = []
  for (const file of pack.files)
    recorded.push(there.get(file.name) ?? (await recordOf(file, places, signal)))
  await rm(places.arriving, { recursive: true, force: true })
  return recorded
}

/** What is to be recorded of a file that is in its place. Throws AppError('pack/damaged') where it is not the right one. */
export async function recordOf(
  file: PackFile,
  places: PackPlaces,
  signal: AbortSignal,
): Promise<RecordedFile> {
  const path = join(places.files, file.name)
  const before = await plainFile(path)
  if (!before) throw new AppError('pack/damaged', `${file.name} has vanished meanwhile.`)
  const { bytes, sha256 } = await hashFile(path, signal)
  const isPinned = file.sha256 !== null
  if ((isPinned && sha256 !== file.sha256) || bytes > capOf(file)) {
    await rm(path, { force: true })
    throw new AppError(
      'pack/damaged',
      `${file.name} is not the file that the catalog names (its SHA-256 is another one). It was deleted: install the pack again.`,
    )
  }
  return { name: file.name, bytes, sha256, mtimeMs: before.mtimeMs, isPinned }
}

/** Files that an earlier installation has finished. */
async function filesThatAreRight(
  { files }: Manifest,
  places: PackPlaces,
  { onProgress }: InstallTools,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RecordedFile>> {
  const right = new Map<string, RecordedFile>()
  const found = await Promise.all(files.map(({ name }) => plainFile(join(places.files, name))))
  const totalBytes = found.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  let doneBytes = 0
  for (const [i, file] of files.entries()) {
    const known = found[i]
    if (!known) continue
    onProgress({ phase: 'checking', doneBytes, totalBytes })
    doneBytes += known.size
    // Nothing vouches for it: it was left by an import that was not finished.
    if (file.sha256 === null) continue
    const record = await recordOf(file, places, signal).catch(unlessDamaged)
    if (record) right.set(file.name, record)
  }
  return right
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'pack/damaged')) throw error
}

async function fetchFiles(
  pack: Manifest,
  missing: readonly PackFile[],
  places: PackPlaces,
  tools: InstallTools,
  signal: AbortSignal,
): Promise<void> {
  const base = pack.source.files
  if (base === null) throw new Error('Nobody knows where the files of this pack are.')
  const sizes = sizesOf(pack)
  const arrivals: (Arrival & { readonly to: string })[] = []
  for (const file of missing) {
    if (file.sha256 === null) throw new Error(`The bytes of ${file.name} are not known.`)
    const part = await pathInside(places.arriving, `${file.name}.part`)
    const to = await pathInside(places.files, file.name)
    const url = atMirror(urlOfFile(base, file.name), tools.mirror)
    arrivals.push({ ...file, sha256: file.sha256, url, part, to })
  }
  let doneBytes = sizes.sizeBytes - missing.reduce((sum, file) => sum + sizeOf(file), 0)
  const arrived = await Promise.all(arrivals.map(({ part }) => sizeAt(part)))
  const left = missing.reduce((sum, file) => sum + sizeOf(file), 0) - sum(arrived)
  checkSpace(pack, left, places, tools)
  for (const arrival of arrivals) {
    await fetchOne(arrival, doneBytes, sizes.downloadBytes, tools, signal)
    await keepFile(arrival.part, arrival.to)
    await forget(arrival.part)
    doneBytes += sizeOf(arrival)
  }
}

async function fetchArchive(
  pack: Manifest,
  places: PackPlaces,
  tools: InstallTools,
  signal: AbortSignal,
): Promise<void> {
  const { archive } = pack.source
  if (!archive) throw new Error('This pack has no archive.')
  const part = await pathInside(places.arriving, 'archive.part')
  const { sizeBytes, downloadBytes } = sizesOf(pack)
  checkSpace(pack, sizeBytes + downloadBytes - (await sizeAt(part)), places, tools)
  const name = new URL(archive.url).pathname.split('/').at(-1) ?? 'archive'
  const url = atMirror(archive.url, tools.mirror)
  await fetchOne({ ...archive, name, url, part }, 0, downloadBytes, tools, signal)
  let doneBytes = 0
  await unpackInThread(part, pack, join(places.arriving, 'unpacked'), signal, (bytes) => {
    doneBytes += bytes
    tools.onProgress({ phase: 'unpacking', doneBytes, totalBytes: sizeBytes })
  })
  for (const file of pack.files) {
    const from = join(places.arriving, 'unpacked', file.name)
    await keepFile(from, await pathInside(places.files, file.name))
  }
}

async function fetchOne(
  arrival: Arrival,
  before: number,
  totalBytes: number,
  { http, waitsMs, onProgress }: InstallTools,
  signal: AbortSignal,
): Promise<void> {
  const tell = (phase: PackProgress['phase'], bytes: number): void =>
    onProgress({
      phase,
      doneBytes: before + bytes,
      totalBytes: Math.max(totalBytes, before + bytes),
    })
  let arrived = await sizeAt(arrival.part)
  tell('downloading', arrived)
  const onArrived = (bytes: number): void => {
    arrived = bytes
    tell('downloading', bytes)
  }
  const onChecking = (): void => tell('checking', arrived)
  const patience = waitsMs ? { waitsMs } : {}
  await downloadFile(arrival, { http, onArrived, onChecking, ...patience }, signal)
}

function checkSpace(
  { name }: Manifest,
  bytes: number,
  places: PackPlaces,
  { freeBytes = freeBytesOf }: InstallTools,
): void {
  const free = freeBytes(places.folder)
  const needed = Math.max(0, bytes) + KEEP_FREE_BYTES
  if (free !== undefined && free < needed) throw noSpace(name, free, needed)
}

/** Says how much space a pack needs. */
export function noSpace(name: string, free: number, needed: number): AppError {
  return new AppError(
    'storage/full',
    `The disk that holds Griot’s data folder has too little space for ${name}: ${formatSize(free)} are free, and ${formatSize(needed)} are needed. Free some space there and try again; what has already arrived is kept.`,
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

async function sizeAt(path: string): Promise<number> {
  return (await plainFile(path))?.size ?? 0
}
