import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#core/library/database.ts'
import { createFileRows } from '#core/library/files.ts'
import { createLiveProcess } from '#core/live-process.ts'
import { AppError } from '#shared/errors.ts'
import { createFiles, type Files } from './files.ts'
import { createSigner } from './links.ts'
import { sizeInWords } from './size-in-words.ts'
import { sweepFiles } from './sweep.ts'

const QUOTA = 1_000_000
const STAY = new AbortController().signal
let home: string
let database: Database
let clock: Date
let files: Files

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'griot fáìlì ፋይል '))
  clock = new Date('2025-03-01T08:00:00Z')
  database = openDatabase(join(home, 'library.db'))
  files = open()
})
afterEach(async () => {
  await files.close()
  database.close()
  rmSync(home, { recursive: true })
})

function open(secret = new Uint8Array(32)): Files {
  return createFiles({
    rows: createFileRows(database),
    folder: join(home, 'files'),
    signer: createSigner(secret, () => clock),
    quotaOf: () => QUOTA,
    process: createLiveProcess(process.pid),
    now: () => clock,
  })
}

async function* pieces(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

const add = (account: string, originalName: string, bytes = pieces('Ẹ káàárọ̀')) =>
  files.add(account, { originalName, uploadedBy: 'laptop', bytes }, STAY)

const onDisk = (): string[] =>
  readdirSync(join(home, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/** Bytes that come when told to; `send` waits until they were taken. */
function tap() {
  let next = Promise.withResolvers<Uint8Array | undefined>()
  let taken = Promise.withResolvers<void>()
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      while (true) {
        const piece = await next.promise
        next = Promise.withResolvers()
        if (!piece) return
        yield piece
        taken.resolve()
      }
    } finally {
      taken.resolve()
    }
  }
  const send = async (piece?: Uint8Array): Promise<void> => {
    taken = Promise.withResolvers()
    next.resolve(piece)
    await taken.promise
  }
  return { bytes: bytes(), send }
}

test('a file is stored whole, with its size, hash and name in any script', async () => {
  const sound = Buffer.concat([Buffer.from('RIFF....WAVE'), randomBytes(300_000)])
  const stored = await add('owner', 'Ohùn Ìyá àgbà – የአያቴ ድምፅ.wav', pieces(sound))
  expect(stored).toMatchObject({
    account: 'owner',
    originalName: 'Ohùn Ìyá àgbà – የአያቴ ድምፅ.wav',
    uploadedBy: 'laptop',
    createdAt: '2025-03-01T08:00:00.000Z',
    content: { sizeBytes: sound.length, mediaType: 'audio/wav' },
  })
  expect(stored.content?.sha256).toEqual(createHash('sha256').update(sound).digest())
  const { path } = files.follow(files.link('owner', stored.id, 60))
  expect(readFileSync(path).equals(sound)).toBe(true)
  expect(onDisk()).toEqual([stored.id])
})

test('others see a file while it arrives, and nobody can delete or link to it yet', async () => {
  const { bytes, send } = tap()
  const work = add('owner', 'orin.mp3', bytes)
  await send(Buffer.from('half'))
  const [seen] = files.list('owner', { limit: 10, status: 'uploading' }).files
  expect(seen).toMatchObject({ originalName: 'orin.mp3', content: undefined })
  const id = String(seen?.id)
  await expect(files.remove('owner', id)).rejects.toMatchObject({ code: 'file/unfinished' })
  expect(() => files.link('owner', id, 60)).toThrow('still being uploaded')
  expect(files.usage('owner')).toEqual({ total: QUOTA, used: 0, count: 0 })
  await send()
  expect((await work).id).toBe(id)
  expect(files.list('owner', { limit: 10, status: 'uploading' }).files).toEqual([])
  expect(files.list('owner', { limit: 10, status: 'ready' }).files).toHaveLength(1)
})

test('nothing is left of an upload that breaks off, is cancelled, or is cut off by the end of the program', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new AppError('request/unreadable', 'The form ended before it was complete.')
  }
  await expect(add('owner', 'a', broken())).rejects.toMatchObject({ code: 'request/unreadable' })

  const cancelled = new AbortController()
  const slow = tap()
  const order = { originalName: 'b', uploadedBy: undefined, bytes: slow.bytes }
  const work = files.add('owner', order, cancelled.signal)
  await slow.send(Buffer.from('half'))
  cancelled.abort(new AppError('speech/cancelled', 'Stopped.'))
  await expect(work).rejects.toThrow('Stopped.')

  const last = tap()
  const cut = add('owner', 'c', last.bytes)
  const failed = expect(cut).rejects.toThrow('shutting down')
  await last.send(Buffer.from('half'))
  await files.close()
  await failed
  expect(onDisk()).toEqual([])
  expect(files.list('owner', { limit: 10 }).files).toEqual([])
})

