import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS, openDatabase } from '#storage/db/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { slug } from './places.ts'
import {
  line,
  order,
  READY,
  registryForTests,
  setText,
  textsOf,
  toolsForTests,
} from './projects.test-support.ts'
import { TRASH_MS } from './registry.ts'

const folder = folderForTests('àkójọ')
let made = 0
const place = (): string => join(folder, `ilé ${++made}`)
const entry = (revision: number, text: string) =>
  [revision, 'w', revision, '2026-01-01T00:00:00Z', JSON.stringify([setText('z', text)])] as const

test('the one script of an older library becomes the first project once, with its id and what was saved of it', () => {
  const home = place()
  const old = openDatabase(join(home, 'library.db'), MIGRATIONS.slice(0, 15))
  const script = { title: 'Àlọ́', lines: [line('z', 'Once upon a time.')] }
  old.run(
    'INSERT INTO current_script (id, body, saved_at, revision) VALUES (1, ?, ?, 1)',
    ...[JSON.stringify(script), '2026-01-01T00:00:00Z'],
  )
  old.run('UPDATE script_head SET revision = 3')
  for (const row of [entry(2, 'second'), entry(3, 'third')])
    old.run('INSERT INTO script_changes VALUES (?, ?, ?, ?, ?)', ...row)
  const [{ uid }] = old.all('SELECT uid FROM script_head') as [{ uid: string }]
  old.close()
  const { projects, database } = registryForTests(home)
  projects.prepare()
  const id = projects.lastOpened()
  expect(id).toBe(uid)
  const project = projects.open(id)
  expect(project.load()).toMatchObject({ revision: 3, script: { title: 'Àlọ́' } })
  expect(textsOf(project)).toEqual(['third'])
  // A window that knew an older revision still finds what it missed.
  expect(project.since(2)).toHaveLength(1)
  expect(database.all('SELECT count(*) AS count FROM script_changes')).toEqual([{ count: 2 }])
  projects.delete(id)
  projects.prepare()
  expect(projects.list().map(({ deletedAt }) => deletedAt !== undefined)).toEqual([true])
})

test('a new library has the ready script as its first project, and the next start finds it', () => {
  const home = place()
  const first = registryForTests(home)
  first.projects.prepare()
  const id = first.projects.lastOpened()
  expect(first.projects.open(id).load().script).toEqual(READY)
  expect(basename(first.projects.folderOf(id))).toBe(`ìròyìn-òwúrọ̀-${id.slice(0, 8)}`)
  const again = registryForTests(home)
  again.projects.prepare()
  expect(again.projects.list()).toHaveLength(1)
  expect(again.projects.lastOpened()).toBe(id)
})

test('projects are made, renamed, duplicated with their takes, archived and opened again', () => {
  const { projects } = registryForTests(place())
  const one = projects.create('Àlọ́')
  expect(projects.open(one.id).load().script).toEqual({ title: 'Àlọ́', lines: [] })
  expect(projects.rename(one.id, 'Ìtàn').title).toBe('Ìtàn')
  expect(JSON.parse(readFileSync(join(one.path, 'project.json'), 'utf8')).title).toBe('Ìtàn')
  mkdirSync(join(one.path, 'takes'), { recursive: true })
  cpSync(import.meta.filename, join(one.path, 'takes', 'abc.flac'))
  const copy = projects.duplicate(one.id)
  expect(copy.title).toBe('Ìtàn (copy)')
  expect(readdirSync(join(copy.path, 'takes'))).toEqual(['abc.flac'])
  expect(projects.setArchived(one.id, true).archivedAt).toBeDefined()
  expect(projects.setArchived(one.id, false).archivedAt).toBeUndefined()
  projects.opened(copy.id)
  expect(projects.lastOpened()).toBe(copy.id)
  expect(() => projects.find('unknown')).toThrow(
    expect.objectContaining({ code: 'project/not-found' }),
  )
})

test('a deleted project can be brought back for thirty days', () => {
  const { projects, tools } = registryForTests(place())
  projects.prepare()
  const { id, path } = projects.create('Ìtàn')
  projects.open(id).save(order(projects.open(id), [{ kind: 'title', title: 'Ìtàn kejì' }]))
  const gone = projects.delete(id)
  expect(existsSync(path)).toBe(false)
  expect(existsSync(gone.path)).toBe(true)
  expect(() => projects.open(id)).toThrow(/was deleted/)
  expect(projects.lastOpened()).not.toBe(id)
  tools.time += TRASH_MS
  projects.prepare()
  expect(projects.undelete(id)).toMatchObject({ path, isMissing: false })
  expect(projects.open(id).load().script.title).toBe('Ìtàn kejì')
  projects.delete(id)
  for (let week = 0; week < 4; week++) {
    projects.prepare()
    tools.time += TRASH_MS / 5
  }
  projects.prepare()
  expect(existsSync(gone.path)).toBe(true)
  for (let week = 0; week < 2; week++) {
    tools.time += TRASH_MS / 5
    projects.prepare()
  }
  expect(existsSync(gone.path)).toBe(false)
  expect(() => projects.undelete(id)).toThrow(/not in the list/)
})

