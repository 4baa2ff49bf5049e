import { expect, test } from 'vitest'
import { createAccounts, ensureAccount } from '#storage/db/accounts.ts'
import { type RowDatabase, transaction } from '#storage/db/steps.ts'

const now = (): Date => new Date('2026-05-01T12:00:00Z')
const USUAL = { keepAudio: false, quotaBytes: 1_000_000_000 }

/** What every store of accounts does, over databases that `open` opens empty. */
export function accountsContract(open: () => Promise<RowDatabase>): void {
  test('an account is made when it is first asked for, once, also by many at once', async () => {
    const accounts = createAccounts(await open(), now)
    await accounts.ensure('owner')
    expect(await accounts.list()).toEqual([{ name: 'owner', ...USUAL }])
    const asked = await Promise.all(['Àdá', 'Àdá', 'àdá', 'Àdá'].map(accounts.ensure))
    expect(asked[3]).toEqual({ name: 'Àdá', ...USUAL })
    // By their bytes: the capital letter comes first.
    const names = (await accounts.list()).map(({ name }) => name)
    expect(names).toEqual(['owner', 'Àdá', 'àdá'])
  })

  test('what is given of an account is changed, and an account that is missing is made for it', async () => {
    const accounts = createAccounts(await open(), now)
    expect(await accounts.change('ሰላም', { keepAudio: true })).toEqual({
      ...{ name: 'ሰላም', ...USUAL },
      keepAudio: true,
    })
    const quotaBytes = 9_007_199_254_740_991
    await accounts.change('ሰላም', { quotaBytes })
    expect(await accounts.ensure('ሰላም')).toEqual({ name: 'ሰላም', keepAudio: true, quotaBytes })
    await accounts.change('ሰላም', { keepAudio: false, quotaBytes: 0 })
    expect(await accounts.ensure('ሰላም')).toEqual({ name: 'ሰላም', keepAudio: false, quotaBytes: 0 })
    expect(await accounts.ensure('owner')).toEqual({ name: 'owner', ...USUAL })
  })

  test('a quota below nothing changes nothing and makes no account', async () => {
    const accounts = createAccounts(await open(), now)
    await expect(async () => accounts.change('new', { quotaBytes: -1 })).rejects.toThrow(
      /constraint/i,
    )
    expect((await accounts.list()).map(({ name }) => name)).not.toContain('new')
  })

  test('an account that was made in a transaction goes where the transaction fails', async () => {
    const database = await open()
    const work = () =>
      transaction(function* () {
        yield* ensureAccount('gone', now)
        throw new Error('no')
      })
    await expect(async () => database.perform(work)).rejects.toThrow('no')
    const accounts = createAccounts(database, now)
    expect((await accounts.list()).map(({ name }) => name)).not.toContain('gone')
  })
}
