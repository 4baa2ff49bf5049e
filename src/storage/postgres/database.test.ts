import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#storage/db/database.ts'
import { readIdentity } from '#storage/db/identity.ts'
import { all, listOf, run, type Steps, transaction } from '#storage/db/steps.ts'
import { openPostgres } from './database.ts'
import { embeddedForTests } from './pglite.test-support.ts'

const open = embeddedForTests()
/** What a text is kept as has to stand for it alone. */
const TEXTS = ['', 'ọ̀rọ̀', '\0', 'a\0b', '\uF8FE', '\uF8FE0', '\uF8FE1', '\0\uF8FE\0', '0\0\uF8FE10']

const Column = z.object({
  table_name: z.string(),
  name: z.string(),
  kind: z.string(),
  required: z.number(),
})
type Column = z.infer<typeof Column>

/** The script of former versions, which only a desktop has; what several nodes need; and each database's own. */
const LEFT_OUT = /^(current_script|script_|sqlite_|griot_schema|node|rate_minutes)/
const inOrder = (rows: unknown[]): Column[] =>
  z
    .array(Column)
    .parse(rows)
    .filter(({ table_name: name }) => !LEFT_OUT.test(name))

function* columnsOfSqlite(): Steps<unknown[]> {
  return yield* all(
    `SELECT m.name AS table_name, c.name, c.type AS kind, (c."notnull" OR c.pk > 0) AS required
     FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY 1, 2`,
  )
}

function* columnsOfPostgres(): Steps<unknown[]> {
  return yield* all(
    `SELECT table_name::text, column_name::text AS name,
       CASE data_type WHEN 'bytea' THEN 'BLOB' WHEN 'text' THEN 'TEXT'
         WHEN 'double precision' THEN 'REAL' ELSE 'INTEGER' END AS kind,
       CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END AS required
     FROM information_schema.columns WHERE table_schema = 'public'
     ORDER BY table_name COLLATE "C", column_name COLLATE "C"`,
  )
}

test('the tables are those of SQLite, with the same columns', async () => {
  const sqlite = openDatabase(join(mkdtempSync(join(tmpdir(), 'griot kíkà ')), 'library.db'))
  const postgres = await open()
  const expected = inOrder(sqlite.perform(columnsOfSqlite))
  sqlite.close()
  expect(inOrder(await postgres.perform(columnsOfPostgres))).toEqual(expected)
  expect(expected.length).toBeGreaterThan(100)
})

test('numbers, bytes and text come back as they do from SQLite, and sort by their bytes', async () => {
  const database = await open()
  await database.perform(function* () {
    yield* run('CREATE TABLE t (n BIGINT, b BYTEA, s TEXT COLLATE "C")')
    for (const [n, text] of [
      [2 ** 52, 'ẹ'],
      [2, 'Z'],
      [3, 'a'],
    ] as const)
      yield* run('INSERT INTO t VALUES (?, ?, ?)', n, new Uint8Array([0, n % 256]), text)
  })
  const rows = await database.perform(() => all("SELECT *, '?' AS mark FROM t ORDER BY s"))
  expect(rows).toEqual([
    { n: 2, b: Buffer.from([0, 2]), s: 'Z', mark: '?' },
    { n: 3, b: Buffer.from([0, 3]), s: 'a', mark: '?' },
    { n: 2 ** 52, b: Buffer.from([0, 0]), s: 'ẹ', mark: '?' },
  ])
  expect(await database.perform(() => all('SELECT sum(n) AS sum FROM t'))).toEqual([
    { sum: 2 ** 52 + 5 },
  ])
  expect(await database.perform(() => run('DELETE FROM t WHERE n < ?', 3))).toBe(1)
})

test('texts with U+0000 and those that stand for them are kept and found, one by one and in lists', async () => {
  const database = await open()
  await database.perform(function* () {
    yield* run('CREATE TABLE t (s TEXT COLLATE "C" PRIMARY KEY)')
    for (const text of TEXTS) yield* run('INSERT INTO t VALUES (?)', text)
  })
  const rows = await database.perform(() => all('SELECT s FROM t'))
  expect(new Set(rows)).toEqual(new Set(TEXTS.map((s) => ({ s }))))
  const { placeholders, values } = listOf(['a\0b', '\uF8FE0', 'not there'])
  const found = await database.perform(() =>
    all(`SELECT s FROM t WHERE s IN ${placeholders} ORDER BY s`, ...values),
  )
  expect(found).toEqual([{ s: 'a\0b' }, { s: '\uF8FE0' }])
  expect(await database.perform(() => run('DELETE FROM t WHERE s = ?', '\0'))).toBe(1)
})

test('a transaction that fails leaves nothing, and one inside another belongs to it', async () => {
  const database = await open()
  const add = (name: string) => () => run('INSERT INTO secrets VALUES (?, ?)', name, Buffer.of(1))
  const names = () => database.perform(() => all('SELECT name FROM secrets ORDER BY name'))
  const broken = database.perform(() =>
    transaction(function* () {
      yield* transaction(add('a'))
      throw new RangeError('no more')
    }),
  )
  await expect(broken).rejects.toThrow(new RangeError('no more'))
  expect(await names()).toEqual([])
  await database.perform(() =>
    transaction(function* () {
      yield* transaction(add('a'))
      yield* add('b')()
    }),
  )
  expect(await names()).toEqual([{ name: 'a' }, { name: 'b' }])
})

test('opened again, a library is the same one', async () => {
  const first = await open()
  const { identity } = await first.perform(readIdentity)
  const second = await openPostgres(open.url(), { connections: 1 })
  expect(await second.perform(readIdentity)).toEqual({ identity, generation: 0 })
  expect(identity).toMatch(/^[\da-f]{32}$/)
  await second.close()
})

test('tables of a newer version are used where it says that they can be, and refused in words where not', async () => {
  await open()
  const change = async (version: number, readableFrom: number): Promise<void> => {
    const database = await openPostgres(open.url(), { connections: 1 })
    await database.perform(() =>
      run('UPDATE griot_schema SET version = ?, readable_from = ?', version, readableFrom),
    )
    await database.close()
  }
  await change(99, 1)
  await change(99, 98)
  await expect(openPostgres(open.url(), { connections: 1 })).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringMatching(/newer version of Griot \(version 99.*Update this node/),
  })
})

test.each([
  ['mysql://localhost/x', 'settings/invalid', /postgres:\/\/USER/],
  ['nonsense', 'settings/invalid', /postgres:\/\/USER/],
  [
    'postgres://me:secret@127.0.0.1:1/griot',
    'storage/busy',
    /127\.0\.0\.1:1\/griot does not answer/,
  ],
  ['postgres://me:secret@host.invalid/griot', 'storage/busy', /host\.invalid:5432\/griot does not/],
])('a wrong address is told in one line, without the password: %s', async (url, code, words) => {
  const opening = openPostgres(url)
  await expect(opening).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
  await expect(opening).rejects.not.toMatchObject({ message: expect.stringMatching('secret') })
})
