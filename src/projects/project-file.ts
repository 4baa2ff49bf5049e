import { createWriteStream, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry as ZipEntry } from 'yauzl'
import { ZipFile } from 'yazl'
import { AppError } from '#shared/errors.ts'
import type { ProjectSummary } from '#shared/projects.ts'
import { describeProjectError } from './disk.ts'
import { JOURNAL_FILE, PROJECT_FILE } from './project-body.ts'
import {
  openProjectFolder,
  type ProjectFolder,
  type ProjectTools,
  TAKES_FOLDER,
} from './project-folder.ts'
import type { Projects } from './registry.ts'
import { VERSIONS_FOLDER } from './versions.ts'

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
 * AppError('project/file') for a file that is damaged, hostile or no project, and nothing is left then.
 */
export async function readProjectFile(
  path: string,
  folder: string,
  id: string,
  tools: ProjectTools,
  signal: AbortSignal,
): Promise<void> {
  try {
    await unpack(path, folder, signal)
    // Opened as any other: what is damaged in it is named, a newer format is refused.
    openProjectFolder(folder, tools).takeId(id)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    signal.throwIfAborted()
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
 * Adds the project in the project file at `path` to those of a library. Its folder is called after `fileName`. Throws what
 * `readProjectFile` throws.
 */
export async function addProjectFile(
  projects: Projects,
  { path, fileName }: { readonly path: string; readonly fileName: string },
  now: () => Date,
  signal: AbortSignal,
): Promise<ProjectSummary> {
  const id = projects.newId()
  const folder = projects.freeFolder(basename(fileName, extname(fileName)), id)
  await readProjectFile(path, folder, id, { now, randomName: projects.newId }, signal)
  return projects.openFolder(folder)
}

async function unpack(path: string, folder: string, signal: AbortSignal): Promise<void> {
  // Refuses names that lead out of the folder, and entries that are longer than they say.
  const zip = await openPromise(path, { strictFileNames: true, validateEntrySizes: true })
  let room: number = PROJECT_FILE_LIMITS.bytes
  const seen = new Set<string>()
  try {
    if (zip.entryCount > PROJECT_FILE_LIMITS.files) throw refused('it holds too many files')
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      const name = entry.fileName
      if (name.endsWith('/')) continue
      checkEntry(entry)
      // Some systems tell no capitals apart.
      if (seen.has(name.toLowerCase())) throw refused(`${JSON.stringify(name)} is in it twice`)
      seen.add(name.toLowerCase())
      room -= entry.uncompressedSize
      if (room < 0) throw refused('it is too large')
      await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      const bytes = await zip.openReadStreamPromise(entry)
      await pipeline(bytes, createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }), {
        signal,
      })
    }
  } finally {
    zip.close()
  }
  if (!seen.has(PROJECT_FILE)) throw refused('it holds no project.json')
}

/** The most that a text in a project may be compressed to; takes are stored as they are. */
const MOST_COMPRESSION = 1_000

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
  if (uncompressedSize > 1e6 && uncompressedSize > compressedSize * MOST_COMPRESSION)
    throw refused(`${name} unpacks to far more than a project holds`)
}

function refused(why: string, cause?: unknown): AppError {
  return new AppError(
    'project/file',
    `This project file cannot be used: ${why}. Nothing was added. Choose a .griot file that Griot has exported.`,
    cause,
  )
}
