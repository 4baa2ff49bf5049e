import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretOf } from '#storage/db/secrets.ts'
import { type RowDatabase, transaction } from '#storage/db/steps.ts'

/** What every store of secrets does, over databases that `open` opens empty. */
export function secretsContract(open: () => Promise<RowDatabase>): void {
  test('a secret is made once, also where many ask for it at once, and each name has its own', async () => {
    const database = await open()
    const ask = async (name: string): Promise<string> => {
      const secret = await database.perform(() => secretOf(name, randomBytes))
      expect(secret).toHaveLength(32)
      return Buffer.from(secret).toString('hex')
    }
    const asked = await Promise.all(['links', 'links', 'ìjápọ̀', 'links'].map(ask))
    expect(new Set(asked).size).toBe(2)
    expect(await ask('links')).toBe(asked[0])
    expect(await ask('ìjápọ̀')).toBe(asked[2])
  })

  test('a secret that was made in a transaction that failed is made anew', async () => {
    const database = await open()
    const bytes = (value: number) => () => Buffer.alloc(32, value)
    const failing = () =>
      transaction(function* () {
        yield* secretOf('links', bytes(1))
        throw new Error('no')
      })
    await expect(async () => database.perform(failing)).rejects.toThrow('no')
    const secret = await database.perform(() => secretOf('links', bytes(2)))
    expect(Buffer.from(secret).equals(Buffer.alloc(32, 2))).toBe(true)
  })
}
