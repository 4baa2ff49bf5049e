import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { checkPlain, checkPlainFolder } from '#storage/plain-files.ts'
import { FILE_LIMIT_BYTES, SET_ASIDE } from './disk.ts'
import { type ProjectBody, writeProjectBody } from './migrations.ts'
import { VERSIONS_FOLDER } from './versions.ts'

/** Name of the file in a project on which a program that writes holds a lock. */
export const LOCK_FILE = '.lock'

/**
 * Throws AppError('project/damaged') where a link or something else stands for a folder or the lock of the project at `path`.
 * `takes`: name of the folder of its takes.
 */
export function checkPlaces(path: string, takes: string): void {
  for (const name of [takes, VERSIONS_FOLDER, SET_ASIDE]) checkPlainFolder(join(path, name))
  const lock = join(path, LOCK_FILE)
  const found = lstatSync(lock, { throwIfNoEntry: false })
  if (found) checkPlain(found, lock)
}

/** Throws AppError('request/invalid') for a script whose project.json would be too large to be read again. */
export function checkText(body: ProjectBody): void {
  const { lines, conflicts = [] } = body.script
  let most = 600 * lines.length
  for (const { text, comment = '', original, doubts } of lines) {
    const { text: from = '', translated = '', made = '' } = original ?? {}
    // Each character takes six bytes at most.
    most += 6 * (text.length + comment.length + from.length + translated.length + made.length)
    if (doubts) most += 6 * JSON.stringify(doubts).length
  }
  const isSmall = most <= FILE_LIMIT_BYTES && conflicts.length === 0
  if (isSmall || Buffer.byteLength(writeProjectBody(body)) <= FILE_LIMIT_BYTES) return
  throw new AppError(
    'request/invalid',
    'The script has more text than a project can hold. Delete some lines, or divide it into two projects; then these will be saved.',
  )
}
