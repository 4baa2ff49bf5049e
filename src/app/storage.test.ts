import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createFileRows } from '#storage/db/files.ts'
import { createStorage, type Storage } from './storage.ts'

let home: string
let database: Database
let storage: Storage
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'griot àpótí '))
  database = openDatabase(join(home, 'library.db'))
})
afterEach(async () => {
  await storage.close()
  database.close()
  rmSync(home, { recursive: true })
})

function open(purgeEveryMs?: number): Storage {
  const onBug = (error: unknown): never => {
    throw error
  }
  const rules = { now: () => new Date(), quotaOf: () => 1_000 }
  const often = purgeEveryMs === undefined ? {} : { purgeEveryMs }
  return createStorage(database, { home, linkSecret: randomBytes(32), onBug, ...rules, ...often })
}

test('what a killed process left is cleared up while another one goes on', async () => {
  const createdAt = new Date().toISOString()
  const file = { id: randomUUID(), account: 'owner', originalName: 'orin.mp3', createdAt }
  // No system has that many processes.
  await createFileRows(database).add({ ...file, uploadedBy: undefined }, `${2 ** 31 - 1} dead`)
  storage = open(5)
  expect((await storage.files.get('owner', file.id)).content).toBeUndefined()
  await expect.poll(async () => (await storage.files.list('owner', { limit: 1 })).files).toEqual([])
})

test.each(['files', 'answers'])(
  'a data folder in which %s is no folder is told in words when the program starts',
  async (name) => {
    writeFileSync(join(home, name), 'in the way')
    storage = open()
    await expect(storage.purge()).rejects.toMatchObject({
      code: 'storage/failed',
      message: expect.stringContaining(home),
    })
  },
)
