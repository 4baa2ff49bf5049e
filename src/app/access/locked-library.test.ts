import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SCOPES } from '#shared/access.ts'
import { openDatabase } from '#storage/db/database.ts'
import { lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createAccess } from './create-access.ts'

const folder = folderForTests('ቁልፍ ìṣẹ́')

test('a key or guest token of a new account is made whole or not at all, and a library that was locked is waited for again', async () => {
  const path = join(folder, 'library.db')
  const database = openDatabase(path)
  onTestFinished(database.close)
  const now = (): Date => new Date('2026-05-01T12:00:00Z')
  const access = createAccess(database, {
    ...{ now, randomBytes, extraKeys: [], process: createLiveProcess(process.pid) },
    onBug: (error) => expect.unreachable(String(error)),
  })
  database.limitLockWait()
  const waited = () => database.all('PRAGMA busy_timeout')
  for (const make of [
    async () => access.keys.create({ name: 'Rédíò', account: 'Àdá', scopes: [...SCOPES] }),
    async () => access.guests.create('Bọ́lá', 60),
  ]) {
    const lock = lockLibraryHere(path)
    await expect(make).rejects.toThrow(expect.objectContaining({ code: 'storage/busy' }))
    lock.release()
    await make()
    expect(waited()).toEqual([{ timeout: 50 }])
  }
  database.run("CREATE TRIGGER no_more BEFORE INSERT ON keys BEGIN SELECT raise(ABORT, 'no'); END")
  await expect(async () => access.guests.create('Kúnlé', 60)).rejects.toThrow('no')
  expect((await access.listAccounts()).map(({ name }) => name)).not.toContain('Kúnlé')
})
