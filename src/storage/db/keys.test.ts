import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createAccounts } from './accounts.ts'
import { openDatabase } from './database.ts'
import { createKeyRows, type NewKey } from './keys.ts'
import { keysAndScript } from './migrations/0001-keys-and-script.ts'
import { pronunciations } from './migrations/0002-pronunciations.ts'

const folder = folderForTests('ቁልፍ ìṣẹ́')

let files = 0
const freshPath = (): string => join(folder, `${++files}.db`)
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const NOON = '2026-05-01T12:00:00.000Z'
const draft = (name: string, fields: Partial<NewKey> = {}): NewKey => ({
  kind: 'key',
  name,
  account: 'owner',
  scopes: ['speak'],
  start: 'griot_abcd',
  sha256: sha256(name),
  createdAt: NOON,
  expiresAt: undefined,
  ...fields,
})

test('keys of an older library go on as keys of the owner that may do everything', async () => {
  const path = freshPath()
  const old = openDatabase(path, [keysAndScript, pronunciations])
  const add = 'INSERT INTO keys (id, name, sha256, created_at) VALUES (?, ?, ?, ?)'
  old.run(add, 3, 'ìkíní', sha256('one'), NOON)
  old.run(add, 7, 'ሁለተኛ', sha256('two'), NOON)
  old.close()
  const database = openDatabase(path)
  const keys = createKeyRows(database)
  expect((await keys.list()).map(({ id, name }) => [id, name])).toEqual([
    [3, 'ìkíní'],
    [7, 'ሁለተኛ'],
  ])
  expect(await keys.byHash(sha256('two'))).toMatchObject({
    kind: 'key',
    account: 'owner',
    scopes: ['speak', 'voices', 'files', 'text', 'admin'],
    createdAt: NOON,
    start: undefined,
    expiresAt: undefined,
    revokedAt: undefined,
  })
  expect((await keys.add(draft('third'))).id).toBe(8)
  database.close()
})

test('the number of a token that is gone is never given to another', async () => {
  const database = openDatabase(freshPath())
  const keys = createKeyRows(database)
  const guest = await keys.add(draft('guest', { kind: 'guest', expiresAt: NOON }))
  await keys.purgeGuests('2026-05-01T12:00:00.001Z')
  expect(await keys.byId(guest.id)).toBeUndefined()
  expect((await keys.add(draft('next'))).id).toBeGreaterThan(guest.id)
  database.close()
})

test('purging takes expired guest tokens only: no key, and no guest that still works', async () => {
  const database = openDatabase(freshPath())
  const keys = createKeyRows(database)
  await keys.add(draft('old key', { expiresAt: '2026-04-01T00:00:00.000Z' }))
  await keys.add(draft('old guest', { kind: 'guest', expiresAt: '2026-04-01T00:00:00.000Z' }))
  await keys.add(draft('guest', { kind: 'guest', expiresAt: NOON }))
  await keys.purgeGuests(NOON)
  expect((await keys.list()).map(({ name }) => name)).toEqual(['old key', 'guest'])
  database.close()
})

test('the first revocation counts, and a use is never set back', async () => {
  const database = openDatabase(freshPath())
  const keys = createKeyRows(database)
  const { id } = await keys.add(draft('key'))
  await keys.revoke(id, NOON)
  await keys.revoke(id, '2026-05-02T12:00:00.000Z')
  await keys.used(new Map([[id, '2026-05-01T12:05:00.000Z']]))
  await keys.used(new Map([[id, NOON]]))
  expect(await keys.byId(id)).toMatchObject({
    revokedAt: NOON,
    lastUsedAt: '2026-05-01T12:05:00.000Z',
  })
  database.close()
})

test('a token belongs to an account that is there, and accounts are told apart by their exact name', async () => {
  const database = openDatabase(freshPath())
  const keys = createKeyRows(database)
  const accounts = createAccounts(database, () => new Date(NOON))
  await expect(async () => keys.add(draft('lost', { account: 'nobody' }))).rejects.toThrow(
    'FOREIGN KEY',
  )
  expect(await accounts.ensure('owner')).toEqual({
    name: 'owner',
    keepAudio: false,
    quotaBytes: 1_000_000_000,
  })
  await accounts.change('Àdùkẹ́', { keepAudio: true })
  expect((await accounts.ensure('Àdùkẹ́')).keepAudio).toBe(true)
  expect((await accounts.ensure('àdùkẹ́')).keepAudio).toBe(false)
  expect((await accounts.ensure("'; DROP TABLE accounts; --")).quotaBytes).toBe(1_000_000_000)
  expect((await keys.add(draft('hers', { account: 'Àdùkẹ́' }))).account).toBe('Àdùkẹ́')
  database.close()
})
