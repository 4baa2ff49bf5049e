import { randomBytes } from 'node:crypto'
import { type Browsers, createBrowsers } from '#storage/db/browsers.ts'
import type { Database } from '#storage/db/database.ts'
import { createLinks, type Links } from '#storage/db/links.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { openShared } from '#storage/open-shared.ts'

/** Who is signed in to the studio in a browser, and the links by which one signs in. */
export interface SignInStore {
  readonly browsers: Browsers
  readonly links: Links
}

/** Those of an open library, as this program knows them. */
export function openSignInStore(database: Database, now: () => Date): SignInStore {
  const thisProcess = createLiveProcess(process.pid)
  return {
    browsers: createBrowsers(database, now, thisProcess),
    links: createLinks(database, thisProcess, { now, randomBytes }),
  }
}

/** Those of a data folder, to manage them beside a server that may be running; `close` when done. Throws AppError. */
export function openSignInStoreAt(home: string): SignInStore & { close(): void } {
  const { database, close } = openShared(home)
  return { ...openSignInStore(database, () => new Date()), close }
}