test('of two uploads that would not both fit, one is refused while it streams, with both figures', async () => {
  const [first, second] = [tap(), tap()]
  const both = Promise.allSettled([add('owner', 'a', first.bytes), add('owner', 'b', second.bytes)])
  for (const { send } of [first, second]) await send(new Uint8Array(400_000))
  await first.send(new Uint8Array(200_000))
  await second.send(new Uint8Array(1))
  await expect.poll(onDisk).toHaveLength(1)
  await first.send()
  const [kept, refused] = await both
  expect(kept?.status).toBe('fulfilled')
  expect(refused).toMatchObject({ reason: { code: 'file/quota' } })
  expect(String(Object(refused).reason)).toContain(
    'into the 400.0 kB that are left: the files of this account hold 0 B of 1.0 MB, and others that are being uploaded now 600.0 kB.',
  )
  expect(files.usage('owner')).toEqual({ total: QUOTA, used: 600_000, count: 1 })
})

test('eight uploads at once never hold more than the quota, and one account’s do not count for another', async () => {
  const upload = (account: string) =>
    add(account, 'x', pieces(...Array.from({ length: 3 }, () => new Uint8Array(100_000))))
  const results = await Promise.allSettled([
    ...Array.from({ length: 8 }, () => upload('owner')),
    ...Array.from({ length: 3 }, () => upload('Ngọzi')),
  ])
  expect(results.slice(8).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
  const { used, count } = files.usage('owner')
  expect(used).toBe(count * 300_000)
  expect(used).toBeLessThanOrEqual(QUOTA)
  expect(onDisk()).toHaveLength(count + 3)
})

test('a file fits exactly, one byte more does not, and deleting makes room', async () => {
  const whole = await add('owner', 'a', pieces(new Uint8Array(QUOTA)))
  await expect(add('owner', 'b', pieces('x'))).rejects.toMatchObject({ code: 'file/quota' })
  await files.remove('owner', whole.id)
  expect((await add('owner', 'b', pieces('x'))).content?.sizeBytes).toBe(1)
  expect(onDisk()).toHaveLength(1)
})

test('pages stay whole while files come and go', async () => {
  const ids: string[] = []
  for (let i = 0; i < 9; i++) ids.push((await add('owner', `${i}`, pieces('x'))).id)
  const expected = [...ids].reverse()
  const first = files.list('owner', { limit: 3 })
  await add('owner', 'new', pieces('x'))
  // The one the cursor stands on, one already seen, and one still to come.
  for (const i of [2, 0, 7]) await files.remove('owner', String(expected[i]))
  const second = files.list('owner', { limit: 3, cursor: String(first.nextCursor) })
  await add('owner', 'newer', pieces('x'))
  const third = files.list('owner', { limit: 3, cursor: String(second.nextCursor) })
  const seen = [first, second, third].flatMap((page) => page.files.map(({ id }) => id))
  expect(seen).toEqual(expected.filter((_, i) => i !== 7))
  expect(third.nextCursor).toBeUndefined()
})

test('a cursor of another account, of another data folder, or made up is refused', async () => {
  for (const account of ['owner', 'Tègbà'])
    for (const name of ['a', 'b']) await add(account, name, pieces('x'))
  const cursor = String(files.list('owner', { limit: 1 }).nextCursor)
  expect(files.list('owner', { limit: 1, cursor }).files).toHaveLength(1)
  expect(files.list('owner', { limit: 1, cursor: '' }).files[0]?.originalName).toBe('b')
  const elsewhere = open(randomBytes(32))
  const foreign = String(elsewhere.list('owner', { limit: 1 }).nextCursor)
  expect(() => files.list('Tègbà', { limit: 1, cursor })).toThrow('cursor')
  for (const bad of [foreign, 'x', `${cursor}x`, '0', 'ድ', ' '])
    expect(() => files.list('owner', { limit: 1, cursor: bad })).toThrow('cursor')
})

test('a file of another account is as unknown as one that never was', async () => {
  const { id } = await add('owner', 'a')
  expect(() => files.get('somebody', id)).toThrow('no such file')
  expect(() => files.link('somebody', id, 60)).toThrow('no such file')
  await expect(files.remove('somebody', id)).rejects.toMatchObject({ code: 'file/not-found' })
  expect(() => files.get('owner', '../library.db')).toThrow('no such file')
  expect(files.get('owner', id).id).toBe(id)
})

test('the id of a file is the same in capital letters', async () => {
  const { id } = await add('owner', 'a')
  expect(files.get('owner', id.toUpperCase()).id).toBe(id)
  expect(files.link('owner', id.toUpperCase(), 60).fileId).toBe(id)
  await files.remove('owner', id.toUpperCase())
  expect(onDisk()).toEqual([])
})

test('a file that the disk does not let go is an error in words', async () => {
  const { id } = await add('owner', 'a')
  const [folder] = readdirSync(join(home, 'files'))
  rmSync(join(home, 'files', String(folder)), { recursive: true })
  writeFileSync(join(home, 'files', String(folder)), 'in the way')
  await expect(files.remove('owner', id)).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('deleted'),
  })
})

