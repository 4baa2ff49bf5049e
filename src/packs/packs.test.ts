import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { PackJob } from '#shared/packs.ts'
import { etagOf, type Misbehaviour } from './file-server.test-support.ts'
import { openSmallPack, type SmallPack } from './packs.test-support.ts'
import { openPacks, type Packs } from './packs.ts'

const CHILD = join(import.meta.dirname, 'install-in-child.test-support.ts')

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

test('what another program installs, changes and removes is told while this one runs', async () => {
  const pack = await openSmallPack()
  mkdirSync(pack.home)
  const packs = openHere(pack)
  const states: string[] = []
  packs.onChange((id) => {
    packs.summary(id).then(({ state }) => states.push(state), expect.fail)
  })
  const kinds: string[] = []
  packs.store.onChange(({ kind }) => {
    kinds.push(kind)
  })
  const child = spawn(process.execPath, [CHILD, pack.home, pack.catalog])
  expect(JSON.parse(await text(child.stdout))).toEqual({ code: 'done' })
  await expect.poll(() => states.at(-1)).toBe('installed')
  await expect.poll(() => kinds).toContain('installed')
  const other = pack.open()
  writeFileSync(pack.at('files/tokenizer.json'), 'something else')
  await other.verify('small', () => undefined, new AbortController().signal)
  await expect.poll(() => kinds.at(-1)).toBe('damaged')
  await other.remove('small')
  await expect.poll(() => states.at(-1)).toBe('absent')
  await expect.poll(() => kinds).toContain('removed')
})

test('a pack that is being removed is not said to be gone before its last file is', async () => {
  const pack = await openSmallPack()
  const packs = openHere(pack)
  await packs.accept('small', 'Apache-2.0')
  await packs.install('small')
  await expect.poll(async () => (await packs.summary('small')).state).toBe('installed')
  // Many files take a while to delete.
  for (let i = 0; i < 3_000; i++) writeFileSync(pack.at(`files/${i}`), '')
  const told: [state: string, isThere: boolean][] = []
  packs.onChange((id) => {
    packs.summary(id).then(({ state }) => told.push([state, existsSync(pack.at(''))]), expect.fail)
  })
  let isDone = false
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const { state } = await packs.summary('small')
      told.push([state, existsSync(pack.at(''))])
    }
  }
  const remove = async (): Promise<void> => {
    await packs.remove('small')
    isDone = true
  }
  await Promise.all([remove(), watch()])
  await expect.poll(() => told.at(-1)).toEqual(['absent', false])
  expect(told.filter(([state, isThere]) => isThere && state !== 'installed')).toEqual([])
})
