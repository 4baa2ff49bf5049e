import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workFolderOf } from '#provenance/open-provenance.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createStorage } from './storage.ts'

let home: string
let database: Database
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'griot ìgbálẹ̀ '))
  database = openDatabase(join(home, 'library.db'))
})
afterEach(() => {
  database.close()
  rmSync(home, { recursive: true })
})

const HOUR_MS = 60 * 60_000
/** Makes a file as signing or verifying leaves it, begun and last written so many hours ago. */
function working(name: string, begun: number, written: number): void {
  const folder = join(workFolderOf(home), name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'file'), 'RIFF')
  const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS)
  utimesSync(join(folder, 'file'), ago(written), ago(written))
  utimesSync(folder, ago(begun), ago(begun))
}

test('of files that were being signed or checked, those that nobody works on any more are removed at the start', async () => {
  working('check-of a killed program', 3, 2)
  working('copy-of a killed program', 30, 29)
  working('copy-of a long answer', 3, 0.5)
  working('check-just begun', 0, 0)
  mkdirSync(join(workFolderOf(home), 'check-without a byte'))
  const onBug = (error: unknown): never => {
    throw error
  }
  const rules = { now: () => new Date(), quotaOf: () => 1_000 }
  const storage = createStorage(database, { home, linkSecret: randomBytes(32), onBug, ...rules })
  await storage.purge()
  await storage.close()
  expect(readdirSync(workFolderOf(home)).sort()).toEqual([
    'check-just begun',
    'check-without a byte',
    'copy-of a long answer',
  ])
})
