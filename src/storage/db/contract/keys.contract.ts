import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ensureAccount } from '#storage/db/accounts.ts'
import {
  addKey,
  createKeyRows,
  findKey,
  hasKeys,
  listKeys,
  type NewKey,
  purgeGuestKeys,
  removeKey,
  revokeKey,
} from '#storage/db/keys.ts'
import { type RowDatabase, transaction } from '#storage/db/steps.ts'

const NOON = '2026-05-01T12:00:00.000Z'
const LATER = '2026-05-01T12:05:00.000Z'
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const draft = (name: string, fields: Partial<NewKey> = {}): NewKey => ({
  ...{ kind: 'key', name, account: 'owner', scopes: ['speak', 'text'], start: 'griot_abcd' },
  ...{ sha256: sha256(name), createdAt: NOON, expiresAt: undefined },
  ...fields,
})

/** A database in which the owner has an account. */
async function withOwner(open: () => Promise<RowDatabase>): Promise<RowDatabase> {
  const database = await open()
  await database.perform(() => ensureAccount('owner', () => new Date(NOON)))
  return database
}

/** What every store of keys does, over databases that `open` opens empty. */
export function keysContract(open: () => Promise<RowDatabase>): void {
  test('a key is found by its hash and its number as it was added, and no other is', async () => {
    const keys = createKeyRows(await withOwner(open))
    const added = await keys.add(draft('ቁልፍ', { scopes: ['admin', 'speak'], expiresAt: LATER }))
    expect(added).toEqual({
      ...{ id: 1, kind: 'key', name: 'ቁልፍ', account: 'owner', scopes: ['speak', 'admin'] },
      ...{ start: 'griot_abcd', sha256: added.sha256, createdAt: NOON, expiresAt: LATER },
      ...{ lastUsedAt: undefined, revokedAt: undefined },
    })
    expect(Buffer.from(added.sha256).equals(sha256('ቁልፍ'))).toBe(true)
    const found = [await keys.byHash(sha256('ቁልፍ')), await keys.byId(1)]
    expect(found.map((key) => key?.name)).toEqual(['ቁልፍ', 'ቁልፍ'])
    expect([await keys.byHash(sha256('other')), await keys.byId(2)]).toEqual([undefined, undefined])
    await keys.add(draft('without a start', { start: undefined }))
    expect((await keys.list()).map(({ id, start }) => [id, start])).toEqual([
      [1, 'griot_abcd'],
      [2, undefined],
    ])
  })

  test('a key of an account that is not there, or with a hash that is, is not added', async () => {
    const keys = createKeyRows(await withOwner(open))
    await keys.add(draft('one'))
    for (const wrong of [draft('two', { account: 'nobody' }), draft('one')])
      await expect(async () => keys.add(wrong)).rejects.toThrow(/constraint/i)
    expect(await keys.list()).toHaveLength(1)
  })

  test('the first revocation counts, and one of a number that is not there does nothing', async () => {
    const keys = createKeyRows(await withOwner(open))
    const { id } = await keys.add(draft('one'))
    for (const at of [NOON, LATER]) await keys.revoke(id, at)
    await keys.revoke(99, NOON)
    expect((await keys.list()).map(({ revokedAt }) => revokedAt)).toEqual([NOON])
  })

  test('uses are written together, and none is set back', async () => {
    const keys = createKeyRows(await withOwner(open))
    for (const name of ['a', 'b', 'c']) await keys.add(draft(name))
    await keys.used(new Map())
    await keys.used(
      new Map([
        [3, NOON],
        [1, LATER],
        [99, NOON],
      ]),
    )
    await keys.used(new Map([[1, NOON]]))
    const used = (await keys.list()).map(({ lastUsedAt }) => lastUsedAt)
    expect(used).toEqual([LATER, undefined, NOON])
  })

  test('expired guest tokens are purged, no key is, and no number is given twice', async () => {
    const keys = createKeyRows(await withOwner(open))
    await keys.add(draft('old key', { expiresAt: '2026-04-01T00:00:00.000Z' }))
    await keys.add(draft('guest', { kind: 'guest', expiresAt: NOON }))
    await keys.add(draft('old', { kind: 'guest', expiresAt: '2026-04-01T00:00:00.000Z' }))
    await keys.purgeGuests(NOON)
    expect((await keys.list()).map(({ name }) => name)).toEqual(['old key', 'guest'])
    expect((await keys.add(draft('next'))).id).toBe(4)
  })

  test('steps on keys work together in a transaction: all are done, or none where one fails', async () => {
    const database = await withOwner(open)
    expect(await database.perform(hasKeys)).toBe(false)
    await database.perform(() => addKey(draft('guest', { kind: 'guest', expiresAt: NOON })))
    expect(await database.perform(hasKeys)).toBe(false)
    await database.perform(() => addKey(draft('kept')))
    const change = (fails: boolean) =>
      database.perform(() =>
        transaction(function* () {
          yield* purgeGuestKeys(LATER)
          yield* removeKey(2)
          yield* ensureAccount('Àdá', () => new Date(NOON))
          const { id } = yield* addKey(draft('new', { account: 'Àdá' }))
          yield* revokeKey(id, LATER)
          if (fails) throw new Error('no')
          return yield* findKey(id)
        }),
      )
    await expect(async () => change(true)).rejects.toThrow('no')
    const before = await database.perform(listKeys)
    expect(before.map(({ name, revokedAt }) => [name, revokedAt])).toEqual([
      ['guest', undefined],
      ['kept', undefined],
    ])
    expect(await change(false)).toMatchObject({ name: 'new', account: 'Àdá', revokedAt: LATER })
    expect((await database.perform(listKeys)).map(({ name }) => name)).toEqual(['new'])
    expect(await database.perform(hasKeys)).toBe(true)
  })

  test('a key that another store of the same library revokes is found revoked at once', async () => {
    const database = await withOwner(open)
    const [one, other] = [createKeyRows(database), createKeyRows(database)]
    await one.add(draft('key'))
    expect((await one.byHash(sha256('key')))?.revokedAt).toBeUndefined()
    await other.revoke(1, NOON)
    expect((await one.byHash(sha256('key')))?.revokedAt).toBe(NOON)
  })
}
