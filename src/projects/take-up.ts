import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { lockFolder } from '#storage/db/folder-lock.ts'
import { writeDurably } from '#storage/durable-files.ts'
import { moveAside } from '#storage/library-ownership/lost-and-found.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { readPlain } from '#storage/plain-files.ts'

/** Folder in the data folder for what lay among the projects and could not be read. */
export const UNREADABLE_FOLDER = 'projects-set-aside'
/** Names the folder that is being opened: if it is still there at the next start, that folder has ended the program. */
const MARK_FILE = '.opening'
const MARK_LIMIT_BYTES = 10_000

/**
 * Opens the folders at `paths`, which lie among the projects of `home`, one after the other. One that cannot be read, or during
 * whose opening the program ended, is moved to `UNREADABLE_FOLDER` and not opened again. Answers what a person should know, in words. Where
 * another program does the same at this moment, nothing is done. Throws file system errors and SQLite errors.
 */
export function takeUpFolders(
  home: string,
  paths: readonly string[],
  open: (path: string) => void,
): readonly string[] {
  if (paths.length === 0) return []
  const aside = join(home, UNREADABLE_FOLDER)
  makeFolder(aside)
  const lock = lockFolder(join(aside, '.lock'), 'alone')
  if (!lock) return []
  const mark = join(aside, MARK_FILE)
  try {
    const fatal = readPlain(mark, MARK_LIMIT_BYTES)?.toString('utf8')
    return paths.flatMap((path) => {
      if (basename(path) === fatal) return putAside(path, aside, mark, ENDED)
      writeDurably(mark, basename(path))
      try {
        open(path)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        // Whatever else fails, such as a full disk or a newer format, may be well at the next start.
        if (!(error instanceof AppError) || error.code === 'project/damaged')
          return putAside(path, aside, mark, why)
        rmSync(mark, { force: true })
        return error.code === 'storage/busy' ? [] : [why]
      }
      rmSync(mark, { force: true })
      return []
    })
  } finally {
    lock.release()
  }
}

const ENDED = 'Griot ended while this folder was opened.'

/** Moves a folder aside. Where that fails, the mark stays if there is one for it. */
function putAside(path: string, aside: string, mark: string, why: string): readonly string[] {
  const name = basename(path)
  let free = join(aside, name)
  for (let i = 2; existsSync(free); i++) free = join(aside, `${name}-${i}`)
  try {
    moveAside(path, free)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [`The folder ${path} cannot be read as a project, nor moved away (${reason}). ${why}`]
  }
  rmSync(mark, { force: true })
  return [
    `The folder ${name} among the projects could not be read, so it was moved to ${free}. Griot does not open it again by itself; nothing in it was changed. The reason: ${why}`,
  ]
}
