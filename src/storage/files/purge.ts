import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRows } from '#storage/db/files.ts'
import type { LostAndFound } from '#storage/library-ownership/lost-and-found.ts'
import type { Orphans } from '#storage/library-ownership/orphans.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import { metadataOf, readFileMetadata, writeFileMetadata } from './file-metadata.ts'
import { discard, pathsOf } from './folders.ts'

/** An upload that has brought nothing for so long is dead, whatever became of its process. */
const SILENT_MS = 60 * 60_000

/**
 * Removes what uploads left behind that ended with their process, and files that were deleted half-way. Uploads of other
 * processes that are at work stay. A file that no row knows, although nobody deleted it, goes to `lost+found`, or stays
 * where the library is not the one that the folder belongs to. `orphans`: undefined for a library that lies beside no folder.
 */
export async function purgeFiles(
  rows: FileRows,
  folder: string,
  process: LiveProcess,
  now: () => Date,
  orphans: Orphans | undefined,
): Promise<void> {
  for (const file of await rows.unfinished()) {
    const { part, whole } = pathsOf(folder, file)
    // Whole just before its row is.
    const there = (await statOf(part)) ?? (await statOf(whole))
    const wrote = there?.mtime ?? new Date(file.createdAt)
    if (process.isAlive(file.process) && now().getTime() - wrote.getTime() < SILENT_MS) continue
    await rows.retryWhileBusy(() => rows.abandon(file.id))
    await rm(part, { force: true })
  }
  await finishDeletions(rows, folder)
  const lost = orphans?.open()
  if (orphans && lost) await purgeUnknown(rows, folder, orphans, lost)
}

async function finishDeletions(
  { deletions, retryWhileBusy }: FileRows,
  folder: string,
): Promise<void> {
  const deleted = await deletions.list()
  for (const file of deleted) {
    const { whole, part, about } = pathsOf(folder, file)
    for (const path of [whole, part, about]) await rm(path, { force: true })
  }
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
    const [, id = '', end = ''] = /^(.*?)((?:\.json)?(?:\.part)?)$/.exec(name) ?? []
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

const statOf = (path: string) => stat(path).catch(unlessMissing)

async function filesIn(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)
  // The marker, and what a file browser leaves behind.
  return (found ?? []).filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
