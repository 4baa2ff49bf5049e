import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAccess } from '#app/access/create-access.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { accessHandlers } from './access.ts'

const folder = folderForTests('ቁልፍ ìṣẹ́')
const database = openDatabase(join(folder, 'library.db'))
const now = (): Date => new Date('2026-05-01T12:00:00Z')
const access = createAccess(database, {
  ...{ now, randomBytes, extraKeys: [], process: createLiveProcess(process.pid) },
  onBug: (error) => {
    throw error
  },
})
await access.makeFirst()
const handlers = accessHandlers(access, database.retryWhileBusy)
afterAll(async () => {
  await access.close()
  database.close()
})

test('the studio makes keys and guest tokens of its owner, lists them without the tokens, and revokes them', async () => {
  const key = await handlers['keys.create']({
    ...{ name: 'Rédíò', account: 'owner', scopes: ['speak'], days: 7 },
  })
  const guest = await handlers['guests.create']({ ttlSeconds: 60 })
  expect(await access.authenticate(key.token)).toMatchObject({ tokenName: 'Rédíò' })
  expect(await access.authenticate(guest.token)).toMatchObject({ account: 'owner', kind: 'guest' })
  const list = await handlers['keys.list']({})
  expect(list.map(({ name, kind }) => [name, kind])).toEqual([
    ['first key', 'key'],
    ['Rédíò', 'key'],
    ['guest', 'guest'],
  ])
  expect(JSON.stringify(list)).not.toContain(key.token)
  expect(JSON.stringify(list)).not.toContain('sha256')
  expect(await handlers['keys.revoke']({ id: guest.record.id })).toMatchObject({
    revokedAt: now().toISOString(),
  })
  await expect(access.authenticate(guest.token)).rejects.toThrow('was revoked')
  await expect(handlers['keys.revoke']({ id: 99 })).rejects.toThrow('no key with the number 99')
})

test('whether generated audio is kept is off until the owner says so', async () => {
  expect(await handlers['account.settings']({})).toEqual({ keepAudio: false })
  expect(await handlers['account.change']({ keepAudio: true })).toEqual({ keepAudio: true })
  expect(await handlers['account.settings']({})).toEqual({ keepAudio: true })
  expect((await access.accountOf('Àdùkẹ́')).keepAudio).toBe(false)
})
