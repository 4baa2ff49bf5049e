import { expect, test } from 'vitest'
import { MAX_FILES, pieces, QUOTA, storeForTests, tap } from './files.test-support.ts'

const store = storeForTests()

test('of two uploads that would not both fit, one is refused while it streams, with both figures', async () => {
  const [first, second] = [tap(), tap()]
  const both = Promise.allSettled([
    store.add('owner', 'a', first.bytes),
    store.add('owner', 'b', second.bytes),
  ])
  for (const { send } of [first, second]) await send(new Uint8Array(400_000))
  await first.send(new Uint8Array(200_000))
  await second.send(new Uint8Array(1))
  await expect.poll(store.onDisk).toHaveLength(1)
  await first.send()
  const [kept, refused] = await both
  expect(kept?.status).toBe('fulfilled')
  expect(refused).toMatchObject({ reason: { code: 'file/quota' } })
  expect(String(Object(refused).reason)).toContain(
    'into the remaining 400.0 kB: the files of this account use 0 B of 1.0 MB, and uploads in progress 600.0 kB.',
  )
  expect(store.files.usage('owner')).toEqual({ total: QUOTA, used: 600_000, count: 1 })
})

test('eight uploads at once never hold more than the quota, and one account’s do not count for another', async () => {
  const upload = (account: string) =>
    store.add(account, 'x', pieces(...Array.from({ length: 3 }, () => new Uint8Array(100_000))))
  const results = await Promise.allSettled([
    ...Array.from({ length: 8 }, () => upload('owner')),
    ...Array.from({ length: 3 }, () => upload('Ngọzi')),
  ])
  expect(results.slice(8).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
  const { used, count } = store.files.usage('owner')
  expect(used).toBe(count * 300_000)
  expect(used).toBeLessThanOrEqual(QUOTA)
  expect(store.onDisk()).toHaveLength(count + 3)
})

test('a file fits exactly, one byte more does not, and deleting makes room', async () => {
  const whole = await store.add('owner', 'a', pieces(new Uint8Array(QUOTA)))
  await expect(store.add('owner', 'b', pieces('x'))).rejects.toMatchObject({ code: 'file/quota' })
  await store.files.remove('owner', whole.id)
  expect((await store.add('owner', 'b', pieces('x'))).content?.sizeBytes).toBe(1)
  expect(store.onDisk()).toHaveLength(1)
})

test('an account has no more files than it may, those that arrive counted, and deleting makes room', async () => {
  await store.add('owner', 'first')
  // As earlier uploads have left them.
  const row = `INSERT INTO files (id, account, status, created_at, process, size_bytes, sha256, media_type)
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    SELECT 'made ' || i, 'owner', 'ready', '2025-01-01T00:00:00Z', '', 0, randomblob(32), 'text/plain' FROM n`
  store.database.run(row, MAX_FILES - 3)
  const [one, two] = [tap(), tap()]
  const arriving = [
    store.add('owner', 'one', one.bytes),
    store.add('owner', 'two', two.bytes),
  ] as const
  const tooMany = { code: 'file/quota', message: expect.stringContaining('998 of 1,000 files') }
  await expect(store.add('owner', 'three')).rejects.toMatchObject(tooMany)
  expect((await store.add('Ngọzi', 'another account’s')).account).toBe('Ngọzi')
  await one.send(new Uint8Array(1))
  await one.send()
  await two.send()
  const [kept] = await Promise.all(arriving)
  await expect(store.add('owner', 'three')).rejects.toMatchObject({
    message: expect.stringContaining('1,000 of 1,000 files'),
  })
  await store.files.remove('owner', kept.id)
  await store.add('owner', 'three')
  expect(store.files.usage('owner').count).toBe(MAX_FILES)
})
