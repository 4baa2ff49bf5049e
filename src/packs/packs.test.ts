import { expect, onTestFinished, test } from 'vitest'
import type { PackJob } from '#shared/packs.ts'
import { etagOf, type Misbehaviour } from './file-server.test-support.ts'
import { openSmallPack, type SmallPack } from './packs.test-support.ts'
import { openPacks, type Packs } from './packs.ts'

const hang: Misbehaviour = (_request, response, file) => {
  response.writeHead(200, { 'content-length': file.length, etag: etagOf(file) })
  response.write(file.subarray(0, 100_000))
  return 'hanging'
}

function openHere(
  pack: SmallPack,
  onBug = (error: unknown): void => expect.fail(String(error)),
): Packs {
  const packs = openPacks({
    ...{ home: pack.home, resources: 'nowhere', now: () => new Date(), onBug },
    settings: { catalogFolder: pack.catalog },
    waitsMs: [1],
  })
  onTestFinished(() => packs.close())
  return packs
}

async function begun(packs: Packs): Promise<void> {
  await packs.accept('small', 'Apache-2.0')
  await packs.install('small')
  await expect.poll(async () => (await packs.summary('small')).job?.doneBytes).toBe(100_000)
}

test('listeners hear how an installation goes, from its begin to its end', async () => {
  const pack = await openSmallPack()
  const packs = openHere(pack)
  const heard: (PackJob['state'] | undefined)[] = []
  const stop = packs.onChange((id) => {
    packs.summary(id).then(({ job }) => heard.push(job?.state), expect.fail)
  })
  await packs.accept('small', 'Apache-2.0')
  await packs.install('small')
  await expect.poll(() => heard.at(-1)).toBe('done')
  stop()
  expect(heard).toContain('downloading')
})

test('a second order to install does not begin a second download', async () => {
  const pack = await openSmallPack()
  pack.server.next.push(hang)
  const packs = openHere(pack)
  await begun(packs)
  expect((await packs.install('small')).job?.state).toBe('downloading')
  await packs.pause('small')
  await packs.install('small')
  await expect.poll(async () => (await packs.summary('small')).state).toBe('installed')
  expect(pack.server.asked).toHaveLength(3)
})

test('a program that ends while it downloads keeps what has arrived, and the next one resumes', async () => {
  const pack = await openSmallPack()
  pack.server.next.push(hang)
  const first = openHere(pack)
  await begun(first)
  await first.close()
  const next = openHere(pack)
  expect(await next.summary('small')).toMatchObject({ state: 'partial' })
  await next.install('small')
  await expect.poll(async () => (await next.summary('small')).state).toBe('installed')
  expect(pack.server.asked[1]?.range).toBe('bytes=100000-')
})

test('a pack that is removed is announced before its files are deleted, and waits for those who use it', async () => {
  const pack = await openSmallPack()
  const packs = openHere(pack)
  await packs.accept('small', 'Apache-2.0')
  await packs.install('small')
  await expect.poll(async () => (await packs.summary('small')).state).toBe('installed')
  const order: string[] = []
  packs.store.onChange(async ({ kind }) => {
    if (kind !== 'removing') return
    const { state } = await packs.store.find('small')
    order.push(`let go while ${state}`)
  })
  // One that cannot let go does not keep the pack.
  packs.store.onChange(() => Promise.reject(new Error('stuck')))
  const { state } = await packs.remove('small')
  expect([...order, state]).toEqual(['let go while installed', 'absent'])
})

test('a catalog that cannot be read is told by every call', async () => {
  const pack = await openSmallPack()
  const packs = openPacks({
    ...{ home: pack.home, resources: pack.home, settings: {}, now: () => new Date() },
    onBug: () => undefined,
  })
  await expect(packs.list()).rejects.toMatchObject({ code: 'pack/catalog' })
  await expect(packs.remove('small')).rejects.toMatchObject({ code: 'pack/catalog' })
})
