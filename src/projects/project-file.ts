import { createWriteStream, readdirSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry as ZipEntry, type ZipFile as ZipFileReader } from 'yauzl'
import { ZipFile } from 'yazl'
import { AppError } from '#shared/errors.ts'
import type { ProjectSummary } from '#shared/projects.ts'
import { freeBytesOf, KEEP_FREE_BYTES } from '#storage/disk-space.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { INDEX_LIMIT_BYTES, SOUND_LIMIT_BYTES } from '#storage/plain-files.ts'
import { describeProjectError, FILE_LIMIT_BYTES, moveOrDescribe } from './disk.ts'
import { JOURNAL_MOST } from './journal.ts'
import { JOURNAL_FILE, PROJECT_FILE } from './project-body.ts'
import {
  openProjectFolder,
  type ProjectFolder,
  type ProjectTools,
  TAKES_FOLDER,
} from './project-folder.ts'
import { IMPORT_MS } from './quarantine.ts'
import type { Projects } from './registry.ts'
import { VERSIONS_FOLDER, VERSIONS_KEPT } from './versions.ts'

/** Extension of a project that was written into one file: a zip archive. */
export const PROJECT_EXTENSION = 'griot'
/** The largest contents of a project file, and the most files in it. */
export const PROJECT_FILE_LIMITS = { bytes: 20e9, files: 100_000 } as const

/** Which names in a project file lead to a place in a project. */
const PLAIN =
  /^(project\.json|journal\.jsonl|versions\/\d{6}-[a-z-]+\.json|takes\/[\w][\w.-]{0,199})$/

/**
 * Writes a project with its takes and its previous versions into one file. Throws AppError('storage/full') and
 * ('storage/failed'), and what `ProjectFolder` throws; nothing is left then.
 */
export async function writeProjectFile(
  project: ProjectFolder,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  project.checkpoint()
  const zip = new ZipFile()
  // The journal first: project.json is at least as new, see storage/backup/pack.ts.
  zip.addFile(join(project.path, JOURNAL_FILE), JOURNAL_FILE)
  zip.addFile(join(project.path, PROJECT_FILE), PROJECT_FILE)
  // What is compressed already does not get smaller.
  for (const folder of [VERSIONS_FOLDER, TAKES_FOLDER])
    for (const name of filesIn(join(project.path, folder)))
      zip.addFile(join(project.path, folder, name), `${folder}/${name}`, {
        compress: folder === VERSIONS_FOLDER,
      })
  zip.end()
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(zip.outputStream, createWriteStream(target, { mode: 0o600 }), { signal })
  } catch (error) {
    await rm(target, { force: true })
    signal.throwIfAborted()
    throw describeProjectError(error, target)
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && PLAIN.test(`takes/${entry.name}`))
      .map(({ name }) => name)
  } catch {
    return []
  }
}

/**
 * Unpacks a project file into `folder`, which must not be there, and gives the project an id of its own: `id`. Throws
 * AppError('project/file') for a file that is damaged, hostile or no project, and ('storage/full') where its contents would leave too
 * little of the disk; nothing is left then. `freeBytes`: how much of the disk of a folder is free.
 */
export async function readProjectFile(
  path: string,
  folder: string,
  id: string,
  tools: ProjectTools,
  signal: AbortSignal,
  freeBytes: (folder: string) => number | undefined = freeBytesOf,
): Promise<void> {
  const late = AbortSignal.timeout(IMPORT_MS)
  try {
    await unpack(path, folder, AbortSignal.any([signal, late]), freeBytes)
    // Opened as any other: what is damaged in it is named, a newer format is refused.
    openProjectFolder(folder, tools).takeId(id)
    const project = openProjectFolder(folder, tools)
    project.load()
    project.versions()
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    signal.throwIfAborted()
    if (late.aborted) throw refused(`it took longer than ${IMPORT_MS / 60_000} minutes`, error)
    const failure = describeProjectError(error, folder)
    if (failure instanceof AppError) throw withoutFolder(failure)
    throw refused(error instanceof Error ? error.message : String(error), error)
  }
}

/** A failure in words that do not name the folder, which is no longer there. */
function withoutFolder(failure: AppError): AppError {
  if (failure.code === 'project/newer')
    return new AppError(
      'project/newer',
      'This project file was written by a newer version of Griot. Update Griot, then import it again. Nothing was added.',
      failure,
    )
  const isDamaged = failure.code === 'project/damaged' || failure.code === 'project/missing'
  return isDamaged ? refused('its project.json is damaged or missing', failure) : failure
}

/**
 * Adds the project in the project file at `path` to those of a library: it is unpacked and tried elsewhere, and moves among them when
 * it is known to be good. Its folder is called after `fileName`. Throws what
 * `readProjectFile` throws.
 */
