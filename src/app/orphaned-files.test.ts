import { randomBytes, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, MIGRATIONS, openDatabase } from '#storage/db/database.ts'
import { createFileRows } from '#storage/db/files.ts'
import { createLibraryIdentity } from '#storage/db/identity.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { batchesOf, LOST_MS, moveAside } from '#storage/library-ownership/lost-and-found.ts'
import { MARKER } from '#storage/library-ownership/marker.ts'
import { ownershipOf } from '#storage/library-ownership/ownership.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createStorage, type Storage } from './storage.ts'

const folder = folderForTests('griot ጠፍቶ sọnù')
const signal = new AbortController().signal
let count = 0
let home: string
let database: Database
let storage: Storage
let clock: Date

function open(): void {
  database = openDatabase(join(home, 'library.db'))
  adoptFolders(home, database)
  const onBug = (error: unknown): never => {
    throw error
  }
  const rules = { now: () => clock, quotaOf: () => 1e6, linkSecret: randomBytes(32), onBug }
  storage = createStorage(database, { home, ...rules })
}
async function close(): Promise<void> {
  await storage.close()
  database.close()
}
beforeEach(() => {
  clock = new Date('2026-03-04T05:06:07Z')
  home = join(folder, `${++count}`)
  mkdirSync(home)
  open()
})
afterEach(close)

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
const add = async (text: string): Promise<string> =>
  (
    await storage.files.add(
      'Àdá',
      { originalName: text, uploadedBy: undefined, bytes: bytes(text) },
      signal,
    )
  ).id
const there = (under: string): readonly string[] =>
  readdirSync(join(home, under), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\da-f-]{36}$/.test(entry.name))
    .map(({ name }) => name)
    .sort()
/** A file that nobody has deleted, and of which the library knows nothing. */
function stray(): string {
  const id = randomUUID()
  writeFileSync(join(home, 'files', id), 'ohùn àjèjì')
  return id
}

test('a file that no row knows lies in lost+found for thirty days, by its path and with a note, and is then deleted', async () => {
  const id = stray()
  await storage.purge()
  const [batch = ''] = batchesOf(home)
  expect(readFileSync(join(batch, 'files', id), 'utf8')).toBe('ohùn àjèjì')
  const note = JSON.parse(readFileSync(join(batch, 'note.json'), 'utf8'))
  expect(note).toEqual({
    movedAt: clock.toISOString(),
    why: expect.stringContaining('nobody deleted'),
  })
  expect(there('files')).toEqual([])
  clock = new Date(clock.getTime() + LOST_MS)
  await storage.purge()
  expect(existsSync(batch)).toBe(true)
  clock = new Date(clock.getTime() + 1)
  await storage.purge()
  expect(batchesOf(home)).toEqual([])
})

test('what its owner deletes is gone from the disk, with what was written beside it, also when the program was killed half-way', async () => {
  await storage.files.remove('Àdá', await add('one'))
  const half = await add('two')
  await createFileRows(database).remove(half)
  expect(there('files')).toEqual([half])
  await storage.purge()
  expect(
    readdirSync(join(home, 'files'), { recursive: true }).filter((name) => /-/.test(String(name))),
  ).toEqual([])
  expect(batchesOf(home)).toEqual([])
})

test('a file that came whole before its program was killed is nobody’s to delete', async () => {
  const id = await add('whole')
  database.run(
    `UPDATE files SET status = 'uploading', size_bytes = NULL, sha256 = NULL, media_type = NULL, process = '2147483647 dead'`,
  )
  await storage.purge()
  expect(there('files')).toEqual([])
  expect(there('lost+found')).toEqual([id])
})

test('a library of another identity, an older one, and one beside a folder that says nothing clear nothing away', async () => {
  const kept = stray()
  const states: string[] = []
  const look = async (): Promise<void> => {
    await storage.purge()
    expect(there('files')).toEqual([kept])
    states.push(ownershipOf(home, createLibraryIdentity(database).read()).kind)
  }
  database.run('UPDATE library_identity SET generation = generation - 1')
  await look()
  // It does not catch up by being started.
  await close()
  open()
  await look()
  database.run(`UPDATE library_identity SET identity = 'another', generation = 99`)
  await look()
  rmSync(join(home, 'files', MARKER))
  rmSync(join(home, 'voices', MARKER))
  await look()
  writeFileSync(join(home, 'files', MARKER), 'no marker')
  await look()
  expect(states).toEqual(['older', 'older', 'foreign', 'unmarked', 'foreign'])
  expect(batchesOf(home)).toEqual([])
})

test('a file that came after the copy of the library was made stays, although copy and folder are of one generation', async () => {
  await add('before')
  database.copyTo(join(home, 'copy.db'))
  const after = await add('after')
  await close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(home, `library.db${end}`), { force: true })
  writeFileSync(join(home, 'library.db'), readFileSync(join(home, 'copy.db')))
  open()
  await storage.purge()
  expect(there('files')).toContain(after)
  expect(batchesOf(home)).toEqual([])
})

test('a data folder of an older Griot becomes its library’s own, and its files are written down', async () => {
  const id = await add('from before')
  await close()
  rmSync(home, { recursive: true })
  mkdirSync(home)
  const steps = MIGRATIONS.findIndex(({ name }) => name.endsWith('-identity'))
  const old = openDatabase(join(home, 'library.db'), MIGRATIONS.slice(0, steps))
  old.run(
    `INSERT INTO files (id, account, status, created_at, process, media_type, size_bytes, sha256)
     VALUES (?, 'owner', 'ready', ?, '', 'audio/wav', 1, zeroblob(32))`,
    ...[id, clock.toISOString()],
  )
  old.close()
  // Of the account "owner".
  const place = join(home, 'files', '4c1029697ee358715d3a14a2add817c4')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, id), 'x')
  open()
  expect(ownershipOf(home, createLibraryIdentity(database).read()).kind).toBe('own')
  await storage.purge()
  expect(JSON.parse(readFileSync(join(place, `${id}.json`), 'utf8'))).toMatchObject({
    id,
    account: 'owner',
  })
})

test('what is put away goes to another disk whole', () => {
  const elsewhere = ['/dev/shm', '/run'].find(
    (path) => existsSync(path) && statSync(path).dev !== statSync(home).dev,
  )
  const target = join(elsewhere ?? folder, `griot-${randomUUID()}`)
  const voice = join(home, 'voices', 'voice_x')
  mkdirSync(voice)
  writeFileSync(join(voice, 'recording'), 'ohùn')
  moveAside(voice, join(target, 'voices', 'voice_x'))
  expect(existsSync(voice)).toBe(false)
  expect(readFileSync(join(target, 'voices', 'voice_x', 'recording'), 'utf8')).toBe('ohùn')
  // Another program was faster.
  moveAside(voice, join(target, 'voices', 'voice_y'))
  rmSync(target, { recursive: true })
})
