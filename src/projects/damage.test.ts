import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { readProjectBody } from './migrations.ts'
import { openProjectFolder } from './project-folder.ts'
import {
  order,
  projectForTests,
  READY,
  setText,
  textsOf,
  toolsForTests,
} from './projects.test-support.ts'

const folder = folderForTests('ìbàjẹ́')
chmodSync(folder, 0o755)
let made = 0
const place = (): string => join(folder, `iṣẹ́ ${++made}`)
const CHILD = join(import.meta.dirname, 'append-in-child.test-support.ts')
const again = (path: string) => openProjectFolder(path, toolsForTests())
const filesAside = (path: string): string[] =>
  existsSync(join(path, 'set-aside')) ? readdirSync(join(path, 'set-aside')) : []

test('an entry that was cut off while it was written is set aside, and everything before it is there', () => {
  const path = place()
  const project = projectForTests(path)
  project.save(order(project, [setText('a', 'whole')]))
  appendFileSync(join(path, 'journal.jsonl'), '{"revision":2,"window":"on')
  const after = again(path)
  expect(textsOf(after)[0]).toBe('whole')
  after.save(order(after, [setText('b', 'next')]))
  expect(textsOf(again(path))).toEqual(['whole', 'next'])
  const [torn = ''] = filesAside(path)
  expect(readFileSync(join(path, 'set-aside', torn), 'utf8')).toBe('{"revision":2,"window":"on')
})

test.each([
  ['garbage in the middle', (text: string) => text.replace('"second"', '"sec\0ond')],
  ['a first line that is none', (text: string) => text.replace('"journal"', '"jour')],
])(
  'of a damaged journal with %s the good entries are kept, and a message names what was set aside',
  (_, damage) => {
    const path = place()
    const project = projectForTests(path)
    project.save(order(project, [setText('a', 'first')]))
    project.save(order(project, [{ kind: 'title', title: 'second' }]))
    project.save(order(project, [setText('b', 'third')]))
    const journal = join(path, 'journal.jsonl')
    writeFileSync(journal, damage(readFileSync(journal, 'utf8')))
    const after = again(path)
    expect(textsOf(after)).toEqual(['first', 'third'])
    const notice = after.notice() ?? ''
    expect(notice).toMatch(/journal.*damaged.*set-aside\/journal-/s)
    after.dismissNotice('another notice')
    expect(after.notice()).toBe(notice)
    after.dismissNotice(notice)
    expect(after.notice()).toBeUndefined()
    after.save(order(after, [setText('a', 'fourth')]))
    expect(textsOf(again(path))).toEqual(['fourth', 'third'])
    expect(again(path).notice()).toBeUndefined()
  },
)

test('a journal that has gone leaves what project.json has', () => {
  const path = place()
  const project = projectForTests(path)
  project.save(order(project, [setText('a', 'first')]))
  project.checkpoint()
  rmSync(join(path, 'journal.jsonl'))
  const after = again(path)
  expect(textsOf(after)[0]).toBe('first')
  expect(after.notice()).toMatch(/journal/)
  after.save(order(after, [setText('a', 'second')]))
  expect(textsOf(again(path))[0]).toBe('second')
})

test.each(['', '{"format":"griot-project","version":1', '{"format":"something else"}', '\0'])(
  'a damaged project.json (%j) falls back to the last good copy and the journal: nothing is lost',
  (damaged) => {
    const path = place()
    const project = projectForTests(path)
    project.save(order(project, [setText('a', 'first')]))
    project.checkpoint()
    project.save(order(project, [setText('b', 'second')]))
    project.checkpoint()
    project.save(order(project, [{ kind: 'title', title: 'third' }]))
    const file = join(path, 'project.json')
    writeFileSync(file, damaged)
    const after = again(path)
    expect(after.load().script).toMatchObject({ title: 'third' })
    expect(textsOf(after)).toEqual(['first', 'second'])
    expect(after.notice()).toMatch(/project\.json.*damaged.*set-aside\/project-/s)
    const [aside = ''] = filesAside(path)
    expect(readFileSync(join(path, 'set-aside', aside), 'utf8')).toBe(damaged)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ title: 'third', revision: 3 })
  },
)

test('a project without any good copy is refused in words and left untouched', () => {
  const path = place()
  projectForTests(path)
  writeFileSync(join(path, 'project.json'), 'x')
  expect(() => again(path)).toThrow(
    expect.objectContaining({ code: 'project/damaged', message: expect.stringMatching(/backup/) }),
  )
  expect(readFileSync(join(path, 'project.json'), 'utf8')).toBe('x')
})

