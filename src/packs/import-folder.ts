import { constants } from 'node:fs'
import { copyFile, link, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { hashFile } from './hash-file.ts'
import { capOf, type Manifest, type PackFile } from './pack-entry.ts'

/** A file of a folder, with its path below that in "/". Links to files are followed, as hubs keep their copies so. */
interface Candidate {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** A file of a pack that was found somewhere. */
export interface FoundFile {
  readonly file: PackFile
  /** Its real path. */
  readonly from: string
  readonly bytes: number
}

const MAX_FILES = 20_000
const MAX_DEPTH = 12
const DAMAGED_WORDS = 'is not the file that the catalog names (its SHA-256 is another one)'

/** All files in a folder and below it. Throws AppError('pack/incomplete') where it is no folder that can be read. */
export async function filesIn(folder: string, signal: AbortSignal): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  const walk = async (at: string, depth: number): Promise<void> => {
    signal.throwIfAborted()
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (found.length >= MAX_FILES) return
      const path = join(at, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) await walk(path, depth + 1)
      const target = entry.isDirectory() ? undefined : await stat(path).catch(() => undefined)
      if (!target?.isFile()) continue
      const name = path.slice(folder.length + 1).replaceAll(sep, '/')
      found.push({ name, path, bytes: target.size })
    }
  }
  try {
    folder = await realpath(folder)
    await walk(folder, 0)
  } catch (error) {
    signal.throwIfAborted()
    throw new AppError(
      'pack/incomplete',
      `The folder ${folder} cannot be read (${String(error)}). Name the folder that holds the files of a pack.`,
      error,
    )
  }
  return found
}

/**
 * The files of a pack among those of a folder, found by their names anywhere in it, and compared with the SHA-256 that the
 * catalog knows. Throws AppError('pack/incomplete') with a list of what is missing or wrong, and the reason of `signal`.
 */
export async function findFiles(
  pack: Manifest,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = []
  const problems: string[] = []
  for (const file of pack.files) {
    const named = candidatesFor(file, candidates)
    const right = await firstRight(file, named, signal)
    if (right) found.push({ file, from: await realpath(right.path), bytes: right.bytes })
    else problems.push(problemWith(file, named))
  }
  if (problems.length === 0) return found
  throw new AppError(
    'pack/incomplete',
    `${pack.name} was not imported:\n${problems.map((line) => `- ${line}`).join('\n')}`,
  )
}

/** Whether every file of a pack is there by name and size; their bytes are not compared. */
export function looksComplete(pack: Manifest, candidates: readonly Candidate[]): boolean {
  return pack.files.every((file) =>
    candidatesFor(file, candidates).some(({ bytes }) => isSizeOf(file, bytes)),
  )
}

/** Those with the whole path of the file's name at their end come before those with its last part. */
function candidatesFor(file: PackFile, candidates: readonly Candidate[]): readonly Candidate[] {
  const whole = candidates.filter(({ name }) => `/${name}`.endsWith(`/${file.name}`))
  const last = candidates.filter(
    (candidate) => basename(candidate.name) === basename(file.name) && !whole.includes(candidate),
  )
  return [...whole, ...last]
}

function isSizeOf(file: PackFile, bytes: number): boolean {
  return file.bytes === null ? bytes > 0 && bytes <= capOf(file) : bytes === file.bytes
}

async function firstRight(
  file: PackFile,
  named: readonly Candidate[],
  signal: AbortSignal,
): Promise<Candidate | undefined> {
  for (const candidate of named) {
    if (!isSizeOf(file, candidate.bytes)) continue
    if (file.sha256 === null) return candidate
    const { sha256 } = await hashFile(await realpath(candidate.path), signal)
    if (sha256 === file.sha256) return candidate
  }
  return undefined
}

function problemWith(file: PackFile, [first]: readonly Candidate[]): string {
  if (!first) return `${file.name} is missing`
  const has = formatSize(first.bytes)
  if (isSizeOf(file, first.bytes)) return `${first.name} ${DAMAGED_WORDS}`
  return file.bytes === null
    ? `${first.name} has ${has}, and may have at most ${formatSize(capOf(file))}`
    : `${first.name} has ${first.bytes} bytes, and should have ${file.bytes}`
}

/**
 * Puts a found file at `to`: as a second name of the same bytes where the disk allows that, which takes no space, else as a
 * copy. Throws file system errors.
 */
export async function takeFile(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  try {
    await link(from, to)
  } catch {
    // Another disk, a file system without links, or somebody else's file.
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  }
}
