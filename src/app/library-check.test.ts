import { randomBytes, randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { wavHeader } from '#media/wav.ts'
import { type Database, MIGRATIONS, openDatabase } from '#storage/db/database.ts'
import { pathsOf } from '#storage/files/folders.ts'
import { libraryOf } from '#storage/home.ts'
import { checkLibrary } from '#storage/library-check.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createStorage } from './storage.ts'

const folder = folderForTests('griot àkójọ ቤተ')
let home: string
let count = 0
let fileId: string
const voiceId = randomUUID()
const clipId = randomUUID()
const stored = (): string => pathsOf(join(home, 'files'), { account: 'owner', id: fileId }).whole

/** A library with a file, a voice, a recording that waits, and some pages of registered answers. */
beforeEach(async () => {
  home = join(folder, String(++count))
  const database = openDatabase(libraryOf(home))
  const onBug = (error: unknown): never => {
    throw error
  }
  const storage = createStorage(database, {
    ...{ home, now: () => new Date(), linkSecret: randomBytes(32), quotaOf: () => 1_000, onBug },
  })
  const bytes = (async function* () {
    yield Buffer.from('Ẹ káàárọ̀')
  })()
  const file = { originalName: 'ohùn.wav', uploadedBy: undefined, bytes }
  fileId = (await storage.files.add('owner', file, new AbortController().signal)).id
  await storage.close()
  fill(database)
  database.close()
  mkdirSync(join(home, 'voices', voiceId), { recursive: true })
  for (const name of ['recording', 'transcript.txt'])
    writeFileSync(join(home, 'voices', voiceId, name), 'Ẹ káàárọ̀')
  mkdirSync(join(home, 'clips', clipId), { recursive: true })
  const about = { startedAt: '2026-05-01T12:00:00Z', source: 'microphone', rate: 48_000 }
  writeFileSync(join(home, 'clips', clipId, 'about.json'), JSON.stringify(about))
  writeFileSync(
    join(home, 'clips', clipId, 'sound.wav'),
    Buffer.concat([wavHeader(100), Buffer.alloc(100)]),
  )
})

function fill(database: Database): void {
  database.run(
    `INSERT INTO voices (id, account, name, spoken_language, traits, warnings, created_at, updated_at)
     VALUES (?, 'owner', 'Adé', 'yo', '{}', '[]', '2026', '2026')`,
    voiceId,
  )
  database.transaction(() => {
    for (let n = 0; n < 500; n++)
      database.run(
        `INSERT INTO provenance_records (request_id, account, created_at, voice, language, engine,
           format, placement, sha256, size_bytes, manifest_id, certificate_sha256)
         VALUES (?, 'owner', '2026', 'Lina', 'en', 'flite', 'wav', 'embedded', ?, 1, ?, ?)`,
        ...[randomUUID(), 'a'.repeat(64), randomUUID(), 'b'.repeat(64)],
      )
  })
}

/** Files of the data folder with size and modification time. */
function listing(): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true }).map((entry) => {
    const { size, mtimeMs } = statSync(join(entry.parentPath, entry.name))
    return `${entry.parentPath}/${entry.name} ${size} ${mtimeMs}`
  })
}

test('a library that is as it should be is told with what it holds, and nothing is written', async () => {
  const before = listing()
  expect(await checkLibrary(home)).toMatch(
    /^undamaged, \d+\.\d kB, and it matches the disk: 1 files, 1 voices of your own, 1 recordings that wait to become voices$/,
  )
  expect(listing()).toEqual(before)
  expect(await checkLibrary(join(home, 'not', 'yet'))).toMatch(/^none yet/)
})

test('a library that a program is using, and whose changes still lie in its log, is read with them', async () => {
  const server = openDatabase(libraryOf(home))
  onTestFinished(server.close)
  server.run('UPDATE files SET size_bytes = 5')
  await expect(checkLibrary(home)).rejects.toThrow(/another size than in the library/)
})

test.each([
  ['cut off in the middle', (path: string) => truncateSync(path, statSync(path).size / 2)],
  [
    'cut off in the middle of a page',
    (path: string) => truncateSync(path, statSync(path).size - 2_000),
  ],
  ['overwritten at its beginning', (path: string) => overwrite(path, 0, 4_096)],
  ['no library at all', (path: string) => writeFileSync(path, 'Ẹ káàárọ̀')],
])('a library that is %s is damaged, and it is told what to do', async (_, spoil) => {
  spoil(libraryOf(home))
  await expect(checkLibrary(home)).rejects.toThrow(/library .*library\.db is damaged\. .*backup/s)
})

test('random bytes in the middle of any page of rows or of an index are found', async () => {
  const path = libraryOf(home)
  const whole = readFileSync(path)
  const pages = whole.length / 4_096
  let spoiled = 0
  let found = 0
  for (let page = pages - 30; page < pages; page++) {
    writeFileSync(path, whole)
    const at = page * 4_096 + 1_900
    // The gap between the rows of a page holds no data.
    if (whole.subarray(at, at + 300).every((byte) => byte === 0)) continue
    overwrite(path, at, 300)
    spoiled++
    await checkLibrary(home).catch((error) => {
      expect(String(error)).toMatch(/is damaged/)
      found++
    })
  }
  expect(spoiled).toBeGreaterThan(20)
  expect(found).toBe(spoiled)
})

function overwrite(path: string, at: number, bytes: number): void {
  const whole = readFileSync(path)
  for (let n = 0; n < bytes; n++) whole[at + n] = (n * 73 + 41) % 251
  writeFileSync(path, whole)
}

test('a library of a newer Griot is told with both versions, and one of an older Griot is let be', async () => {
  const database = openDatabase(libraryOf(home))
  database.run(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
  database.close()
  await expect(checkLibrary(home)).rejects.toThrow(
    /written by a newer version of Griot.*Update Griot/,
  )
  rmSync(libraryOf(home))
  openDatabase(libraryOf(home), MIGRATIONS.slice(0, 2)).close()
  expect(await checkLibrary(home)).toMatch(/from an older Griot \(version 2\)/)
})

test('a file or a recording that is lost, cut off or not in the library is named, with what to do', async () => {
  truncateSync(stored(), 3)
  await expect(checkLibrary(home)).rejects.toThrow(
    `1 uploaded files have another size than in the library (${fileId}). Put them back from a backup`,
  )
  rmSync(stored())
  rmSync(join(home, 'voices', voiceId, 'recording'))
  truncateSync(join(home, 'clips', clipId, 'sound.wav'), 70)
  for (let n = 0; n < 5; n++) writeFileSync(join(home, 'files', randomUUID()), '')
  mkdirSync(join(home, 'voices', 'stranger'))
  const told = await checkLibrary(home).catch(String)
  for (const words of [
    `1 uploaded files in the library are not on the disk (${fileId})`,
    'and 2 more). Run "griot recover" to add them to the library',
    `1 recordings of your voices are not on the disk (${voiceId}/recording)`,
    '(stranger)',
    `1 recordings in ${join(home, 'clips')} are damaged (${clipId})`,
  ])
    expect(told).toContain(words)
})
