import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyChanges } from '#shared/apply-changes.ts'
import { changesBetween } from '#shared/changes-between.ts'
import { LINE_LIMIT, type Script, type ScriptLine, STORED_LINE_LIMIT } from '#shared/script.ts'
import type { Change } from '#shared/script-changes.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { MIGRATIONS, openDatabase } from './database.ts'
import { lockLibraryHere } from './lock.test-support.ts'
import { createScripts, type SaveRequest, type Scripts } from './scripts.ts'

const folder = folderForTests('ìtàn ታሪክ')

const now = (): Date => new Date('2026-02-03T04:05:06Z')
const line = (id: string, text: string): ScriptLine => ({ id, text, voice: 'lina', speed: 1 })
const ready: Script = {
  title: 'Welcome',
  lines: [line('a', 'Good morning from Lagos.'), line('b', 'Ẹ káàárọ̀.')],
}

let files = 0
function openScripts(path = join(folder, `${++files}.db`)) {
  const database = openDatabase(path)
  return { path, database, scripts: createScripts(database, { ready, now }) }
}

let saves = 0
/** The order of a window that has changed the script as it knows it. */
function order(scripts: Scripts, changes: readonly Change[], window = 'one'): SaveRequest {
  const { scriptId, revision } = scripts.load()
  return { scriptId, base: revision, window, number: ++saves, changes: [...changes] }
}
const setText = (id: string, text: string): Change => ({
  kind: 'set',
  line: line(id, text),
  fields: ['text'],
})
const texts = (scripts: Scripts): string[] => scripts.load().script.lines.map(({ text }) => text)

test('the ready script is there until something else is saved, also after a restart', () => {
  const { path, database, scripts } = openScripts()
  expect(scripts.load()).toMatchObject({ revision: 0, script: ready })
  const mine: Script = {
    title: 'Ìròyìn',
    lines: [
      { id: 'c', text: 'Ẹ káàbọ̀ sí ilé wa. 😀', voice: 'sade', speed: 0.9 },
      // A lone surrogate, as a text field cut in the middle of an emoji leaves it.
      { id: 'd', text: 'half an emoji \ud83d', voice: 'john', speed: 1.2 },
    ],
  }
  scripts.save(order(scripts, changesBetween(ready, mine)))
  const { scriptId } = scripts.load()
  database.close()
  const again = openScripts(path)
  expect(again.scripts.load()).toEqual({ scriptId, revision: 1, script: mine })
  again.database.close()
})

test('an emptied script stays empty', () => {
  const { database, scripts } = openScripts()
  scripts.save(order(scripts, changesBetween(ready, { title: '', lines: [] })))
  expect(scripts.load().script).toEqual({ title: '', lines: [] })
  database.close()
})

test('the script of an older library is still there, and can be changed', () => {
  const path = join(folder, 'older.db')
  const old = openDatabase(path, MIGRATIONS.slice(0, 9))
  const body = JSON.stringify({ title: 'Àlọ́', lines: [line('z', 'Once upon a time.')] })
  old.run('INSERT INTO current_script VALUES (1, ?, ?)', body, now().toISOString())
  old.close()
  const { database, scripts } = openScripts(path)
  expect(texts(scripts)).toEqual(['Once upon a time.'])
  scripts.save(order(scripts, [setText('z', 'Ní ọjọ́ kan.')]))
  expect(texts(scripts)).toEqual(['Ní ọjọ́ kan.'])
  database.close()
})

test('a save that was made on an older script is merged with what was saved since, and says what that was', () => {
  const { database, scripts } = openScripts()
  const late = order(scripts, [setText('b', 'second')], 'late')
  scripts.save(order(scripts, [setText('a', 'first')]))
  expect(scripts.save(late)).toMatchObject({
    outcome: 'merged',
    revision: 2,
    entries: [
      { revision: 1, window: 'one', changes: [setText('a', 'first')] },
      { revision: 2, window: 'late', changes: [setText('b', 'second')] },
    ],
  })
  expect(texts(scripts)).toEqual(['first', 'second'])
  database.close()
})

test('two programs with the same library merge what their windows write', () => {
  const { path, database, scripts } = openScripts()
  const other = openScripts(path)
  const stale = order(other.scripts, [setText('b', 'by the desktop')], 'desktop')
  scripts.save(order(scripts, [setText('a', 'by the server')], 'browser'))
  other.scripts.save(stale)
  for (const one of [scripts, other.scripts])
    expect(texts(one)).toEqual(['by the server', 'by the desktop'])
  database.close()
  other.database.close()
})

test('the same line written in two windows keeps both texts, over a restart too', () => {
  const { path, database, scripts } = openScripts()
  const late = order(scripts, [setText('a', 'mine')], 'late')
  scripts.save(order(scripts, [setText('a', 'theirs')]))
  scripts.save(late)
  database.close()
  const again = openScripts(path)
  expect(texts(again.scripts)[0]).toBe('theirs')
  expect(again.scripts.load().script.conflicts).toMatchObject([
    { kind: 'line', by: 'late', line: { id: 'a', text: 'mine' } },
  ])
  again.database.close()
})

