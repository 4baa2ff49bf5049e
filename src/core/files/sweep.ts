import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRows } from '#core/library/files.ts'
import type { LiveProcess } from '#core/live-process.ts'
import { placeOf } from './folders.ts'

/** An upload that has brought nothing for so long is dead, whatever became of its process. */
const SILENT_MS = 60 * 60_000

/**
 * Removes what uploads left behind that ended with their process: rows without their whole file, and files without
 * their row. Uploads of other processes that are at work stay.
 */
export async function sweepFiles(
  rows: FileRows,
  folder: string,
  process: LiveProcess,
  now: () => Date,
): Promise<void> {
  for (const file of rows.unfinished()) {
    const { part, whole } = placeOf(folder, file)
    // Whole just before its row is.
    const there = (await statOf(part)) ?? (await statOf(whole))
    const wrote = there?.mtime ?? new Date(file.createdAt)
    if (process.isAlive(file.process) && now().getTime() - wrote.getTime() < SILENT_MS) continue
    await rows.untilFree(() => rows.remove(file.id))
    await rm(part, { force: true })
  }
  // Looked at before the rows: a row is there before its file.
  for (const path of await filesIn(folder)) {
    const id = path.name.replace(/\.part$/, '')
    if (!rows.find(id)) await rm(join(path.parentPath, path.name), { force: true })
  }
}

const statOf = (path: string) => stat(path).catch(unlessMissing)

async function filesIn(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)
  return (found ?? []).filter((entry) => entry.isFile())
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
