import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHomeBlobs } from './blobs/folder.ts'
import { type Database, openDatabase } from './db/database.ts'
import { createIdempotencyRows } from './db/idempotency.ts'
import { lockLibraryHere } from './db/lock.test-support.ts'
import { createIdempotencyStore, type IdempotencyStore } from './idempotency.ts'
import { createLiveProcess } from './live-process.ts'

const FINGERPRINT = Uint8Array.of(1, 2, 3)
const HEAD = { status: 200, headers: { 'content-type': 'audio/wav' } }
let home: string
let clock: Date
let database: Database
let answers: IdempotencyStore
let notKept: unknown[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'griot ìdáhùn '))
  clock = new Date('2025-03-01T08:00:00Z')
  database = openDatabase(join(home, 'library.db'))
  notKept = []
  answers = open()
})
afterEach(async () => {
  await answers.close()
  database.close()
  rmSync(home, { recursive: true })
})

/** The program as it starts again on the same data folder. */
function open(rows = createIdempotencyRows(database)): IdempotencyStore {
  return createIdempotencyStore({
    rows,
    blobs: createHomeBlobs(home),
    process: createLiveProcess(process.pid),
    now: () => clock,
    onNotKept: (error) => notKept.push(error),
    maxBytes: 1_000,
  })
}

const named = (key: string) => ({ account: 'owner', operation: 'generateSpeech', key })
/** Files of answers; their folder is made with the first one. */
const onDisk = (): string[] => {
  const folder = join(home, 'answers')
  return existsSync(folder) ? readdirSync(folder) : []
}

async function answer(key: string, bytes: Uint8Array): Promise<void> {
  const begun = await answers.begin(named(key))
  if (begun.kind !== 'recording') throw new Error('It was answered before.')
  begun.push(bytes)
  await begun.keep(HEAD, FINGERPRINT)
  clock = new Date(clock.getTime() + 1)
}

/** The bytes that are given again; undefined where the request would be done. */
async function again(key: string): Promise<Buffer | undefined> {
  const begun = await answers.begin(named(key))
  if (begun.kind === 'remembered') return buffer(begun.bytes)
  await begun.forget()
  return undefined
}

test('an answer is given again, also after the program was started again', async () => {
  await answer('a', Buffer.from('Ẹ káàárọ̀'))
  await answers.close()
  answers = open()
  await answers.purge()
  const begun = await answers.begin(named('a'))
  expect(begun).toMatchObject({
    kind: 'remembered',
    head: HEAD,
    sizeBytes: Buffer.byteLength('Ẹ káàárọ̀'),
  })
  if (begun.kind === 'remembered') {
    expect([...begun.fingerprint]).toEqual([...FINGERPRINT])
    expect((await buffer(begun.bytes)).toString()).toBe('Ẹ káàárọ̀')
  }
})

test('where room is short, the oldest answers go first', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await answer(key, new Uint8Array(400))
  expect(await again('a')).toBeUndefined()
  expect(await again('b')).toBeUndefined()
  expect(await again('c')).toHaveLength(400)
  expect(await again('d')).toHaveLength(400)
  expect(onDisk()).toHaveLength(2)
})

test('an answer larger than all the room is given and not kept', async () => {
  await answer('small', new Uint8Array(400))
  await answer('large', new Uint8Array(1_001))
  expect(notKept).toMatchObject([{ code: 'storage/failed' }])
  expect(await again('large')).toBeUndefined()
  expect(await again('small')).toHaveLength(400)
})

test('answers older than a day go at the next purge, with their bytes and whatever else of that age lies there', async () => {
  await answer('old', new Uint8Array(10))
  clock = new Date(clock.getTime() + 23 * 60 * 60_000)
  await answer('new', new Uint8Array(20))
  clock = new Date(clock.getTime() + 2 * 60 * 60_000)
  const day = 24 * 60 * 60_000
  for (const [name, age] of [
    ['stray.part', day + 1],
    ['of another library', day - 1],
  ] as const) {
    const path = join(home, 'answers', name)
    writeFileSync(path, 'x')
    utimesSync(path, new Date(clock.getTime() - age), new Date(clock.getTime() - age))
  }
  await answers.purge()
  expect(onDisk()).toHaveLength(2)
  expect(await again('new')).toHaveLength(20)
})

