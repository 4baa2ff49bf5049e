import { expect, test } from 'vitest'
import { storeForTests } from './files.test-support.ts'

const store = storeForTests()

test('a link opens its file alone, until it expires or the file is deleted', async () => {
  const [one, other] = [await store.add('owner', 'a'), await store.add('owner', 'b')]
  const link = await store.files.link('owner', one.id, 60)
  expect(link.expires).toBe(store.clock.getTime() / 1000 + 60)
  expect((await store.files.follow({ ...link, expires: String(link.expires) })).file.id).toBe(
    one.id,
  )
  for (const changed of [
    { fileId: other.id },
    { expires: link.expires + 1 },
    { expires: `${link.expires}.0` },
    { signature: '' },
    { signature: `${link.signature}=` },
  ])
    await expect(store.files.follow({ ...link, ...changed })).rejects.toThrow(
      'not made by this server',
    )
  store.clock = new Date(store.clock.getTime() + 60_000)
  await expect(store.files.follow(link)).rejects.toThrow('expired')
  const fresh = await store.files.link('owner', one.id, 60)
  await store.files.remove('owner', one.id)
  await expect(store.files.follow(fresh)).rejects.toThrow('no such file')
})