test('a project of a newer Griot is refused in words and left untouched', () => {
  const path = place()
  projectForTests(path)
  const file = join(path, 'project.json')
  const newer = readFileSync(file, 'utf8').replace('"version": 1', '"version": 2')
  writeFileSync(file, newer)
  const before = readdirSync(path)
  expect(() => again(path)).toThrow(
    expect.objectContaining({ code: 'project/newer', message: expect.stringMatching(/Update/) }),
  )
  expect(readFileSync(file, 'utf8')).toBe(newer)
  expect(readdirSync(path)).toEqual(before)
})

test('a newer Griot that writes while the project is open here is told, and nothing of it is overwritten', () => {
  const path = place()
  const project = projectForTests(path)
  project.save(order(project, [setText('a', 'before')]))
  project.checkpoint()
  const request = order(project, [setText('a', 'after')])
  const file = join(path, 'project.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1', '"version": 99'))
  const files = ['project.json', 'project.previous.json', 'journal.jsonl']
  const read = () => files.map((name) => readFileSync(join(path, name), 'utf8'))
  const before = read()
  expect(() => project.save(request)).toThrow(/newer version of Griot/)
  expect(() => project.checkpoint()).toThrow(/newer version of Griot/)
  expect(read()).toEqual(before)
})

test('a newer Griot that takes project.json up the moment after it was written here is told as well', async () => {
  for (let round = 0; round < 5; round++) {
    const path = place()
    const project = projectForTests(path)
    project.save(order(project, [setText('a', 'before')]))
    const request = order(project, [setText('a', 'after')])
    const file = join(path, 'project.json')
    const child = spawn(process.execPath, ['-e', MAKE_NEWER, file])
    await once(child.stdout, 'data')
    project.checkpoint()
    expect(await once(child, 'exit')).toEqual([0, null])
    const newer = readFileSync(file, 'utf8')
    expect(newer).toContain('"version": 99')
    expect(() => project.save(request)).toThrow(/newer version of Griot/)
    expect(readFileSync(file, 'utf8')).toBe(newer)
  }
})

/** Waits for another project.json and makes it that of a newer Griot at once, as a program that takes no lock. */
const MAKE_NEWER = `
  const { readFileSync, statSync, writeFileSync } = require('node:fs')
  const [, file] = process.argv
  const before = statSync(file).ino
  console.log('ready')
  while (statSync(file).ino === before);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1', '"version": 99'))
`

test('project.json that another program has damaged while it is open is mended from what is known', () => {
  const path = place()
  const project = projectForTests(path)
  project.save(order(project, [setText('a', 'first')]))
  project.checkpoint()
  project.save(order(project, [setText('b', 'second')]))
  writeFileSync(join(path, 'project.json'), '{"format":"griot-pro')
  project.save(order(project, [setText('a', 'third')]))
  expect(project.notice()).toMatch(/project\.json.*damaged.*set-aside/s)
  expect(textsOf(again(path))).toEqual(['third', 'second'])
})

test('an older format goes through the migrations that lead from it', () => {
  const migrations = [(file: object) => ({ ...file, title: 'migrated', version: 2 })]
  const path = place()
  projectForTests(path)
  const text = readFileSync(join(path, 'project.json'), 'utf8')
  expect(readProjectBody(text, path, migrations)?.script).toEqual({ ...READY, title: 'migrated' })
})

test('a folder that has gone is reported as such, and is not made anew by a save', () => {
  const path = place()
  const project = projectForTests(path)
  const request = order(project, [setText('a', 'x')])
  renameSync(path, `${path} moved`)
  const missing = expect.objectContaining({ code: 'project/missing' })
  expect(() => project.save(request)).toThrow(missing)
  expect(() => project.load()).toThrow(missing)
  expect(() => again(path)).toThrow(missing)
  expect(existsSync(path)).toBe(false)
  const moved = again(`${path} moved`)
  expect(moved.save(request)).toMatchObject({ outcome: 'kept' })
  expect(() => again(folder)).toThrow(missing)
})

test('two programs that write at once lose nothing', async () => {
  const path = place()
  const project = projectForTests(path)
  const run = (id: string) => spawn(process.execPath, [CHILD, path, id, '60'], { stdio: 'pipe' })
  const children = [run('a'), run('b')]
  for (const [code] of await Promise.all(children.map((child) => once(child, 'exit'))))
    expect(code).toBe(0)
  expect(textsOf(project).map((text) => text.split(' ')[0])).toEqual(['60', '60'])
  expect(project.load().revision).toBe(120)
  expect(textsOf(again(path))).toEqual(textsOf(project))
})

