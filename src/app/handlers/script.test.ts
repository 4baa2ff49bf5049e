import { lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectsOf } from '#app/open-projects.ts'
import type { Data, Event } from '#shared/api.ts'
import type { ScriptLine } from '#shared/script.ts'
import type { Change } from '#shared/script-changes.ts'
import { openDatabase } from '#storage/db/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createScriptWindows } from './script.ts'

const folder = folderForTests('fèrèsé')
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const line = (id: string, text = ''): ScriptLine => ({ id, text, voice: 'lina', speed: 1 })
const ready = { title: 'Welcome', lines: [line('a'), line('b')] }
const setText = (id: string, text: string): Change => ({
  kind: 'set',
  line: line(id, text),
  fields: ['text'],
})

/** One program with the data folder `home`, and its windows. */
async function openProgram(home: string) {
  const database = openDatabase(join(home, 'library.db'))
  const projects = projectsOf(database, { home, ready, now: () => new Date() })
  const bugs: unknown[] = []
  const opened: number[] = []
  const windows = createScriptWindows(
    projects,
    database.retryWhileBusy,
    (bug) => bugs.push(bug),
    () => opened.push(1),
  )
  const open = async (window: string, projectId?: string) => {
    const events: Data<'script.changed'>[] = []
    const session = windows.connect((event: Event, data: Data<Event>) => {
      if (event === 'script.changed') events.push(data as Data<'script.changed'>)
    })
    const { scriptId } = await session.handlers['script.load']({ projectId })
    let number = 0
    const save = async (base: number, ...changes: Change[]) => {
      number += 1
      return session.handlers['script.save']({ scriptId, base, window, number, changes })
    }
    return { ...session, events, save, scriptId }
  }
  return {
    bugs,
    opened,
    database,
    projects,
    windows,
    open,
    close() {
      windows.close()
      database.close()
    },
  }
}

test('what one window saves is told to every other window, and not to itself', async () => {
  const program = await openProgram(join(folder, 'one'))
  const [first, second, third] = [
    await program.open('1'),
    await program.open('2'),
    await program.open('3'),
  ]
  third.close()
  await first.save(0, setText('a', 'first'))
  expect(second.events).toMatchObject([
    { base: 0, entries: [{ revision: 1, window: '1', changes: [setText('a', 'first')] }] },
  ])
  await second.save(0, setText('b', 'second'))
  expect(first.events).toMatchObject([{ entries: [{ revision: 2, window: '2' }] }])
  expect(second.events).toHaveLength(1)
  expect(third.events).toEqual([])
  program.close()
})

test('a save that changes nothing is told to nobody', async () => {
  const program = await openProgram(join(folder, 'two'))
  const [first, second] = [await program.open('1'), await program.open('2')]
  expect(await first.save(0)).toEqual({ outcome: 'kept', revision: 0 })
  expect(await first.save(9, setText('a', 'x'))).toEqual({ outcome: 'unknown-base' })
  expect(second.events).toEqual([])
  program.close()
})

test('what another program saves into the same library is told to the windows of this one', async () => {
  const home = join(folder, 'three')
  const [server, desktop] = [await openProgram(home), await openProgram(home)]
  const browser = await server.open('browser')
  const window = await desktop.open('window')
  await vi.advanceTimersByTimeAsync(1_000)
  await browser.save(0, setText('a', 'by the server'))
  expect(window.events).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(window.events).toMatchObject([{ base: 0, entries: [{ revision: 1, window: 'browser' }] }])
  // A window that saves before it has heard hears all of it in the answer, and its neighbour is told all of it too.
  const neighbour = await desktop.open('neighbour')
  await browser.save(1, setText('a', 'by the server again'))
  expect(await window.save(1, setText('b', 'by the desktop'))).toMatchObject({
    outcome: 'merged',
    entries: [{ window: 'browser' }, { window: 'window' }],
  })
  expect(neighbour.events.flatMap(({ entries }) => entries)).toMatchObject([
    { revision: 2, window: 'browser' },
    { revision: 3, window: 'window' },
  ])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(browser.events.flatMap(({ entries }) => entries)).toMatchObject([{ revision: 3 }])
  expect(neighbour.events).toHaveLength(1)
  server.close()
  desktop.close()
  expect([...server.bugs, ...desktop.bugs]).toEqual([])
})

test('windows with different projects hear nothing of each other', async () => {
  const program = await openProgram(join(folder, 'four'))
  const first = await program.open('1')
  const other = program.projects.create('Ìròyìn')
  const second = await program.open('2', other.id)
  expect(second.scriptId).toBe(other.id)
  await first.save(0, setText('a', 'first'))
  expect(second.events).toEqual([])
  // The project that was opened last is opened next.
  expect(await program.open('3')).toMatchObject({ scriptId: other.id })
  // A window that goes on to another project hears of that one alone.
  await second.handlers['script.load']({ projectId: first.scriptId })
  await first.save(1, setText('a', 'first again'))
  expect(second.events).toMatchObject([{ scriptId: first.scriptId, base: 1 }])
  program.close()
  expect(program.bugs).toEqual([])
})

test('where the project that was opened last cannot be read, the studio opens another one and says why', async () => {
  const home = join(folder, 'strange')
  const program = await openProgram(home)
  const { scriptId } = await program.open('1')
  const { path } = program.projects.find(scriptId)
  rmSync(join(path, 'project.json'))
  symlinkSync('/dev/zero', join(path, 'project.json'))
  const again = await openProgram(home)
  const { handlers } = again.windows.connect(() => undefined)
  const loaded = await handlers['script.load']({ projectId: undefined })
  expect(loaded.scriptId).not.toBe(scriptId)
  expect(loaded.whyNotLast).toMatch(/project\.json is a link/)
  expect(lstatSync(join(path, 'project.json')).isSymbolicLink()).toBe(true)
  for (const one of [program, again]) one.close()
})

test('what a start has set aside is told in the studio until a person dismisses it', async () => {
  const home = join(folder, 'aside')
  mkdirSync(join(home, 'projects', 'strange', 'project.json'), { recursive: true })
  const program = await openProgram(home)
  program.projects.prepare()
  const { handlers } = program.windows.connect(() => undefined)
  const { scriptId: projectId, notice = '' } = await handlers['script.load']({})
  expect(notice).toMatch(/The folder strange among the projects could not be read/)
  await handlers['script.dismissNotice']({ projectId, notice })
  expect((await handlers['script.load']({})).notice).toBeUndefined()
  program.close()
})