export async function addProjectFile(
  projects: Projects,
  { path, fileName }: { readonly path: string; readonly fileName: string },
  now: () => Date,
  signal: AbortSignal,
): Promise<ProjectSummary> {
  const id = projects.newId()
  const quarantine = join(projects.quarantine, id)
  await readProjectFile(path, quarantine, id, { now, randomName: projects.newId }, signal)
  const folder = projects.freeFolder(basename(fileName, extname(fileName)), id)
  try {
    moveOrDescribe(quarantine, folder)
  } finally {
    await rm(quarantine, { recursive: true, force: true })
  }
  return projects.openFolder(folder)
}

async function unpack(
  path: string,
  folder: string,
  signal: AbortSignal,
  freeBytes: (folder: string) => number | undefined,
): Promise<void> {
  if (!(await stat(path)).isFile()) throw refused('it is not a file')
  // Refuses names that lead out of the folder, and entries that are longer than they say.
  const zip = await openPromise(path, {
    ...{ strictFileNames: true, validateEntrySizes: true, autoClose: false },
  })
  try {
    const entries = await checkedEntries(zip, signal)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const sizeBytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    checkSpace(sizeBytes, freeBytes(folder))
    for (const entry of entries) {
      const target = join(folder, entry.fileName)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const bytes = await zip.openReadStreamPromise(entry)
      await pipeline(bytes, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal })
    }
  } finally {
    zip.close()
  }
}

/** What is in a project file, all of which was looked at before anything is unpacked. */
async function checkedEntries(zip: ZipFileReader, signal: AbortSignal): Promise<ZipEntry[]> {
  if (zip.entryCount > PROJECT_FILE_LIMITS.files) throw refused('it holds too many files')
  const entries: ZipEntry[] = []
  const seen = new Set<string>()
  let [room, versions] = [PROJECT_FILE_LIMITS.bytes as number, 0]
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted()
    const name = entry.fileName
    if (name.endsWith('/')) continue
    checkEntry(entry)
    // Some systems tell no capitals apart.
    if (seen.has(name.toLowerCase())) throw refused(`${JSON.stringify(name)} is in it twice`)
    seen.add(name.toLowerCase())
    room -= entry.uncompressedSize
    if (name.startsWith(VERSIONS_FOLDER)) versions++
    if (room < 0 || versions > 2 * VERSIONS_KEPT) throw refused('it is too large')
    entries.push(entry)
  }
  if (!seen.has(PROJECT_FILE)) throw refused('it holds no project.json')
  return entries
}

function checkSpace(sizeBytes: number, free: number | undefined): void {
  if (free === undefined || free >= sizeBytes + KEEP_FREE_BYTES) return
  throw new AppError(
    'storage/full',
    `This project file unpacks to ${formatSize(sizeBytes)}, and only ${formatSize(free)} of the disk are free. Nothing was added. Free some space, then import it again.`,
  )
}

/** The most that a text and a sound in a project may be compressed to; Griot stores takes as they are. */
const MOST_COMPRESSION = { text: 1_000, take: 20 } as const

function checkEntry({
  fileName,
  compressedSize,
  uncompressedSize,
  externalFileAttributes,
}: ZipEntry): void {
  const name = JSON.stringify(fileName.slice(0, 100))
  if (!PLAIN.test(fileName)) throw refused(`${name} does not belong into a project`)
  // The upper half has the mode of Unix (https://unix.stackexchange.com/a/14727); 0o120000 is a link.
  const kind = (externalFileAttributes >>> 16) & 0o170000
  if (kind !== 0 && kind !== 0o100000) throw refused(`${name} is not a plain file`)
  const most = MOST_COMPRESSION[fileName.startsWith(TAKES_FOLDER) ? 'take' : 'text']
  const isBomb = uncompressedSize > 1e6 && uncompressedSize > compressedSize * most
  if (isBomb || uncompressedSize > mostBytesOf(fileName))
    throw refused(`${name} unpacks to far more than a project holds`)
}

/** The largest size at which a file of this name is read in a project. */
function mostBytesOf(name: string): number {
  if (name === JOURNAL_FILE) return JOURNAL_MOST.bytes
  if (!name.startsWith(TAKES_FOLDER)) return FILE_LIMIT_BYTES
  return name.endsWith('.jsonl') ? INDEX_LIMIT_BYTES : SOUND_LIMIT_BYTES
}

function refused(why: string, cause?: unknown): AppError {
  return new AppError(
    'project/file',
    `This project file cannot be used: ${why}. Nothing was added. Choose a .griot file that Griot has exported.`,
    cause,
  )
}
