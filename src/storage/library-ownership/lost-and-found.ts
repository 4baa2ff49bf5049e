import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '#storage/durable-files.ts'

/** Folder for files that no row knows and nobody deleted. */
export const LOST_AND_FOUND = 'lost+found'
/** Retention time there, in milliseconds. */
export const LOST_MS = 30 * 24 * 60 * 60_000

const Note = z.looseObject({
  movedAt: z.iso.datetime(),
  /** Time at which a backup last brought it back. */
  restoredAt: z.iso.datetime().optional(),
})

/** Puts away what nobody knows: `lost+found/TIME-…/` holds a note and what was put away, by its path in the data folder. */
export interface LostAndFound {
  /** `path` lies in the data folder. What is gone already is none to put away. Throws file system errors. */
  put(path: string): void
}

/** One batch of what is put away now; its folder is made when something is. */
export function openLostAndFound(home: string, why: string, now: () => Date): LostAndFound {
  let batch: string | undefined
  const open = (): string => {
    const movedAt = now().toISOString()
    const name = `${movedAt.replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
    const folder = join(home, LOST_AND_FOUND, name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      // Before the first thing is moved: a crash leaves nothing without its note.
      writeDurably(noteOf(folder), JSON.stringify({ movedAt, why }))
    } catch (error) {
      // A full disk: the next try makes a folder of its own.
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
    return folder
  }
  return {
    put(path) {
      batch ??= open()
      moveAside(path, join(batch, relative(home, path)))
    },
  }
}

/**
 * Moves a file or folder, also to another disk: there it is whole before the first one is removed. Makes the folders
 * above `to`. What another program has moved meanwhile is let be. Throws file system errors, and then `from` is there.
 */
export function moveAside(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    renameSync(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || !existsSync(from)) return
    if (code !== 'EXDEV') throw error
    copyOver(from, to)
    rmSync(from, { recursive: true, force: true })
  }
}

function copyOver(from: string, to: string): void {
  const part = `${to}.part`
  try {
    cpSync(from, part, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    renameSync(part, to)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}

/**
 * Gives everything in `lost+found` thirty more days from `now`, after a backup has brought it back. Throws file
 * system errors.
 */
export function restartLostAndFound(home: string, now: Date): void {
  for (const batch of batchesOf(home)) {
    const note = noteIn(batch)
    const restoredAt = now.toISOString()
    if (note) writeDurably(noteOf(batch), JSON.stringify({ ...note, restoredAt }))
  }
}

/** Deletes what has lain in `lost+found` for thirty days. Throws file system errors. */
export function purgeLostAndFound(home: string, now: Date): void {
  for (const batch of batchesOf(home))
    if (now.getTime() - liesSince(batch) > LOST_MS) rmSync(batch, { recursive: true, force: true })
}

/** The folders in `lost+found`, the oldest first. Throws file system errors. */
export function batchesOf(home: string): readonly string[] {
  try {
    const folder = join(home, LOST_AND_FOUND)
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Start of a batch's retention in milliseconds since 1970; without a readable note, the folder's modification time. */
function liesSince(batch: string): number {
  const note = noteIn(batch)
  if (note) return Date.parse(note.restoredAt ?? note.movedAt)
  return statSync(batch, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
}

function noteIn(batch: string): z.infer<typeof Note> | undefined {
  try {
    return Note.parse(JSON.parse(readFileSync(noteOf(batch), 'utf8')))
  } catch {
    return undefined
  }
}

function noteOf(batch: string): string {
  return join(batch, 'note.json')
}
