import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { wavHeader } from '#media/wav.ts'
import { AppError } from '#shared/errors.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { createProvenanceRows, type RecordRow } from '#storage/db/provenance.ts'
import { libraryOf } from '#storage/home.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { never } from './c2pa/signing.test-support.ts'
import { openProvenance, provenanceOf } from './open-provenance.ts'
import { createRegistry } from './registry.ts'
import { schedulePruning } from './schedule-pruning.ts'

const folder = folderForTests('griot ìwé àkọsílẹ̀')
let homes = 0

function open(): { readonly home: string; readonly database: Database } {
  const home = join(folder, String(++homes))
  const database = openDatabase(libraryOf(home))
  onTestFinished(database.close)
  return { home, database }
}

const NO_VOICE = { kind: 'built-in', name: 'Lina' } as const
const definition = (requestId: string) => ({
  application: { name: 'Griot', version: '0' },
  ...{ when: new Date(), requestId, voice: NO_VOICE, language: 'en', engine: 'flite' },
  ...{ trainingMining: undefined, title: undefined },
})
const signed = { sha256: 'a', sizeBytes: 1, manifestId: 'm', certificateSha256: 'c' }
const how = { format: 'wav', placement: 'embedded' } as const
const numbers = (database: Database) =>
  database.all('SELECT count(*) AS count, max(number) AS newest FROM provenance_records')[0]

function fill(database: Database, count: number): void {
  const row: RecordRow = {
    ...{ requestId: '', account: 'owner', createdAt: '2026', voice: 'Lina', language: 'en' },
    ...{ engine: 'flite', format: 'wav', placement: 'embedded', ...signed },
  }
  const rows = createProvenanceRows(database)
  database.transaction(() => {
    for (let n = 0; n < count; n++)
      rows.add({ ...row, requestId: randomUUID() }, never).catch(expect.unreachable)
  })
}

test('the registry keeps its newest entries, and takes out the oldest a few at a time while new ones come', async () => {
  const { database } = open()
  fill(database, 400)
  const { register, record } = createRegistry(createProvenanceRows(database), () => 50)
  for (let n = 0; n < 200; n++)
    await register(signed, how, definition(`request ${n}`), 'owner', never)
  // Twice as many go as come, so that it never grows on.
  expect(numbers(database)).toEqual({ count: 200, newest: 600 })
  for (let n = 200; n < 400; n++)
    await register(signed, how, definition(`request ${n}`), 'owner', never)
  expect(numbers(database)).toEqual({ count: 50, newest: 800 })
  await expect(record('request 349', 'owner')).rejects.toThrow(
    /its entry is older than those that are kept/,
  )
  expect(await record('request 350', 'owner')).toMatchObject({ requestId: 'request 350' })
})

test('an entry stays for as long as the manifest beside its sound is kept, with its copies', async () => {
  const { home, database } = open()
  let days = 0
  const now = (): Date => new Date(Date.UTC(2026, 0, 1 + days, 12))
  const provenance = provenanceOf(database, { home, version: '0.0.0' }, now)
  const rows = createProvenanceRows(database)
  const account = 'owner'
  const { register, registerCopy } = createRegistry(rows, undefined, now)
  const add = async (requestId: string, placement: 'embedded' | 'sidecar'): Promise<void> => {
    const manifestId = `urn:c2pa:${randomUUID()}`
    const what = { format: 'flac', placement } as const
    await register(
      { ...signed, manifestId },
      what,
      { ...definition(requestId), when: now() },
      account,
      never,
    )
    await registerCopy(signed, requestId, never)
    if (placement === 'embedded') return
    const store = join(home, 'provenance/manifests', `${manifestId.replace('urn:c2pa:', '')}.c2pa`)
    mkdirSync(dirname(store), { recursive: true })
    writeFileSync(store, 'the manifest')
  }
  await add('beside', 'sidecar')
  await add('inside', 'embedded')
  fill(database, 1_500)
  await provenance.settings.change({ ...provenance.settings.get(), keepRecords: 1_000 })
  days = 30
  expect(await provenance.prune(never)).toBe(502)
  expect((await provenance.manifest('beside', account)).length).toBeGreaterThan(0)
  expect((await provenance.record('beside', account)).copies).toHaveLength(1)
  await expect(provenance.record('inside', account)).rejects.toThrow('Nothing was signed')
  days = 32
  expect(await provenance.prune(never)).toBe(2)
  await expect(provenance.record('beside', account)).rejects.toThrow('Nothing was signed')
})

test('what was pruned goes on to be "made here": no verdict hangs on an entry', async () => {
  const { home, database } = open()
  const provenance = openProvenance({ home, version: '0.0.0' })
  onTestFinished(provenance.close)
  const path = join(home, 'orin.wav')
  writeFileSync(path, Buffer.concat([wavHeader(4_800), Buffer.alloc(4_800)]))
  const order = { requestId: 'the first', account: 'owner', spoken: [{ voice: 'lina' }] }
  await provenance.signFile(path, 'wav', await provenance.signingContextOf(order), never)
  fill(database, 1_500)
  expect(await provenance.prune(never)).toBe(0)
  const settings = { ...provenance.settings.get(), keepRecords: 1_000 }
  expect(await provenance.settings.change(settings)).toEqual(settings)
  expect(await provenance.prune(never)).toBe(501)
  await expect(provenance.record('the first', 'owner')).rejects.toThrow('Nothing was signed')
  expect(await provenance.verifyFile(path, undefined, never)).toMatchObject({ kind: 'made-here' })
})

test('a registry may not be made so small or large that nobody can have meant it', async () => {
  const { home } = open()
  const provenance = openProvenance({ home, version: '0.0.0' })
  onTestFinished(provenance.close)
  for (const keepRecords of [0, 999, 10_000_001, 1_000.5])
    await expect(
      provenance.settings.change({ ...provenance.settings.get(), keepRecords }),
    ).rejects.toThrow()
})

test('pruning goes on hour by hour, leaves a library that stays locked to the next time, tells other failures, and ends at once', async () => {
  const { home, database } = open()
  fill(database, 1_300)
  const { prune } = createRegistry(createProvenanceRows(database), () => 1_000)
  const bugs: unknown[] = []
  const lock = lockLibraryHere(libraryOf(home))
  database.limitLockWait()
  const pruning = schedulePruning({ prune }, (error) => bugs.push(error), 5)
  lock.release()
  await expect.poll(() => numbers(database)).toEqual({ count: 1_000, newest: 1_300 })
  fill(database, 10)
  await expect.poll(() => numbers(database)).toEqual({ count: 1_000, newest: 1_310 })
  await pruning.close()
  expect(bugs).toEqual([])
  for (const code of ['storage/busy', 'storage/full', 'storage/failed'] as const) {
    const fails = async (): Promise<never> => {
      throw new AppError(code, code)
    }
    await schedulePruning({ prune: fails }, (error) => bugs.push(error)).close()
  }
  expect(bugs).toEqual([])
  const failing = schedulePruning(
    { prune: () => Promise.reject(new AppError('storage/failed', 'broken')) },
    (error) => bugs.push(error),
  )
  await expect.poll(() => bugs).toMatchObject([{ code: 'storage/failed' }])
  await failing.close()
})