test('a request in work when its process was killed may be sent again, one in work elsewhere not', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BEGIN, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await answers.purge()
  await expect(again('killed')).rejects.toMatchObject({ code: 'request/in-work' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await answers.purge()
  expect(onDisk()).toEqual([])
  expect(await again('killed')).toBeUndefined()
})

/** Another Griot on the same data folder, which begins an answer and never ends it. */
const BEGIN = `
  import { readdir } from 'node:fs/promises'
  import { join } from 'node:path'
  import { createIdempotencyStore } from '#storage/idempotency.ts'
  import { createHomeBlobs } from '#storage/blobs/folder.ts'
  import { openDatabase } from '#storage/db/database.ts'
  import { createIdempotencyRows } from '#storage/db/idempotency.ts'
  import { createLiveProcess } from '#storage/live-process.ts'
  const home = process.argv[1]
  const answers = createIdempotencyStore({
    rows: createIdempotencyRows(openDatabase(join(home, 'library.db'))),
    blobs: createHomeBlobs(home),
    process: createLiveProcess(process.pid),
    now: () => new Date('2025-03-01T08:00:00Z'),
    onNotKept: console.error,
  })
  const begun = await answers.begin({ account: 'owner', operation: 'generateSpeech', key: 'killed' })
  begun.push(Buffer.from('half'))
  setInterval(() => undefined, 1000)
  while (!(await readdir(join(home, 'answers')).catch(() => [])).length);
  console.log('begun')
`

test('an answer that the library cannot note is still an answer, and may be asked for anew', async () => {
  const begun = await answers.begin(named('full'))
  if (begun.kind !== 'recording') throw new Error('It was answered before.')
  begun.push(Buffer.from('Ẹ káàárọ̀'))
  database.run('PRAGMA query_only = 1')
  await begun.keep(HEAD, FINGERPRINT)
  database.run('PRAGMA query_only = 0')
  expect(notKept).toMatchObject([{ code: 'storage/failed' }, { code: 'storage/failed' }])
  expect(await again('full')).toBeUndefined()
  expect(onDisk()).toEqual([])
})

test('an answer that ends while the library is locked is remembered once it is free', async () => {
  const begun = await answers.begin(named('locked'))
  if (begun.kind !== 'recording') throw new Error('It was answered before.')
  begun.push(Buffer.from('Ẹ káàárọ̀'))
  const lock = lockHere()
  const kept = begun.keep(HEAD, FINGERPRINT)
  while (!onDisk().some((name) => !name.endsWith('.part'))) await nextTurn()
  lock.release()
  await kept
  expect(String(await again('locked'))).toBe('Ẹ káàárọ̀')
  expect(notKept).toEqual([])
})

test('an answer that is known stays known where the older ones cannot be taken away for it', async () => {
  await answer('old', new Uint8Array(600))
  database.run(
    "CREATE TRIGGER all_stay BEFORE DELETE ON answers BEGIN SELECT raise(ABORT, 'no'); END",
  )
  await answer('new', new Uint8Array(700))
  expect(notKept).toMatchObject([{ message: 'no' }])
  expect(await again('new')).toHaveLength(700)
  database.run('DROP TRIGGER all_stay')
})

test('an answer that fails while the library is locked holds nobody up, and may be asked for anew', async () => {
  const begun = await answers.begin(named('failed'))
  if (begun.kind !== 'recording') throw new Error('It was answered before.')
  const lock = lockHere()
  await begun.forget()
  lock.release()
  expect(await again('failed')).toBeUndefined()
  expect(notKept).toEqual([])
})

/** As another program on the same data folder does. */
function lockHere() {
  database.limitLockWait()
  return lockLibraryHere(join(home, 'library.db'))
}

test('of requests that come while the library takes its time, as one on a server does, one is done', async () => {
  const rows = createIdempotencyRows(database)
  answers = open({
    ...rows,
    async begin(...request) {
      const begun = await rows.begin(...request)
      await wait(5)
      return begun
    },
  })
  const both = await Promise.allSettled([answers.begin(named('a')), answers.begin(named('a'))])
  expect(both).toMatchObject([
    { value: { kind: 'recording' } },
    { reason: { code: 'request/in-work' } },
  ])
})

test('an answer that is known by the time its row would be purged stays', async () => {
  const rows = createIdempotencyRows(database)
  const begun = await answers.begin(named('a'))
  if (begun.kind !== 'recording') throw new Error('It was answered before.')
  begun.push(Buffer.from('Ẹ káàárọ̀'))
  const listed = await rows.inWork()
  await begun.keep(HEAD, FINGERPRINT)
  const late = createIdempotencyStore({
    rows: { ...rows, inWork: () => listed },
    blobs: createHomeBlobs(home),
    process: createLiveProcess(process.pid),
    now: () => clock,
    onNotKept: (error) => notKept.push(error),
  })
  await late.purge()
  expect(String(await again('a'))).toBe('Ẹ káàárọ̀')
})

test('a store that takes its time holds no answer up: it is given, and done again once nothing is left of it', async () => {
  const gate = Promise.withResolvers<void>()
  const blobs = createHomeBlobs(home)
  const slow = createIdempotencyStore({
    rows: createIdempotencyRows(database),
    blobs: { ...blobs, put: (...put) => gate.promise.then(() => blobs.put(...put)) },
    process: createLiveProcess(process.pid),
    now: () => clock,
    onNotKept: (error) => notKept.push(error),
    mostWaitMs: 20,
  })
  const begun = await slow.begin(named('slow'))
  if (begun.kind !== 'recording') throw new Error('It was answered before.')
  begun.push(Buffer.from('Ẹ káàárọ̀'))
  await begun.keep(HEAD, FINGERPRINT)
  await begun.forget()
  expect(notKept).toMatchObject([{ code: 'storage/busy' }])
  await expect(slow.begin(named('slow'))).rejects.toMatchObject({ code: 'request/in-work' })
  gate.resolve()
  await slow.close()
  expect(onDisk()).toEqual([])
  expect(await again('slow')).toBeUndefined()
})

test('the end of the program leaves nothing half-written', async () => {
  const begun = await answers.begin(named('cut'))
  if (begun.kind === 'recording') begun.push(Buffer.from('half'))
  await answers.close()
  expect(onDisk()).toEqual([])
  answers = open()
  expect(await again('cut')).toBeUndefined()
})
