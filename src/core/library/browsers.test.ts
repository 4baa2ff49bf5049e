import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#core/folder.test-support.ts'
import { createBrowsers } from './browsers.ts'
import { openDatabase } from './database.ts'

const folder = folderForTests('አሳሽ ìlú')
const HOUR_MS = 60 * 60_000

test('a browser is known to the next start for a day after it was last there, and no other is', () => {
  let hours = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1) + hours * HOUR_MS)
  const path = join(folder, 'browsers.db')
  const first = openDatabase(path)
  createBrowsers(first, now).seen('hers')
  hours = 20
  createBrowsers(first, now).seen('hers')
  first.close()

  const database = openDatabase(path)
  const browsers = createBrowsers(database, now)
  hours = 43
  expect([browsers.knows('hers'), browsers.knows('his')]).toEqual([true, false])
  hours = 44
  expect(browsers.knows('hers')).toBe(false)
  browsers.seen('his')
  expect(database.all('SELECT hash FROM browsers')).toEqual([{ hash: 'his' }])
  database.close()
})
