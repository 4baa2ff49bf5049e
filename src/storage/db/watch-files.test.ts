import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type Database, openDatabase } from './database.ts'

const folder = folderForTests('griot ቦታ ibi')
const notes = [{ name: '0001-notes', sql: 'CREATE TABLE notes (body TEXT NOT NULL) STRICT' }]
let count = 0

function open(): { path: string; home: string; database: Database } {
  const home = join(folder, `${++count}`)
  const path = join(home, 'library.db')
  const database = openDatabase(path, notes)
  onTestFinished(database.close)
  database.run('INSERT INTO notes VALUES (?)', 'kept')
  return { path, home, database }
}
const write = (database: Database) => () => database.run('INSERT INTO notes VALUES (?)', 'lost')
const moved = expect.objectContaining({ code: 'storage/moved' })
const rescuedIn = (home: string): readonly string[] =>
  readdirSync(home).filter((name) => name.startsWith('library-rescued-'))

test.each(['', '-wal', '-shm'])(
  'when library.db%s is deleted, nothing more is acknowledged, and what was is saved beside it for its owner alone',
  (end) => {
    const { path, home, database } = open()
    expect(database.problem()).toBeUndefined()
    rmSync(`${path}${end}`)
    for (let i = 0; i < 3; i++) expect(write(database)).toThrow(moved)
    expect(() => database.transaction(() => 0)).toThrow(`library.db${end} was moved or deleted`)
    const [copy = '', ...others] = rescuedIn(home)
    expect(others).toEqual([])
    expect(database.problem()).toContain(copy)
    expect(statSync(join(home, copy)).mode & 0o077).toBe(0)
    const rescued = openDatabase(join(home, copy), notes)
    expect(rescued.all('SELECT body FROM notes')).toEqual([{ body: 'kept' }])
    rescued.close()
    // An open file can still be read, and copied elsewhere.
    expect(database.all('SELECT body FROM notes')).toEqual([{ body: 'kept' }])
  },
)

test('a library that is put back where it was is written to again', () => {
  const { path, database } = open()
  renameSync(path, `${path}.away`)
  expect(write(database)).toThrow(moved)
  renameSync(`${path}.away`, path)
  write(database)()
  expect(database.all('SELECT body FROM notes')).toHaveLength(2)
})

test('a file that takes its place meanwhile is not touched, neither by writing nor by closing', () => {
  const { path, home, database } = open()
  renameSync(path, join(home, 'away.db'))
  writeFileSync(path, 'somebody else’s')
  expect(write(database)).toThrow('replaced by another one')
  database.close()
  expect(readFileSync(path, 'utf8')).toBe('somebody else’s')
})

test('a transaction in which the file goes is not acknowledged', () => {
  const { path, database } = open()
  const work = (): void => {
    database.run('INSERT INTO notes VALUES (?)', 'lost')
    rmSync(path)
  }
  expect(() => database.transaction(work)).toThrow(moved)
})

test('a program that serves others saves what is there before anybody writes', async () => {
  const { path, home, database } = open()
  database.limitLockWait()
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`)
  await expect.poll(() => rescuedIn(home)).toHaveLength(1)
})

test('a rescue that failed is tried again, and a library that was put back and goes again is saved as it was then', async () => {
  const { path, home, database } = open()
  renameSync(home, `${home} away`)
  expect(write(database)).toThrow('start it again')
  renameSync(`${home} away`, home)
  database.run('INSERT INTO notes VALUES (?)', 'kept too')
  renameSync(path, `${path}.away`)
  expect(write(database)).toThrow('griot restore library-rescued-')
  const [first = ''] = rescuedIn(home)
  renameSync(`${path}.away`, path)
  database.run('INSERT INTO notes VALUES (?)', 'later')
  renameSync(path, `${path}.away`)
  expect(write(database)).toThrow(moved)
  const [second = ''] = rescuedIn(home).filter((name) => name !== first)
  expect(database.problem()).toContain(second)
  const rescued = openDatabase(join(home, second), notes)
  expect(rescued.all('SELECT body FROM notes')).toHaveLength(3)
  rescued.close()
})

test('while a folder is gone its library is saved as soon as there is one again', async () => {
  const { home, database } = open()
  renameSync(home, `${home} away`)
  expect(database.problem()).not.toContain('rescued')
  mkdirSync(home)
  await expect.poll(() => database.problem()).toContain('library-rescued-')
  expect(rescuedIn(home)).toHaveLength(1)
})