test('a program that is killed while it writes loses nothing that it has called saved', async () => {
  const path = place()
  projectForTests(path)
  let last = 0
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, [CHILD, path, 'a', '0'], { stdio: 'pipe' })
    const exit = once(child, 'exit')
    let said = ''
    for await (const bytes of child.stdout) {
      said += String(bytes)
      if (said.split('\n').length > 20 + round) child.kill('SIGKILL')
    }
    await exit
    last = Number(said.trimEnd().split('\n').at(-1))
    expect(last).toBeGreaterThan(10)
    const project = again(path)
    const saved = Number(textsOf(project)[0]?.split(' ')[0])
    // One more may be on the disk that it had no time to report.
    expect([last, last + 1]).toContain(saved)
    project.save(order(project, [setText('b', `round ${round}`)]))
    expect(textsOf(again(path))[1]).toBe(`round ${round}`)
  }
})

test('a full disk is reported, and leaves no part of an entry', () => {
  const path = place()
  const project = projectForTests(path)
  project.save(order(project, [setText('a', 'x'.repeat(8_000))]))
  // A limit of the size of files stands for a full disk: 10 blocks of 1,024 bytes.
  const words = 'ulimit -f 10; trap "" XFSZ; exec "$0" "$@"'
  const child = spawnSync('bash', ['-c', words, process.execPath, CHILD, path, 'b', '9'], {
    encoding: 'utf8',
  })
  expect(child.status).not.toBe(0)
  expect(child.stderr).toMatch(/The disk is full/)
  expect(readFileSync(join(path, 'journal.jsonl'), 'utf8')).toMatch(/\}\n$/)
  expect(textsOf(again(path))[0]).toHaveLength(8_000)
})

test('of a project that does not fit onto a full disk nothing is left', () => {
  const path = place()
  const module = join(import.meta.dirname, 'make-project-folder.ts')
  const script = `
    import { makeProjectFolder } from ${JSON.stringify(module)}
    const line = { id: 'a', text: 'x'.repeat(15_000), voice: 'lina', speed: 1 }
    const project = { id: 'x', createdAt: new Date().toISOString(), revision: 0, script: { title: '', lines: [line] } }
    try { makeProjectFolder(process.argv[1], project, { now: () => new Date(), randomName: () => 'x' }) }
    catch (error) { console.log(error.code, error.message) }
  `
  // The journal fits, project.json does not: it may have ten blocks of 1,024 bytes.
  const words = 'ulimit -f 10; trap "" XFSZ; exec "$0" "$@"'
  const args = ['-c', words, process.execPath, '--input-type=module', '-e', script, path]
  const child = spawnSync('bash', args, { encoding: 'utf8' })
  expect(child.stdout).toMatch(/^storage\/full .*The disk is full/)
  expect(existsSync(path)).toBe(false)
})

test('a folder that is read-only is read, and a save says what to do', () => {
  const path = place()
  const project = projectForTests(path)
  project.save(order(project, [setText('a', 'kept')]))
  const readable = join(folder, 'readable')
  mkdirSync(readable)
  cpSync(path, join(readable, 'one'), { recursive: true })
  for (const name of readdirSync(join(readable, 'one')))
    chmodSync(join(readable, 'one', name), name === 'takes' ? 0o555 : 0o444)
  chmodSync(join(readable, 'one'), 0o555)
  // The administrator may write everywhere: another user tries, from within the folder, whose path may be closed to others.
  const script = `
    import { openProjectFolder } from ${JSON.stringify(join(import.meta.dirname, 'project-folder.ts'))}
    if (process.getuid?.() === 0) {
      process.setgid(65534)
      process.setuid(65534)
    }
    const project = openProjectFolder('one', { now: () => new Date(), randomName: () => 'x' })
    const { scriptId, script, revision: base } = project.load()
    console.log(script.lines[0].text)
    try { project.save({ scriptId, base, window: 'w', number: 1, changes: [{ kind: 'title', title: 'x' }] }) }
    catch (error) { console.log(error.code, error.message) }
  `
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: readable,
  })
  expect(child.stdout).toMatch(/^kept\nstorage\/failed .*read-only.*stay in the window/)
  chmodSync(join(readable, 'one'), 0o755)
})
