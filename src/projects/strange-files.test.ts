import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openProjectFolder } from './project-folder.ts'
import {
  order,
  projectForTests,
  READY,
  setText,
  textsOf,
  toolsForTests,
} from './projects.test-support.ts'

const folder = folderForTests('àjèjì')
let made = 0
const place = (): string => join(folder, `iṣẹ́ ${++made}`)
const again = (path: string) => openProjectFolder(path, toolsForTests())
const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'project/damaged', message: expect.stringMatching(words) })

test.each([
  ['project.json', '/dev/zero'],
  ['journal.jsonl', '/dev/zero'],
  ['.lock', '/dev/zero'],
  ['versions', '/'],
  ['takes', '/'],
  ['set-aside', '/'],
])(
  'a project whose %s is a link (to %s) is refused in words, and nothing is read or changed',
  (name, target) => {
    const path = place()
    const project = projectForTests(path)
    project.save(order(project, [setText('a', 'kept')]))
    const before = statSync(path).mtimeMs
    rmSync(join(path, name), { recursive: true, force: true })
    symlinkSync(target, join(path, name))
    expect(() => again(path).load()).toThrow(refusal(/is a link/))
    expect(() => project.save(order(project, [setText('a', 'x')]))).toThrow(refusal(/is a link/))
    expect(existsSync(join(path, 'set-aside', 'project.json'))).toBe(false)
    expect(statSync(path).mtimeMs).toBeGreaterThanOrEqual(before)
  },
)

test('a pipe in the place of project.json does not make the program wait', () => {
  const path = place()
  projectForTests(path)
  rmSync(join(path, 'project.json'))
  spawnSync('mkfifo', [join(path, 'project.json')])
  expect(() => again(path)).toThrow(refusal(/a device or a pipe/))
})

test('what waits under the name of an unfinished file is not written through', () => {
  const path = place()
  const project = projectForTests(path)
  const victim = `${place()}.txt`
  writeFileSync(victim, 'mine')
  for (const name of ['project.json', 'project.previous.json'])
    symlinkSync(victim, join(path, `${name}.${process.pid}.part`))
  project.save(order(project, [setText('a', 'first')]))
  project.checkpoint()
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  expect(textsOf(again(path))[0]).toBe('first')
})

test.each(['project.json', 'journal.jsonl'])(
  'a %s of ten gigabytes is refused before it is read',
  (name) => {
    const path = place()
    projectForTests(path)
    truncateSync(join(path, name), 10e9)
    expect(() => again(path).load()).toThrow(refusal(/larger than any that Griot writes/))
    // Nothing is lost where it can be told: the journal beside a good project.json.
    if (name !== 'journal.jsonl') return
    renameSync(join(path, name), join(path, 'journal.txt'))
    expect(again(path).load().script).toEqual(READY)
  },
)

test('a journal of very many lines, and a line of very many values, are refused within bounds', () => {
  const path = place()
  projectForTests(path)
  appendFileSync(join(path, 'journal.jsonl'), '{}\n'.repeat(6_000))
  expect(() => again(path).load()).toThrow(refusal(/more damage than can be repaired/))
  const other = place()
  projectForTests(other)
  appendFileSync(join(other, 'journal.jsonl'), `[${'[],'.repeat(4_000_000)}0]\n`)
  const before = process.memoryUsage().heapUsed
  const project = again(other)
  expect(project.load().script).toEqual(READY)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6)
  expect(project.notice()).toMatch(/1 of its entries cannot be read/)
})

test('entries that cross the pieces in which a journal is read come back whole', () => {
  const path = place()
  const project = projectForTests(path)
  const text = 'ẹ̀'.repeat(6_000)
  for (let step = 0; step < 90; step++)
    project.save(order(project, [setText('a', `${step} ${text}`)]))
  expect(statSync(join(path, 'journal.jsonl')).size).toBeGreaterThan(1.2e6)
  const after = again(path)
  expect(textsOf(after)[0]).toBe(`89 ${text}`)
  expect(after.since(0)).toHaveLength(90)
  expect(after.notice()).toBeUndefined()
})

test('an entry too large to be read again is refused, and the others stay', () => {
  const path = place()
  const project = projectForTests(path)
  const journal = join(path, 'journal.jsonl')
  const request = order(project, [setText('a', 'x')])
  mkdirSync(join(path, 'versions'))
  const lines = Array.from({ length: 2_000 }, (_, index) => ({
    ...{ id: `${index}`, text: '\u0001'.repeat(6_000), voice: 'lina', speed: 1 },
  }))
  const size = statSync(journal).size
  expect(() =>
    project.save({ ...request, changes: [{ kind: 'insert', after: 'a', lines }] }),
  ).toThrow(expect.objectContaining({ code: 'request/invalid' }))
  expect(statSync(journal).size).toBe(size)
  project.save(request)
  expect(textsOf(again(path))[0]).toBe('x')
})
