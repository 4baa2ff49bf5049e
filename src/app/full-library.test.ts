import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createFileRows } from '#storage/db/files.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { storeForTests } from '#storage/files/files.test-support.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { batchesOf, LOST_MS, openLostAndFound } from '#storage/library-ownership/lost-and-found.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { createAccess } from './access/create-access.ts'
import { voiceMetadata } from './custom-voices/voice-metadata.ts'
import { openCustomVoices } from './open-custom-voices.ts'
import { createStorage } from './storage.ts'

const store = storeForTests()
const at = '2025-03-04T05:06:07.000Z'
const onBug = (error: unknown): void => expect.unreachable(String(error))
/** Reserve that can still be given back to the disk. */
let parts = 0
const reserve = {
  releaseReserve(): boolean {
    if (parts === 0) return false
    parts--
    const [{ page_count: pages }] = store.database.all('PRAGMA page_count') as [
      { page_count: number },
    ]
    store.database.all(`PRAGMA max_page_count = ${pages + 2}`)
    return true
  },
}
beforeEach(() => {
  parts = 0
  adoptFolders(store.home, store.database)
})

/** From now on the library has no page left, and every deletion and revocation needs one. */
function fillUp(): void {
  const { database } = store
  database.run('CREATE TABLE ballast (bytes BLOB)')
  for (const event of [
    'INSERT ON deletions',
    'DELETE ON deletions',
    'UPDATE ON keys',
    'DELETE ON keys',
  ])
    database.run(
      `CREATE TRIGGER "${event}" AFTER ${event} BEGIN INSERT INTO ballast VALUES (zeroblob(3000)); END`,
    )
  database.run('INSERT INTO ballast VALUES (zeroblob(3000))')
  database.all('PRAGMA max_page_count = 1')
}
const accessOf = () =>
  createAccess(store.database, {
    ...{ now: () => store.clock, randomBytes, extraKeys: [], onBug, reserve },
    process: createLiveProcess(process.pid),
  })
const storageOf = () => {
  const rules = {
    now: () => store.clock,
    linkSecret: randomBytes(32),
    quotaOf: () => 1e6,
    reserve,
    onBug,
  }
  const storage = createStorage(store.database, { home: store.home, ...rules })
  onTestFinished(storage.close)
  return storage
}
const voice = {
  ...{ id: `voice_${'ab'.repeat(16)}`, account: 'Àdá', name: 'Fúnmi', language: undefined },
  ...{ spokenLanguage: 'yo' as const, warnings: [], createdAt: at, updatedAt: at },
  engine: 'flite',
  traits: {
    ...{ base: 'slt', f0Hz: 200, rangeSemitones: 4, liveliness: 1, formantScale: 1, rate: 1 },
    colour: { low: 0, middle: 0, presence: 0, high: 0, breath: 0 },
    ...{ hasNigerianAccent: true, gainDecibels: 0 },
  },
  consent: {
    ...{ account: 'Àdá', tokenName: 'phone', statement: 'I agree.', purpose: 'speech' },
    ...{ givenAt: at, voiceDeletedAt: undefined },
    ...{ recordingSha256: Buffer.alloc(32), transcriptSha256: Buffer.alloc(32) },
  },
}

test('on a full disk files and voices are deleted and keys revoked out of the reserve', async () => {
  const { id } = await store.add('Àdá', 'ìwé')
  const voices = createStoredVoices(store.database, reserve)
  await voices.enter(voice)
  const access = accessOf()
  const key = (await access.keys.create({ name: 'Rédíò', account: 'Àdá', scopes: ['speak'] }))
    .record.id
  const storage = storageOf()
  fillUp()
  await expect(storage.files.remove('Àdá', id)).rejects.toMatchObject({ code: 'storage/full' })
  await expect(async () => access.keys.revoke(key)).rejects.toThrow('is full')
  parts = 9
  await storage.files.remove('Àdá', id)
  expect((await access.keys.revoke(key)).revokedAt).toBe(store.clock.toISOString())
  expect((await voices.remove('Àdá', voice.id, at))?.id).toBe(voice.id)
})

test('with a full disk a program starts all the same, and clears up once there is room', async () => {
  const { id } = await store.add('Àdá', 'ìwé')
  await createFileRows(store.database).remove(id)
  await accessOf().guests.create('Àdá', 60)
  store.clock = new Date(store.clock.getTime() + 3 * 24 * 60 * 60_000)
  fillUp()
  accessOf()
  const storage = storageOf()
  await storage.purge()
  const pending = (): number => store.database.all('SELECT 1 FROM deletions').length
  expect(pending()).toBe(1)
  parts = 9
  await storage.purge()
  expect(pending()).toBe(0)
})

test('what lies in lost+found does not grow old beside a library that is an older copy', async () => {
  const stray = join(store.home, 'files', 'stray')
  writeFileSync(stray, 'x')
  openLostAndFound(store.home, 'a test', () => store.clock).put(stray)
  store.clock = new Date(store.clock.getTime() + LOST_MS + 1)
  store.database.run('UPDATE library_identity SET generation = generation - 1')
  const storage = storageOf()
  await storage.purge()
  expect(batchesOf(store.home)).toHaveLength(1)
  store.database.run('UPDATE library_identity SET generation = generation + 1')
  await storage.purge()
  expect(batchesOf(store.home)).toEqual([])
})

test('a recording of another library, or one that was made after all that this one knows, stays where it is', async () => {
  const voices = createStoredVoices(store.database)
  await voices.enter(voice)
  const digit = (n: number): string => `voice_${String(n).repeat(32)}`
  const place = (id: string, identity: string, createdAt: string): void => {
    const folder = join(store.home, 'voices', id)
    mkdirSync(folder)
    writeFileSync(join(folder, 'recording'), 'ohùn')
    writeFileSync(join(folder, 'about.json'), voiceMetadata(identity, { ...voice, id, createdAt }))
  }
  place(digit(1), await voices.identity(), at)
  place(digit(2), 'another library', at)
  place(digit(3), await voices.identity(), '2025-03-04T05:06:08.000Z')
  writeFileSync(join(store.home, 'voices', 'a stray file'), 'x')
  const resources = join(import.meta.dirname, '../../resources')
  const getFfmpeg = () => expect.unreachable()
  await (await openCustomVoices({ home: store.home, resources, getFfmpeg, onBug })).close()
  const there = [1, 2, 3].map((n) => existsSync(join(store.home, 'voices', digit(n))))
  expect(there).toEqual([false, true, true])
  expect(existsSync(join(batchesOf(store.home)[0] ?? '', 'voices', digit(1), 'recording'))).toBe(
    true,
  )
})