test('a link opens its file alone, until it expires or the file is deleted', async () => {
  const [one, other] = [await add('owner', 'a'), await add('owner', 'b')]
  const link = files.link('owner', one.id, 60)
  expect(link.expires).toBe(clock.getTime() / 1000 + 60)
  expect(files.follow({ ...link, expires: String(link.expires) }).file.id).toBe(one.id)
  for (const changed of [
    { fileId: other.id },
    { expires: link.expires + 1 },
    { expires: `${link.expires}.0` },
    { signature: '' },
    { signature: `${link.signature}=` },
  ])
    expect(() => files.follow({ ...link, ...changed })).toThrow('not made by this server')
  clock = new Date(clock.getTime() + 60_000)
  expect(() => files.follow(link)).toThrow('expired')
  const fresh = files.link('owner', one.id, 60)
  await files.remove('owner', one.id)
  expect(() => files.follow(fresh)).toThrow('no such file')
})

test('what a killed process left is swept at the next start, and what others do stays', async () => {
  const { id } = await add('owner', 'whole')
  const child = spawn(process.execPath, ['--input-type=module', '-e', UPLOAD, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  expect(files.list('owner', { limit: 10, status: 'uploading' }).files).toHaveLength(1)
  const sweep = (): Promise<void> =>
    sweepFiles(createFileRows(database), join(home, 'files'), createLiveProcess(7), () => clock)
  await sweep()
  expect(onDisk()).toHaveLength(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  writeFileSync(join(home, 'files', 'stray'), 'x')
  await sweep()
  expect(onDisk()).toEqual([id])
  expect(files.list('owner', { limit: 10 }).files.map((file) => file.id)).toEqual([id])
})

/** Another Griot on the same data folder, which takes in a file that never ends. */
const UPLOAD = `
  import { join } from 'node:path'
  import { createFiles } from '#core/files/files.ts'
  import { createSigner } from '#core/files/links.ts'
  import { openDatabase } from '#core/library/database.ts'
  import { createFileRows } from '#core/library/files.ts'
  import { createLiveProcess } from '#core/live-process.ts'
  const home = process.argv[1]
  const now = () => new Date('2025-03-01T08:00:00Z')
  const files = createFiles({
    rows: createFileRows(openDatabase(join(home, 'library.db'))),
    folder: join(home, 'files'),
    signer: createSigner(new Uint8Array(32), now),
    quotaOf: () => 1e6,
    process: createLiveProcess(process.pid),
    now,
  })
  setInterval(() => undefined, 1000)
  async function* bytes() {
    yield Buffer.from('half')
    console.log('half')
    await new Promise(() => undefined)
  }
  await files.add('owner', { originalName: 'never', uploadedBy: undefined, bytes: bytes() }, new AbortController().signal)
`

test('a disk that takes nothing is an error in words, and leaves no row', async () => {
  writeFileSync(join(home, 'files'), 'a file where the folder should be')
  await expect(add('owner', 'a')).rejects.toMatchObject({ code: 'storage/failed' })
  expect(files.list('owner', { limit: 10 }).files).toEqual([])
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [1_000_000_000, '1.0 GB'],
])('%i bytes are %s in words', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})
