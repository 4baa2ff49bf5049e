import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changesBetween } from '#shared/changes-between.ts'
import { LINE_LIMIT, type Script, STORED_LINE_LIMIT } from '#shared/script.ts'
import type { Change } from '#shared/script-changes.ts'
import { lockFolder } from '#storage/db/folder-lock.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openProjectFolder } from './project-folder.ts'
import {
  line,
  order,
  projectForTests,
  READY,
  setText,
  textsOf,
  toolsForTests,
} from './projects.test-support.ts'

const folder = folderForTests('ìtàn ታሪክ')
let made = 0
const place = (): string => join(folder, `iṣẹ́ ${++made}`)

test('what is saved is there after a restart, and project.json and the journal can be read by people', () => {
  const path = place()
  const tools = toolsForTests()
  const project = projectForTests(path, tools)
  const mine: Script = {
    title: 'Àlọ́',
    lines: [
      { id: 'c', text: 'Ẹ káàbọ̀ sí ilé wa. 😀', voice: 'sade', speed: 0.9 },
      // A lone surrogate, as a text field cut in the middle of an emoji leaves it.
      { id: 'd', text: 'half an emoji \ud83d', voice: 'john', speed: 1.2 },
    ],
    settings: { lineGap: 1 },
  }
  project.save(order(project, changesBetween(READY, mine)))
  expect(openProjectFolder(path, tools).load()).toEqual({
    ...{ scriptId: project.id, revision: 1, script: mine },
  })
  const journal = readFileSync(join(path, 'journal.jsonl'), 'utf8').split('\n')
  expect(journal).toHaveLength(3)
  expect(JSON.parse(journal[1] ?? '')).toMatchObject({
    ...{ revision: 1, window: 'one', at: '2026-02-03T04:05:06.000Z' },
  })
  project.checkpoint()
  const text = readFileSync(join(path, 'project.json'), 'utf8')
  expect(text).toContain('\n  "title": "Àlọ́",\n')
  expect(JSON.parse(text)).toMatchObject({ format: 'griot-project', version: 1, revision: 1 })
  expect(readdirSync(path).sort()).toEqual(
    ['.lock', 'journal.jsonl', 'project.json', 'project.previous.json', 'takes'].sort(),
  )
})

test('a save that was made on an older script is merged with what was saved since, and says what that was', () => {
  const project = projectForTests(place())
  const late = order(project, [setText('b', 'second')], 'late')
  project.save(order(project, [setText('a', 'first')]))
  expect(project.save(late)).toMatchObject({
    ...{ outcome: 'merged', revision: 2 },
    entries: [
      { revision: 1, window: 'one', changes: [setText('a', 'first')] },
      { revision: 2, window: 'late', changes: [setText('b', 'second')] },
    ],
  })
  expect(textsOf(project)).toEqual(['first', 'second'])
})

test('the same line written in two programs keeps both texts', () => {
  const path = place()
  const project = projectForTests(path)
  const other = openProjectFolder(path, toolsForTests())
  const late = order(other, [setText('a', 'mine')], 'late')
  project.save(order(project, [setText('a', 'theirs')]))
  other.save(late)
  for (const one of [project, other]) {
    expect(textsOf(one)[0]).toBe('theirs')
    expect(one.load().script.conflicts).toMatchObject([
      { kind: 'line', by: 'late', line: { id: 'a', text: 'mine' } },
    ])
  }
})

test('a save that comes twice is taken once', () => {
  const project = projectForTests(place())
  const first = order(project, [setText('a', 'half')])
  project.save(first)
  const second = { ...order(project, [setText('a', 'half and whole')]), base: first.base }
  project.save(second)
  for (const again of [first, second]) {
    expect(project.save(again)).toMatchObject({ outcome: 'merged', revision: 2 })
    expect(textsOf(project)[0]).toBe('half and whole')
  }
  expect(project.load().script.conflicts).toBeUndefined()
})

