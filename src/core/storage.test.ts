import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './library/database.ts'
import { createStorage } from './storage.ts'

test.each(['files', 'answers'])(
  'a data folder in which %s is no folder is told in words when the program starts',
  async (name) => {
    const home = mkdtempSync(join(tmpdir(), 'griot àpótí '))
    writeFileSync(join(home, name), 'in the way')
    const database = openDatabase(join(home, 'library.db'))
    const onBug = (error: unknown): never => {
      throw error
    }
    const rules = { now: () => new Date(), quotaOf: () => 1_000 }
    const storage = createStorage(database, { home, randomBytes, onBug, ...rules })
    await expect(storage.sweep()).rejects.toMatchObject({
      code: 'storage/failed',
      message: expect.stringContaining(home),
    })
    await storage.close()
    database.close()
    rmSync(home, { recursive: true })
  },
)
