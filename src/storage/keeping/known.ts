import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#storage/db/database.ts'
import { createFileRows } from '#storage/db/files.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import type { KEPT_FOLDERS } from './ownership.ts'

/** The names that files and voices have; whatever else lies there was put there by another program. */
const FILE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const VOICE = /^voice_/

/**
 * Whether the library knows everything that lies whole in one of its folders: so does the library of an older Griot,
 * which has marked none. Throws what the disk says, AppError('storage/failed') and ('storage/busy').
 */
export function knowsEveryFile(
  home: string,
  database: Database,
): (folder: (typeof KEPT_FOLDERS)[number]) => boolean {
  const files = createFileRows(database)
  const voices = createStoredVoices(database)
  const names = (folder: string, ours: RegExp): readonly string[] =>
    entriesOf(join(home, folder))
      .map(({ name }) => name)
      .filter((name) => ours.test(name))
  return (folder) =>
    folder === 'voices'
      ? names(folder, VOICE).every((id) => voices.record(id) !== undefined)
      : names(folder, FILE).every((id) => files.find(id) !== undefined)
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
