import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '#storage/blobs/blobs.ts'
import type { FileRows, Unfinished } from '#storage/db/files.ts'
import type { LostAndFound } from '#storage/library-ownership/lost-and-found.ts'
import type { Orphans } from '#storage/library-ownership/orphans.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import { metadataOf, readFileMetadata, writeFileMetadata } from './file-metadata.ts'
import { discard } from './folders.ts'
import { FILES_PREFIX, keysOf } from './keys.ts'

/** An upload that has brought nothing for so long is dead, whatever became of its process. */
const SILENT_MS = 60 * 60_000

/** What a purge of files looks at. */
export interface FilesToPurge {
  readonly rows: FileRows
  readonly blobs: Blobs
  readonly process: LiveProcess
  /** Whether this process is taking in an upload; left out: it may be any that is its own. */
  readonly isArriving?: ((id: string) => boolean) | undefined
  readonly now: () => Date
  /** The data folder with the files, where they lie beside the library; undefined where they lie elsewhere. */
  readonly beside?: { readonly home: string; readonly orphans: Orphans } | undefined
}

/**
 * Removes what uploads left behind that ended with their process, and files that were deleted half-way. Uploads of other
 * processes that are at work stay. A file beside the library that no row knows, although nobody deleted it, goes to `lost+found`, or
 * stays where the library is not the one that the folder belongs to. Of files elsewhere, only those go that the library knows.
 */
export async function purgeFiles({
  rows,
  blobs,
  process,
  isArriving,
  now,
  beside,
}: FilesToPurge): Promise<void> {
  for (const file of await rows.unfinished()) {
    const keys = keysOf(file)
    if (await isArrivingStill(file, { blobs, process, isArriving, now })) continue
    await rows.retryWhileBusy(() => rows.abandon(file.id))
    await discardUnfinished(blobs, keys.whole, (key) => key === keys.whole)
    if (beside) await blobs.remove(`${keys.whole}.part`)
    // Nobody was told that it is stored, unless it has just become a file.
    else if (!(await rows.find(file.id))) await removeBoth(blobs, keys)
  }
  await finishDeletions(rows, blobs)
  const lost = beside?.orphans.open()
  if (beside && lost) await purgeUnknown(rows, join(beside.home, 'files'), beside.orphans, lost)
}

/** Whether somebody may still be at work on an upload. */
async function isArrivingStill(
  file: Unfinished,
  {
    blobs,
    process,
    isArriving = () => true,
    now,
  }: Pick<FilesToPurge, 'blobs' | 'process' | 'isArriving' | 'now'>,
): Promise<boolean> {
  // One of this process that nobody works on is one whose row could not be removed.
  if (file.process === process.mark && !isArriving(file.id)) return false
  if (!process.isAlive(file.process)) return false
  const isSilent = (since: Date): boolean => now().getTime() - since.getTime() >= SILENT_MS
  const begun = new Date(file.createdAt)
  // While its process works, what the upload last brought counts.
  return !isSilent(begun) || !isSilent((await lastWrite(blobs, keysOf(file).whole)) ?? begun)
}

/** When an upload last brought something; undefined where nothing of it is there. */
async function lastWrite(blobs: Blobs, key: string): Promise<Date | undefined> {
  for await (const part of blobs.unfinished(key)) if (part.key === key) return part.modified
  // Whole just before its row is.
  return (await blobs.head(key))?.modified
}

async function discardUnfinished(
  blobs: Blobs,
  prefix: string,
  which: (key: string) => boolean,
): Promise<void> {
  for await (const part of blobs.unfinished(prefix)) if (which(part.key)) await part.discard()
}

async function removeBoth(
  blobs: Blobs,
  { whole, about }: { readonly whole: string; readonly about: string },
): Promise<void> {
  await blobs.remove(whole)
  await blobs.remove(about)
}

async function finishDeletions(
  { deletions, retryWhileBusy }: FileRows,
  blobs: Blobs,
): Promise<void> {
  const deleted = await deletions.list()
  if (deleted.length === 0) return
  const keys = new Set<string>()
  for (const file of deleted) {
    const both = keysOf(file)
    await removeBoth(blobs, both)
    keys.add(both.whole).add(both.about)
  }
  await discardUnfinished(blobs, FILES_PREFIX, (key) => keys.has(key))
  await retryWhileBusy(() => deletions.done(deleted))
}

async function purgeUnknown(
  rows: FileRows,
  folder: string,
  orphans: Orphans,
  lost: LostAndFound,
): Promise<void> {
  // Looked at before the rows: a row is there before its file.
  const found = await filesIn(folder)
  const paths = new Set(found.map(({ parentPath, name }) => join(parentPath, name)))
  const identity = await rows.identity()
  for (const { parentPath, name } of found) {
    const path = join(parentPath, name)
    const [, id = '', end = ''] =
      /^(.*?)((?:\.json)?(?:(?:\.[\da-f]{16})?\.part)?)$/.exec(name) ?? []
    const row = await rows.find(id)
    if (row) {
      const about = end === '' && !paths.has(`${path}.json`) && metadataOf(identity, row)
      // Of a file that an older Griot has taken in.
      if (about) await writeFileMetadata(`${path}.json`, about)
    } else if (end === '') await putAway(path, identity, orphans, lost)
    else if (end.endsWith('.part') || !paths.has(join(parentPath, id))) await discard(path)
  }
}

/** A file that came after the last one that this library knows belongs to a newer state of it. */
async function putAway(
  path: string,
  identity: string,
  orphans: Orphans,
  lost: LostAndFound,
): Promise<void> {
  const about = await readFileMetadata(`${path}.json`)
  if (about && (about.identity !== identity || about.sequence > orphans.lastFileSequence())) return
  lost.put(path)
  if (about) lost.put(`${path}.json`)
}

async function filesIn(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)
  // The marker, and what a file browser leaves behind.
  return (found ?? []).filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