test('a save on a script that is not known here changes nothing and says so', () => {
  const project = projectForTests(place())
  const known = order(project, [setText('a', 'lost?')])
  for (const unknown of [
    { ...known, base: 7 },
    { ...known, scriptId: 'another project' },
  ])
    expect(project.save(unknown)).toEqual({ outcome: 'unknown-base' })
  expect(project.load()).toMatchObject({ revision: 0, script: READY })
})

test('a long journal is begun anew, project.json has what it held, and windows that were away not long find what they missed', () => {
  const path = place()
  const project = projectForTests(path)
  const other = openProjectFolder(path, toolsForTests())
  const text = 'x'.repeat(15_000)
  for (let step = 0; step < 700; step++)
    project.save(order(project, [setText(step % 2 ? 'a' : 'b', `${step} ${text}`)]))
  const sizeBytes = readFileSync(join(path, 'journal.jsonl')).length
  expect(sizeBytes).toBeLessThan(9e6)
  expect(other.since(5)).toBeUndefined()
  expect(other.since(650)).toHaveLength(50)
  for (const one of [project, other, openProjectFolder(path, toolsForTests())])
    expect(textsOf(one)).toEqual([`699 ${text}`, `698 ${text}`])
})

test('a script that two windows fill at once keeps every line, and one over its limit is refused in words', () => {
  const project = projectForTests(place())
  const insert = (from: number, count: number): Change => ({
    kind: 'insert',
    after: 'b',
    lines: Array.from({ length: count }, (_, index) => line(`${from + index}`, 'x')),
  })
  project.save(order(project, [insert(0, LINE_LIMIT - 2)]))
  const late = order(project, [insert(30_000, LINE_LIMIT / 2)], 'late')
  project.save(order(project, [insert(50_000, LINE_LIMIT / 2)]))
  project.save(late)
  expect(textsOf(project)).toHaveLength(STORED_LINE_LIMIT)
  const before = project.load()
  expect(() => project.save(order(project, [insert(90_000, 1)]))).toThrow(
    expect.objectContaining({ code: 'request/invalid', message: expect.stringMatching(/Delete/) }),
  )
  expect(project.load()).toEqual(before)
})

test('while another program holds the lock, nothing is taken for saved', () => {
  const path = place()
  const project = projectForTests(path)
  const request = order(project, [setText('a', 'waited')])
  const lock = lockFolder(join(path, '.lock'), 'alone')
  expect(() => project.save(request)).toThrow(expect.objectContaining({ code: 'storage/busy' }))
  expect(project.load()).toMatchObject({ revision: 0, script: READY })
  lock?.release()
  project.save(request)
  expect(textsOf(project)[0]).toBe('waited')
})

test('previous versions: kept after a pause and before one is brought back, five of them, the clock going backwards too', () => {
  const tools = toolsForTests()
  const project = projectForTests(place(), tools)
  project.keepAfterPause()
  expect(project.versions()).toEqual([])
  for (let day = 1; day <= 7; day++) {
    // Every other day the clock of the computer is put back, which is no pause.
    project.save(order(project, [setText('a', `day ${day}`)]))
    project.keepAfterPause()
    tools.time += 86_400_000
    project.keepAfterPause()
    project.keepAfterPause()
    tools.time -= day % 2 ? 0 : 3 * 86_400_000
  }
  const firstLines = project.versions().map(({ script }) => script.lines[0]?.text)
  expect(firstLines).toEqual(['day 7', 'day 6', 'day 5', 'day 4', 'day 3'])
  const [, , third] = project.versions()
  project.save(order(project, [setText('b', 'newest'), { kind: 'title', title: 'Newest' }]))
  project.bringBack(third?.id ?? '')
  expect(project.load().script).toEqual(third?.script)
  const [kept] = project.versions()
  expect(kept).toMatchObject({ reason: 'before-restore', title: 'Newest', lines: 2 })
  expect(project.versions()).toHaveLength(5)
  project.bringBack(kept?.id ?? '')
  expect(textsOf(project)).toEqual(['day 7', 'newest'])
  expect(() => project.bringBack('999999')).toThrow(
    expect.objectContaining({ code: 'project/not-found' }),
  )
})