test('a save that comes twice is taken once, and one that comes after its window went on changes nothing', () => {
  const { database, scripts } = openScripts()
  const first = order(scripts, [setText('a', 'half')])
  scripts.save(first)
  const second = { ...order(scripts, [setText('a', 'half and whole')]), base: first.base }
  scripts.save(second)
  for (const again of [first, second]) {
    expect(scripts.save(again)).toMatchObject({ outcome: 'merged', revision: 2 })
    expect(texts(scripts)[0]).toBe('half and whole')
  }
  expect(scripts.load().script.conflicts).toBeUndefined()
  database.close()
})

test('a save on a script that is not known here changes nothing and says so', () => {
  const { database, scripts } = openScripts()
  const known = order(scripts, [setText('a', 'lost?')])
  for (const unknown of [
    { ...known, base: 7 },
    { ...known, scriptId: 'of another data folder' },
  ])
    expect(scripts.save(unknown)).toEqual({ outcome: 'unknown-base' })
  expect(scripts.load()).toMatchObject({ revision: 0, script: ready })
  database.close()
})

test('a line that is typed letter by letter is one entry, and thousands of saves stay a small library', () => {
  const { database, scripts } = openScripts()
  // No power cut in this test.
  database.run('PRAGMA synchronous = OFF')
  for (let letters = 1; letters <= 300; letters++)
    scripts.save(order(scripts, [setText('a', 'x'.repeat(letters))]))
  const count = 'SELECT count(*) AS count FROM script_changes'
  expect(database.all(count)).toEqual([{ count: 1 }])
  for (let step = 0; step < 2_500; step++)
    scripts.save(order(scripts, [setText(step % 2 ? 'a' : 'b', `${step}`)]))
  const [row] = database.all(count)
  expect(row).toMatchObject({ count: expect.toSatisfy((kept: number) => kept <= 2_100) })
  expect(texts(scripts)).toEqual(['2499', '2498'])
  // Who was away for longer than that is told to look again.
  expect(scripts.since(500)).toBeUndefined()
  const since = scripts.since(1_000)?.flatMap(({ changes }) => changes) ?? []
  expect(applyChanges(ready, since).lines.map(({ text }) => text)).toEqual(['2499', '2498'])
  database.close()
})

test('a script that two windows fill at once keeps every line, and one over its limit is refused in words', () => {
  const { database, scripts } = openScripts()
  const insert = (from: number, count: number): Change => ({
    kind: 'insert',
    after: 'b',
    lines: Array.from({ length: count }, (_, index) => line(`${from + index}`, 'x')),
  })
  scripts.save(order(scripts, [insert(0, LINE_LIMIT - 2)]))
  const late = order(scripts, [insert(30_000, LINE_LIMIT / 2)], 'late')
  scripts.save(order(scripts, [insert(50_000, LINE_LIMIT / 2)]))
  scripts.save(late)
  expect(texts(scripts)).toHaveLength(STORED_LINE_LIMIT)
  const before = scripts.load()
  expect(() => scripts.save(order(scripts, [insert(90_000, 1)]))).toThrow(
    expect.objectContaining({ code: 'request/invalid', message: expect.stringMatching(/Delete/) }),
  )
  expect(scripts.load()).toEqual(before)
  database.close()
})

test('a save that the disk or a lock refuses is not taken for saved', () => {
  const { path, database, scripts } = openScripts()
  database.limitLockWait()
  const lock = lockLibraryHere(path)
  expect(() => scripts.save(order(scripts, [setText('a', 'waits')]))).toThrow(
    expect.objectContaining({ code: 'storage/busy' }),
  )
  expect(scripts.load()).toMatchObject({ revision: 0, script: ready })
  lock.release()
  scripts.save(order(scripts, [setText('a', 'waited')]))
  expect(texts(scripts)[0]).toBe('waited')
  database.close()
})

test('a saved script that another program has broken is refused in words', () => {
  const { path, database, scripts } = openScripts()
  scripts.save(order(scripts, [setText('a', 'x')]))
  scripts.save(order(scripts, [setText('b', 'y')]))
  const broken = { code: 'storage/failed', message: expect.stringMatching(/Restore a backup/) }
  for (const change of [
    `UPDATE script_changes SET changes = '[{"kind":"dance"}]'`,
    `UPDATE current_script SET body = '{"title": "cut'`,
    `UPDATE current_script SET body = '{"title": 7}'`,
  ]) {
    database.run(change)
    const again = openScripts(path)
    expect(() => again.scripts.load()).toThrow(expect.objectContaining(broken))
    again.database.close()
  }
  database.close()
})
