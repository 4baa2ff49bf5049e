import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { pieces, storeForTests } from './files.test-support.ts'

const store = storeForTests()

test('pages stay whole while files come and go', async () => {
  const ids: string[] = []
  for (let i = 0; i < 9; i++) ids.push((await store.add('owner', `${i}`, pieces('x'))).id)
  const expected = [...ids].reverse()
  const first = await store.files.list('owner', { limit: 3 })
  await store.add('owner', 'new', pieces('x'))
  // The one the cursor stands on, one already seen, and one still to come.
  for (const i of [2, 0, 7]) await store.files.remove('owner', String(expected[i]))
  const second = await store.files.list('owner', { limit: 3, cursor: String(first.nextCursor) })
  await store.add('owner', 'newer', pieces('x'))
  const third = await store.files.list('owner', { limit: 3, cursor: String(second.nextCursor) })
  const seen = [first, second, third].flatMap((page) => page.files.map(({ id }) => id))
  expect(seen).toEqual(expected.filter((_, i) => i !== 7))
  expect(third.nextCursor).toBeUndefined()
})

test('a cursor of another account, of another data folder, or made up is refused', async () => {
  for (const account of ['owner', 'Tègbà'])
    for (const name of ['a', 'b']) await store.add(account, name, pieces('x'))
  const cursor = String((await store.files.list('owner', { limit: 1 })).nextCursor)
  expect((await store.files.list('owner', { limit: 1, cursor })).files).toHaveLength(1)
  expect((await store.files.list('owner', { limit: 1, cursor: '' })).files[0]?.originalName).toBe(
    'b',
  )
  const elsewhere = store.open(randomBytes(32))
  const foreign = String((await elsewhere.list('owner', { limit: 1 })).nextCursor)
  await expect(store.files.list('Tègbà', { limit: 1, cursor })).rejects.toThrow('cursor')
  for (const bad of [foreign, 'x', `${cursor}x`, '0', 'ድ', ' '])
    await expect(store.files.list('owner', { limit: 1, cursor: bad })).rejects.toThrow('cursor')
})
