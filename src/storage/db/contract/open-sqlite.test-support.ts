import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type Database, openDatabase } from '#storage/db/database.ts'
import type { RowDatabase } from '#storage/db/steps.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

/** Opens an empty SQLite database for each call; each is closed after its test. */
export function sqliteForTests(): () => Promise<RowDatabase> {
  const folder = folderForTests('griot àkójọ')
  const opened: Database[] = []
  afterEach(() => {
    for (const database of opened.splice(0)) database.close()
  })
  let count = 0
  return async () => {
    const database = openDatabase(join(folder, `${++count}.db`))
    opened.push(database)
    return database
  }
}
