import { expect, test } from 'vitest'
import { createFirstKeyRows, findFirstKey, setFirstKey } from '#storage/db/first-key.ts'
import { type RowDatabase, transaction } from '#storage/db/steps.ts'

const NOON = '2026-05-01T12:00:00.000Z'

/** What every store of the first key does, over databases that `open` opens empty. */
export function firstKeyContract(open: () => Promise<RowDatabase>): void {
  test('one first key is remembered, with when it was shown first', async () => {
    const rows = createFirstKeyRows(await open())
    expect(await rows.find()).toBeUndefined()
    await rows.shown(1, NOON)
    expect(await rows.find()).toBeUndefined()
    await rows.made(1, 'one')
    expect(await rows.find()).toEqual({ keyId: 1, process: 'one', shownAt: undefined })
    await rows.shown(2, NOON)
    expect((await rows.find())?.shownAt).toBeUndefined()
    await rows.shown(1, NOON)
    await rows.shown(1, '2026-05-02T12:00:00.000Z')
    expect(await rows.find()).toEqual({ keyId: 1, process: 'one', shownAt: NOON })
  })

  test('another first key takes the place of the one before, and is not shown yet', async () => {
    const rows = createFirstKeyRows(await open())
    await rows.made(1, 'one')
    await rows.shown(1, NOON)
    await rows.made(7, 'two')
    expect(await rows.find()).toEqual({ keyId: 7, process: 'two', shownAt: undefined })
  })

  test('of two programs that look and then make it in a transaction, one makes it; a failure leaves what was there', async () => {
    const database = await open()
    const make = (process: string) =>
      database.perform(() =>
        transaction(function* () {
          if (yield* findFirstKey()) return false
          yield* setFirstKey(1, process)
          return true
        }),
      )
    const made = await Promise.all(['one', 'two', 'three'].map(make))
    expect(made.filter(Boolean)).toHaveLength(1)
    const failing = () =>
      transaction(function* () {
        yield* setFirstKey(9, 'failing')
        throw new Error('no')
      })
    await expect(async () => database.perform(failing)).rejects.toThrow('no')
    expect(await database.perform(findFirstKey)).toMatchObject({ keyId: 1 })
  })
}
