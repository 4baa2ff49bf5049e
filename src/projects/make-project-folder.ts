import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Entry } from '#shared/script-changes.ts'
import { syncFolderNow, writeDurably } from '#storage/durable-files.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { guarded } from './disk.ts'
import { openJournal } from './journal.ts'
import { type ProjectBody, writeProjectBody } from './migrations.ts'
import { JOURNAL_FILE, PROJECT_FILE } from './project-body.ts'
import { type ProjectTools, TAKES_FOLDER } from './project-folder.ts'

/**
 * Makes a project in the folder `path`, which must not hold one. It is on the disk when this returns. Throws AppError as
 * `ProjectFolder` does.
 */
export function makeProjectFolder(
  path: string,
  project: Omit<ProjectBody, 'changedAt'> & { readonly entries?: readonly Entry[] },
  { now, randomName }: ProjectTools,
): void {
  const isNew = !existsSync(path)
  const make = (): void => {
    makeFolder(path)
    if (existsSync(join(path, PROJECT_FILE)))
      throw new AppError(
        'request/invalid',
        `${path} holds a project already. Choose another folder.`,
      )
    const at = now().toISOString()
    const { entries = [], ...body } = project
    const journal = openJournal(join(path, JOURNAL_FILE))
    const after = (entries[0]?.revision ?? body.revision + 1) - 1
    journal.replace({
      after,
      entries: entries.map((entry) => ({ ...entry, at })),
      key: randomName(),
    })
    makeFolder(join(path, TAKES_FOLDER))
    // Written last: a folder without it is no project.
    writeDurably(join(path, PROJECT_FILE), writeProjectBody({ ...body, changedAt: at }))
    syncFolderNow(join(path, '..'))
  }
  guarded(path, () => {
    try {
      make()
    } catch (error) {
      // Of a project that cannot be made, as on a full disk, nothing is left.
      if (isNew) rmSync(path, { recursive: true, force: true })
      throw error
    }
  })
}
