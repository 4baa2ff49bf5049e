import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { stateOf } from '#app/migration/copy-rows.ts'
import { MOVED_TABLES, STAYING_TABLES } from '#app/migration/tables.ts'
import { createFolderBlobs, createHomeBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { all, type RowDatabase, run, transaction } from '#storage/db/steps.ts'
import { keysOf } from '#storage/files/keys.ts'
import { libraryOf } from '#storage/home.ts'
import { openPostgres } from '#storage/postgres/database.ts'
import { startEmbedded } from '#storage/postgres/pglite.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { ENTRY, runGriot } from './griot.test-support.ts'

const folder = folderForTests('griot ìṣípòpadà')
/** Rows of a table that move at once are at most 500: those of the first test take two pages, of the second one three. */
const RECORDS = { ofTwoPages: 600, ofThreePages: 1_100 }

const FILE = '0b4f6f3e-9c1d-4a51-9a0e-6d1a52d8c001'
const KEY = keysOf({ account: 'owner', id: FILE }).whole
const LINES = 'batches/batch_1/input.jsonl'
const Counts = z.tuple([z.object({ n: z.number() })])

/** A data folder with a token, a file, a word and a record for each of `records`. */
async function desktop(name: string, records: number): Promise<string> {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const griot = (...args: string[]) => runGriot(own, args)
  await griot('keys', 'create', '--name', 'Ìròyìn')
  await griot('dictionary', 'add', 'Griot', '--say', 'gree-oh')
  await griot('say', 'The rain has stopped.', '--voice', 'john', '--out', join(own, 'a.wav'))
  const home = join(own, 'data')
  const database = openDatabase(libraryOf(home))
  const bytes = Buffer.from('Ohùn')
  const id = FILE
  await createHomeBlobs(home).put(KEY, { bytes, type: 'text/plain' })
  await createFolderBlobs(join(home, 'batches')).put(LINES, { bytes, type: 'text/plain' })
  database.perform(() =>
    transaction(function* () {
      yield* run(
        `INSERT INTO files (id, account, status, original_name, created_at, process, media_type, size_bytes, sha256)
         VALUES (?, 'owner', 'ready', ?, '2026-11-26T00:00:00Z', '1', 'text/plain', ?, ?)`,
        ...[id, 'ohùn\0.txt', bytes.length, Buffer.alloc(32, 7)],
      )
      for (let n = 0; n < records; n++)
        yield* run(
          `INSERT INTO spoken (said_at, source, voice, engine, language, text, characters, seconds, first_sound_ms, total_ms, memory_bytes, is_whole)
           VALUES (?, 'api', 'john', 'flite', 'en', ?, 4, 0.1, 12.5, 20.25, 1000, 1)`,
          ...[n, `Text ${n}`],
        )
    }),
  )
  database.close()
  return own
}

async function states(database: RowDatabase) {
  const found = []
  for (const table of MOVED_TABLES) found.push([table.name, await stateOf(database, table)])
  return Object.fromEntries(found)
}

async function statesOfFolder(home: string) {
  const database = openDatabase(libraryOf(home))
  try {
    return await states(database)
  } finally {
    database.close()
  }
}

test('every table of a library moves or is named among those that stay', async () => {
  const database = openDatabase(join(folder, 'empty.db'))
  const rows = database.perform(() =>
    all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"),
  ) as readonly { readonly name: string }[]
  database.close()
  const known = [...MOVED_TABLES.map(({ name }) => name), ...STAYING_TABLES]
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

test('a library moves to a service and back into an empty folder, row by row and byte by byte', async () => {
  const server = await startEmbedded()
  try {
    const own = await desktop('there and back', RECORDS.ofTwoPages)
    const blobs = join(folder, 'blobs')
    const before = await statesOfFolder(join(own, 'data'))
    const up = await runGriot(own, ['migrate', '--to', server.url, '--blobs', blobs])
    expect([up.code, up.err]).toEqual([0, 'Both ends were read again and are the same.\n'])
    expect(String(up.out)).toMatch(/^keys\t1$/m)
    expect(String(up.out)).toMatch(/^spoken\t60\d$/m)
    const again = await runGriot(own, ['migrate', '--to', server.url, '--blobs', blobs])
    expect([again.code, again.out]).toEqual([0, up.out])
    const back = join(folder, 'back')
    mkdirSync(back)
    const down = await runGriot(back, ['migrate', '--from', server.url, '--blobs', blobs])
    expect([down.code, down.err]).toEqual([0, 'Both ends were read again and are the same.\n'])
    const after = await statesOfFolder(join(back, 'data'))
    // The roots of the keys that have signed in the folder were entered.
    const { provenance_certificates: _, ...rest } = before
    expect(after).toMatchObject(rest)
    expect(after['provenance_certificates']?.count).toBe(1)
    expect(readFileSync(join(back, 'data', KEY), 'utf8')).toBe('Ohùn')
    expect(readFileSync(join(back, 'data/batches', LINES), 'utf8')).toBe('Ohùn')
    const other = await desktop('another library', 3)
    const refused = await runGriot(other, ['migrate', '--to', server.url, '--blobs', blobs])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('holds another library')
  } finally {
    await server.stop()
  }
})

test('a move that is killed goes on where it was', async () => {
  const server = await startEmbedded()
  try {
    const own = await desktop('killed', RECORDS.ofThreePages)
    const blobs = join(folder, 'blobs of the killed')
    const args = ['migrate', '--to', server.url, '--blobs', blobs]
    const env = { ...process.env, GRIOT_HOME: join(own, 'data') }
    const child = spawn(process.execPath, [ENTRY, ...args], { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    const database = await openPostgres(server.url, { connections: 1 })
    // The server does one transaction after the other: whoever moves rows waits while these are counted.
    const killOnceSomeAreThere = (): Promise<number> =>
      database.perform(() =>
        transaction(function* () {
          const [{ n }] = Counts.parse(yield* all('SELECT count(*) AS n FROM spoken'))
          if (n > 0) child.kill('SIGKILL')
          return n
        }),
      )
    let moved = 0
    while (moved === 0) moved = await killOnceSomeAreThere()
    await ended
    expect(moved).toBeLessThan(RECORDS.ofThreePages)
    await database.close()
    const { code, out } = await runGriot(own, args)
    expect(code).toBe(0)
    expect(String(out)).toMatch(/^spoken\t110\d$/m)
  } finally {
    await server.stop()
  }
})

test('a folder that is in use is not moved, and what is missing is told', async () => {
  const own = join(folder, 'asked wrongly')
  mkdirSync(own, { recursive: true })
  const neither = await runGriot(own, ['migrate'])
  expect([neither.code, neither.err]).toEqual([2, expect.stringContaining('--to URL')])
  const both = await runGriot(own, [
    'migrate',
    '--to',
    'postgres://a/b',
    '--from',
    'postgres://a/b',
  ])
  expect(both.code).toBe(2)
  const bare = await runGriot(own, ['migrate', '--to', 'postgres://a/b'])
  expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('--blobs PLACE')])
  const gone = ['migrate', '--to', 'postgres://127.0.0.1:9/griot', '--blobs', join(own, 'blobs')]
  const { code, err } = await runGriot(own, gone)
  expect([code, err]).toEqual([1, expect.stringContaining('127.0.0.1:9/griot')])
  expect(() => readFileSync(join(own, 'data/library.db'))).toThrow('ENOENT')
})