test('a clock that jumps by years, forwards or backwards, removes no deleted project', () => {
  const { projects, tools } = registryForTests(place())
  projects.prepare()
  // An empty battery: the clock begins long ago, until the network tells the time.
  const today = tools.time
  tools.time = Date.parse('2001-01-01T00:00:00Z')
  const { id, path } = projects.create('Ìtàn')
  projects.delete(id)
  projects.prepare()
  tools.time = today
  projects.prepare()
  tools.time = Date.parse('2001-01-01T00:00:00Z')
  projects.prepare()
  tools.time = today
  projects.prepare()
  expect(projects.undelete(id)).toMatchObject({ path, isMissing: false })
})

test('a moved project is missing until it is found, or forgotten; its id says that it is the one', () => {
  const { projects } = registryForTests(place())
  projects.prepare()
  const elsewhere = place()
  mkdirSync(elsewhere)
  const { id, path } = projects.create('Ìtàn', elsewhere)
  const moved = join(elsewhere, 'ibòmíràn 1')
  renameSync(path, moved)
  expect(projects.find(id).isMissing).toBe(true)
  expect(() => projects.folderOf(id)).toThrow(/Find it/)
  const other = projects.create('Òmíràn', elsewhere)
  expect(() => projects.locate(id, other.path)).toThrow(/another project/)
  expect(projects.locate(id, moved)).toMatchObject({ path: moved, isMissing: false })
  // Opened from where it lies now, it is the same project.
  renameSync(moved, `${moved}0`)
  expect(projects.openFolder(`${moved}0`).id).toBe(id)
  projects.forget(id)
  expect(projects.list().some((one) => one.id === id)).toBe(false)
  expect(existsSync(`${moved}0`)).toBe(true)
  expect(projects.openFolder(`${moved}0`).id).toBe(id)
  expect(() => projects.create('x', join(elsewhere, 'nowhere'))).toThrow(/Make it first/)
})

test('a copy of a project that was made by hand becomes a project of its own when it is opened', () => {
  const { projects } = registryForTests(place())
  const one = projects.create('Ìtàn')
  const path = place()
  cpSync(one.path, path, { recursive: true })
  const copy = projects.openFolder(path)
  expect(copy).toMatchObject({ path, title: 'Ìtàn' })
  expect(copy.id).not.toBe(one.id)
  const project = projects.open(copy.id)
  project.save(order(project, [{ kind: 'title', title: 'Ẹ̀dà' }]))
  expect(projects.open(one.id).load().script.title).toBe('Ìtàn')
})

test('a data folder that was moved, and one whose library was lost, keep their projects', () => {
  const home = place()
  const first = registryForTests(home)
  first.projects.prepare()
  const { id } = first.projects.create('Ìtàn')
  first.database.close()
  const moved = place()
  cpSync(home, moved, { recursive: true })
  rmSync(home, { recursive: true })
  expect(registryForTests(moved).projects.open(id).load().script.title).toBe('Ìtàn')
  const restored = place()
  cpSync(join(moved, 'projects'), join(restored, 'projects'), { recursive: true })
  const { projects } = registryForTests(restored)
  projects.prepare()
  expect(projects.open(id).load().script.title).toBe('Ìtàn')
})

test('the name of a folder has the letters of the title, and fits every system', () => {
  expect(slug('  Ìròyìn: "òwúrọ̀" / ሰላም? ')).toBe('ìròyìn-òwúrọ̀-ሰላም')
  expect(slug('..')).toBe('project')
  const long = slug('ọ́'.repeat(200))
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(120)
  expect(long).toMatch(/^(ọ́)+$/u)
  const { projects } = registryForTests(place(), toolsForTests())
  const title = 'ẹ̀'.repeat(100)
  expect(existsSync(projects.create(title).path)).toBe(true)
  // A place whose name has 255 bytes, with spaces.
  const deep = join(folder, ` ${'é'.repeat(126)} x`)
  mkdirSync(deep)
  expect(existsSync(projects.create(title, deep).path)).toBe(true)
})

test('new projects are made in the folder of the settings, and where that cannot be, the message names it', () => {
  const [home, elsewhere] = [place(), join(place(), 'Rédíò', 'Ìròyìn')]
  let wanted = elsewhere
  const { projects } = registryForTests(home, toolsForTests(), () => wanted)
  const made = projects.create('Òwúrọ̀')
  expect(made.path.startsWith(join(elsewhere, 'òwúrọ̀-'))).toBe(true)
  expect(textsOf(projects.open(made.id))).toEqual([])
  wanted = '/proc/none'
  expect(() => projects.create('Alẹ́')).toThrow('/proc/none')
  wanted = ''
  expect(projects.create('Alẹ́').path.startsWith(join(home, 'projects'))).toBe(true)
  expect(projects.duplicate(made.id).path.startsWith(join(home, 'projects'))).toBe(true)
})
