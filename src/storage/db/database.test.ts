import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openDatabase, readDatabase } from './database.ts'

const folder = folderForTests('gríót ቤተ ọ̀rọ̀')

let files = 0
const freshPath = (): string => join(folder, `${++files}`, 'àkọsílẹ̀.db')

const notes = [{ name: '0001-notes', sql: 'CREATE TABLE notes (body TEXT NOT NULL) STRICT' }]
const datedNotes = [...notes, { name: '0002-dates', sql: 'ALTER TABLE notes ADD COLUMN day TEXT' }]

test('a new library is made with its folders, also where their names are not ASCII', () => {
  const path = freshPath()
  const database = openDatabase(path, notes)
  database.run('INSERT INTO notes VALUES (?)', 'Ẹ káàárọ̀, ሰላም')
  database.close()
  const again = openDatabase(path, notes)
  expect(again.all('SELECT body FROM notes')).toEqual([{ body: 'Ẹ káàárọ̀, ሰላም' }])
  again.close()
})

test.runIf(process.platform !== 'win32')(
  'only its owner may read the library and the files beside it',
  () => {
    const path = freshPath()
    const database = openDatabase(path, notes)
    database.run('INSERT INTO notes VALUES (?)', 'a secret')
    const names = readdirSync(join(path, '..'))
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) expect(statSync(join(path, '..', name)).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    database.close()
  },
)

test('foreign keys hold and the journal is a write-ahead log that survives a power cut', () => {
  const database = openDatabase(freshPath(), notes)
  expect(database.all('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }])
  expect(database.all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(database.all('PRAGMA synchronous')).toEqual([{ synchronous: 2 }])
  expect(database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 5_000 }])
  database.close()
})

test('an older library is brought up to date and keeps what is in it', () => {
  const path = freshPath()
  const old = openDatabase(path, notes)
  old.run('INSERT INTO notes VALUES (?)', 'kept')
  old.close()
  const updated = openDatabase(path, datedNotes)
  expect(updated.all('SELECT * FROM notes')).toEqual([{ body: 'kept', day: null }])
  expect(updated.all('PRAGMA user_version')).toEqual([{ user_version: 2 }])
  updated.close()
})

test('an older library, and one that is begun, are read as if brought up to date, and stay as they are', () => {
  const path = freshPath()
  const old = openDatabase(path, notes)
  old.run('INSERT INTO notes VALUES (?)', 'kept')
  const read = readDatabase(path, datedNotes)
  expect(read?.all('SELECT * FROM notes')).toEqual([{ body: 'kept', day: null }])
  expect(() => read?.run('DELETE FROM notes')).toThrow(
    expect.objectContaining({ code: 'storage/failed' }),
  )
  read?.close()
  expect(old.all('SELECT * FROM notes')).toEqual([{ body: 'kept' }])
  expect(old.all('PRAGMA user_version')).toEqual([{ user_version: 1 }])
  old.close()
  truncateSync(path, 0)
  const begun = readDatabase(path, datedNotes)
  expect(begun?.all('SELECT * FROM notes')).toEqual([])
  begun?.close()
  expect(statSync(path).size).toBe(0)
})

test('a migration that fails leaves the library as it was', () => {
  const path = freshPath()
  openDatabase(path, notes).close()
  const broken = [...datedNotes, { name: '0003-broken', sql: 'ALTER TABLE nowhere ADD COLUMN x' }]
  expect(() => openDatabase(path, broken)).toThrow('no such table')
  const database = openDatabase(path, notes)
  expect(database.all('SELECT * FROM notes')).toEqual([])
  expect(database.all('PRAGMA user_version')).toEqual([{ user_version: 1 }])
  database.close()
})

test('a library from a newer Griot is refused in words and left alone', () => {
  const path = freshPath()
  openDatabase(path, datedNotes).close()
  expect(() => openDatabase(path, notes)).toThrow(
    expect.objectContaining({
      code: 'storage/failed',
      message: expect.stringMatching(/newer version.*Update Griot/),
    }),
  )
  openDatabase(path, datedNotes).close()
})

test('a file that is no library, and one whose pages are damaged, are named with what to do', () => {
  const text = join(folder, 'not-a-library.db')
  writeFileSync(text, 'Once upon a time there was a griot who remembered everything. '.repeat(100))
  const damaged = {
    code: 'storage/failed',
    message: expect.stringMatching(/damaged\. Move that file/),
  }
  expect(() => openDatabase(text, notes)).toThrow(expect.objectContaining(damaged))
  expect(() => openDatabase(text, notes)).toThrow(text)

  const cut = freshPath()
  const database = openDatabase(cut, notes)
  for (let i = 0; i < 500; i++) database.run('INSERT INTO notes VALUES (?)', 'x'.repeat(500))
  database.close()
  truncateSync(cut, 40_960)
  expect(() => openDatabase(cut, notes)).toThrow(expect.objectContaining(damaged))
})

test('a folder that cannot be written is named with what to do', () => {
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  for (const path of [join(file, 'griot.db'), folder])
    expect(() => openDatabase(path, notes)).toThrow(
      expect.objectContaining({
        code: 'storage/failed',
        message: expect.stringContaining(`library ${path}`),
      }),
    )
})

test('a full disk is said in words, and nothing half-written stays', () => {
  const path = freshPath()
  const database = openDatabase(path, notes)
  database.all('PRAGMA max_page_count = 4')
  const fill = (): void => {
    for (let i = 0; i < 100; i++) database.run('INSERT INTO notes VALUES (?)', 'x'.repeat(1_000))
  }
  expect(() => database.transaction(fill)).toThrow(
    expect.objectContaining({
      code: 'storage/full',
      message: expect.stringContaining('Free some space'),
    }),
  )
  // A caller of the API may read it, who has no business with where the library lies.
  expect(() => database.transaction(fill)).not.toThrow(dirname(path))
  expect(database.all('SELECT * FROM notes')).toEqual([])
  database.close()
})

test('two processes may use one library at once', () => {
  const path = freshPath()
  const one = openDatabase(path, notes)
  const two = openDatabase(path, notes)
  one.run('INSERT INTO notes VALUES (?)', 'from one')
  two.run('INSERT INTO notes VALUES (?)', 'from two')
  expect(one.all('SELECT body FROM notes')).toHaveLength(2)
  one.close()
  two.close()
})

test('a mistake in our own SQL stays a bug', () => {
  const database = openDatabase(freshPath(), notes)
  expect(() => database.all('SELECT nothing FROM nowhere')).toThrow(Sqlite.SqliteError)
  database.close()
})
