import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFileRows } from '#storage/db/files.ts'
import { MAX_FILES, pieces, QUOTA, storeForTests, tap } from './files.test-support.ts'
import { createQuota } from './quota.ts'

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
  expect(await store.files.usage('owner')).toEqual({ total: QUOTA, used: 600_000, count: 1 })
})

test('eight uploads at once never hold more than the quota, and one account’s do not count for another', async () => {
  const upload = (account: string) =>
    store.add(account, 'x', pieces(...Array.from({ length: 3 }, () => new Uint8Array(100_000))))
  const results = await Promise.allSettled([
    ...Array.from({ length: 8 }, () => upload('owner')),
    ...Array.from({ length: 3 }, () => upload('Ngọzi')),
  ])
  expect(results.slice(8).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
  const { used, count } = await store.files.usage('owner')
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
  expect((await store.files.usage('owner')).count).toBe(MAX_FILES)
})

/** Quotas of 1 kB and three files over a library that takes its time to answer, as one on a server does. */
function slowQuota() {
  const rows = createFileRows(store.database)
  const quota = createQuota({ bytesOf: async () => 1_000, files: 3 }, async (account) => {
    const used = await rows.usage(account)
    await wait(5)
    return used
  })
  const begin = async () => {
    const reservation = quota.reserve('owner')
    await reservation.begin()
    return reservation
  }
  return { rows, begin }
}

test('of two uploads that ask at the same time what is stored, one is refused', async () => {
  const { begin } = slowQuota()
  const [one, two, three] = [await begin(), await begin(), await begin()]
  // Both look again.
  one.release()
  const both = await Promise.allSettled([two.take(600), three.take(600)])
  expect(both).toMatchObject([
    { status: 'fulfilled' },
    { reason: { message: expect.stringContaining('uploads in progress 600 B') } },
  ])
})

test('of four uploads that begin at the same time where three files fit, one is refused', async () => {
  const { begin } = slowQuota()
  const all = await Promise.allSettled(Array.from({ length: 4 }, begin))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('an upload that has just become a file is not counted twice', async () => {
  const { rows, begin } = slowQuota()
  const first = await begin()
  await first.take(600)
  const id = 'first'
  const file = { id, account: 'owner', originalName: id, uploadedBy: id, createdAt: '2025' }
  const content = { sizeBytes: 600, sha256: new Uint8Array(32), mediaType: 'audio/wav' }
  await rows.add(file, '')
  await rows.finish(file, content, first.check)
  const second = begin().then(async (reservation) => {
    await reservation.take(400)
    await expect(reservation.take(1)).rejects.toMatchObject({ code: 'file/quota' })
  })
  await wait(20)
  first.release()
  await second
})
