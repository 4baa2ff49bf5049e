import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLinks } from '#storage/db/links.ts'
import type { Value } from '#storage/db/steps.ts'
import { openShared } from '#storage/open-shared.ts'

/** What a running host holds open in its data folder. */
const HELD = /^(library\.db(-wal|-shm)?|in-use\.lock|reserve\.bin|compiled)$/
const PROJECTS = 'projects'

/** The data folder of a running host, as the host's first start left it. */
export interface FirstState {
  /**
   * Brings the data folder back to the first start: no browser is signed in, nothing was made or set, and whoever opens the
   * studio next finds the script that a new person finds, in a project that this host has not seen yet.
   */
  restore(): void
  /** Resolves with a new link to the studio. */
  newLink(): Promise<string>
  close(): void
}

/** Remembers the data folder of a host that was started a moment ago. */
export function rememberFirstState(home: string): FirstState {
  const { database, close } = openShared(home)
  const running = { mark: 'journeys', isAlive: () => true }
  const links = createLinks(database, running, { now: () => new Date(), randomBytes })
  const rows = new Map(
    database
      .all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .map((table) => String(Object(table).name))
      .map((name) => [name, database.all(`SELECT * FROM "${name}"`)]),
  )
  const folders = foldersIn(home)

  const restoreRows = (): void => {
    database.run('PRAGMA defer_foreign_keys = ON')
    // Twice: triggers write down what is deleted.
    for (const name of [...rows.keys(), ...rows.keys()]) database.run(`DELETE FROM "${name}"`)
    for (const [name, stored] of rows)
      for (const row of stored) {
        // SQLite gives nothing else.
        const values = Object.values(Object(row)) as Value[]
        const places = values.map(() => '?').join(', ')
        database.run(`INSERT INTO "${name}" VALUES (${places})`, ...values)
      }
    // As before the host made the first project; it knows that one from memory, and so the next one has another id.
    database.run('DELETE FROM projects')
    database.run('UPDATE project_state SET last_opened = NULL, script_moved = 0')
    database.run('UPDATE script_head SET uid = ?', randomBytes(16).toString('hex'))
  }
  const restoreFolders = (): void => {
    for (const [folder, names] of foldersIn(home)) {
      const kept = folders.get(folder)
      for (const name of names)
        if (folder === PROJECTS || !kept?.includes(name))
          // A program that was asked to stop may still write there.
          rmSync(join(home, folder, name), { recursive: true, force: true, maxRetries: 10 })
    }
  }
  return {
    restore() {
      restoreFolders()
      database.transaction(restoreRows)
    },
    async newLink() {
      const [studio] = await links.studios()
      if (!studio) throw new Error(`no studio is served from ${home}`)
      return `${studio.url}/#token=${await links.offerFor(studio)}`
    },
    close,
  }
}

/** The names in the data folder itself ('') and in each of its folders, less what a running host holds open. */
function foldersIn(home: string): ReadonlyMap<string, readonly string[]> {
  const entries = readdirSync(home, { withFileTypes: true }).filter(({ name }) => !HELD.test(name))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return new Map([
    ['', entries.map(({ name }) => name)],
    ...folders.map((name) => [name, readdirSync(join(home, name))] as const),
  ])
}
