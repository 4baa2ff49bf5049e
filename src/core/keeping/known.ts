import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#core/library/database.ts'
import { createFileRows } from '#core/library/files.ts'
import { createStoredVoices } from '#core/library/voices.ts'
import { MARKER } from './marker.ts'
import type { KEPT_FOLDERS } from './standing.ts'

/** What is being made or taken in belongs to no library yet. */
const UNFINISHED = /\.part$|^making-/

/**
 * Whether the library knows everything that lies whole in one of its folders: so does the library of an older Griot,
 * which has marked none. Throws what the disk says, AppError('storage/failed') and ('storage/busy').
 */
export function knowsAll(
  home: string,
  database: Database,
): (folder: (typeof KEPT_FOLDERS)[number]) => boolean {
  const files = createFileRows(database)
  const voices = createStoredVoices(database)
  const entries = (folder: string, recursive: boolean) =>
    entriesOf(join(home, folder), recursive).filter(
      ({ name }) => !UNFINISHED.test(name) && !name.startsWith(MARKER),
    )
  return (folder) => {
    if (folder === 'voices')
      return entries(folder, false).every(({ name }) => voices.record(name) !== undefined)
    return entries(folder, true)
      .filter((entry) => entry.isFile())
      .every(({ name }) => files.find(name.replace(/\.json$/, '')) !== undefined)
  }
}

function entriesOf(folder: string, recursive: boolean) {
  try {
    return readdirSync(folder, { recursive, withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
