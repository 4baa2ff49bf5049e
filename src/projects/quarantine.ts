import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#storage/files/folders.ts'

/** Folder in the data folder in which project files are unpacked and tried before they are projects. */
export const QUARANTINE_FOLDER = 'project-imports'
/** The longest time that one project file may take, in milliseconds. */
export const IMPORT_MS = 30 * 60_000

/** Removes what programs that ended during an import have left. Throws file system errors. */
export function purgeQuarantine(home: string, now: Date): void {
  const folder = join(home, QUARANTINE_FOLDER)
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found && now.getTime() - found.mtimeMs > 2 * IMPORT_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
