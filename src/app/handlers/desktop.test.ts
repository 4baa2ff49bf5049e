import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDownloads } from '#app/exports/downloads.ts'
import { projectsOf, randomName } from '#app/open-projects.ts'
import { createProjectFiles } from '#app/project-files.ts'
import { writeProjectFile } from '#projects/project-file.ts'
import type { Data, Event } from '#shared/api.ts'
import { openDatabase } from '#storage/db/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createDesktopRequests } from './desktop.ts'

const signal = new AbortController().signal

/** What the desktop asks of the library in `home`, and what the windows are told. */
function openDesktop(home: string) {
  const database = openDatabase(join(home, 'library.db'))
  onTestFinished(database.close)
  const now = (): Date => new Date()
  const ready = { title: 'Ready', lines: [] }
  const projects = projectsOf(database, { home, ready, now })
  const told: [Event, unknown][] = []
  const notices: string[] = []
  const desktop = createDesktopRequests({
    projects,
    files: createProjectFiles({
      ...{ projects, downloads: createDownloads(), tools: { now, randomName } },
      ...{ folder: join(home, 'work'), choosePath: undefined },
    }),
    retryWhileBusy: database.retryWhileBusy,
    emit: <E extends Event>(event: E, data: Data<E>) => told.push([event, data]),
    notify: (title, body) => notices.push(`${title}: ${body}`),
    showTexts: (texts) => notices.push(JSON.stringify(texts)),
    onBug: (error) => {
      throw error
    },
  })
  return { projects, desktop, told, notices }
}

test('a project of the menu is opened, and is the one that a new window shows', async () => {
  const { projects, desktop, told } = openDesktop(folderForTests('tábìlì'))
  const { id } = projects.create('Ìròyìn')
  projects.create('Other')
  await desktop.open({ projectId: id })
  expect(told).toEqual([['project.open', { projectId: id }]])
  expect(projects.lastOpened()).toBe(id)
})

test('a project file and a folder are opened where they lie; the file stays', async () => {
  const home = folderForTests('tábìlì')
  const { projects, desktop, told } = openDesktop(home)
  const { id } = projects.create('Ìròyìn')
  const file = join(home, 'Ìròyìn òwúrọ̀.griot')
  await writeProjectFile(projects.open(id), file, signal)
  await desktop.open({ path: file })
  const [, opened] = told.map(([, data]) => data as { projectId: string })
  expect(told.map(([event]) => event)).toEqual(['projects.changed', 'project.open'])
  expect(opened?.projectId).not.toBe(id)
  expect(projects.find(opened?.projectId ?? '').title).toBe('Ìròyìn')
  await desktop.open({ path: projects.folderOf(id) })
  expect(told.at(-1)).toEqual(['project.open', { projectId: id }])
})

test('what cannot be opened is told in words, and changes nothing', async () => {
  const home = folderForTests('tábìlì')
  const { projects, desktop, told } = openDesktop(home)
  const before = projects.list().length
  const damaged = join(home, 'damaged.griot')
  writeFileSync(damaged, 'no zip')
  mkdirSync(join(home, 'empty'))
  await desktop.open({ projectId: 'gone' })
  for (const path of [damaged, join(home, 'empty'), join(home, 'missing.griot')])
    await desktop.open({ path })
  expect(told.map(([event]) => event)).toEqual(Array.from({ length: 4 }, () => 'desktop.failed'))
  expect(told.map(([, data]) => (data as Data<'desktop.failed'>).message)).toEqual([
    expect.stringContaining('not in the list'),
    expect.stringContaining('cannot be used'),
    expect.stringContaining('not a project of Griot'),
    expect.stringMatching(/There is no file .*missing\.griot.*moved, renamed or deleted/),
  ])
  expect(projects.list()).toHaveLength(before)
})

test('a choice of the menu bar and a notice are passed on', async () => {
  const { desktop, told, notices } = openDesktop(folderForTests('tábìlì'))
  desktop.menu('export')
  expect(told).toEqual([['menu.command', { command: 'export' }]])
  await desktop.handlers['desktop.notify']({ title: 'Exported', body: 'One file.' })
  await desktop.handlers['desktop.texts']({ texts: { '&File': '&Fáìlì' } })
  expect(notices).toEqual(['Exported: One file.', '{"&File":"&Fáìlì"}'])
})
