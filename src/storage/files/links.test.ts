import { expect, test } from 'vitest'
import { storeForTests } from './files.test-support.ts'

const store = storeForTests()

test('a link opens its file alone, until it expires or the file is deleted', async () => {
  const [one, other] = [await store.add('owner', 'a'), await store.add('owner', 'b')]
  const link = store.files.link('owner', one.id, 60)
  expect(link.expires).toBe(store.clock.getTime() / 1000 + 60)
  expect(store.files.follow({ ...link, expires: String(link.expires) }).file.id).toBe(one.id)
  for (const changed of [
    { fileId: other.id },
    { expires: link.expires + 1 },
    { expires: `${link.expires}.0` },
    { signature: '' },
    { signature: `${link.signature}=` },
  ])
    expect(() => store.files.follow({ ...link, ...changed })).toThrow('not made by this server')
  store.clock = new Date(store.clock.getTime() + 60_000)
  expect(() => store.files.follow(link)).toThrow('expired')
  const fresh = store.files.link('owner', one.id, 60)
  await store.files.remove('owner', one.id)
  expect(() => store.files.follow(fresh)).toThrow('no such file')
})
