import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Script, ScriptLine } from '#shared/script.ts'
import type { Change } from '#shared/script-changes.ts'
import { openDatabase } from '#storage/db/database.ts'
import { readFormerScript } from '#storage/db/former-script.ts'
import { createProjectRows } from '#storage/db/projects.ts'
import { makeProjectFolder } from './make-project-folder.ts'
import { openProjectFolder, type ProjectFolder } from './project-folder.ts'
import { createProjects } from './registry.ts'
import type { SaveRequest } from './saves.ts'

/** Tools of a project whose clock stands until a test moves it. */
export function toolsForTests() {
  const tools = {
    time: Date.parse('2026-02-03T04:05:06Z'),
    now: () => new Date(tools.time),
    randomName: () => randomBytes(16).toString('hex'),
  }
  return tools
}

/** A line of a script. */
export const line = (id: string, text: string): ScriptLine => ({
  ...{ id, text, voice: 'lina', speed: 1 },
})

/** A script of two lines. */
export const READY: Script = {
  title: 'Ìròyìn òwúrọ̀',
  lines: [line('a', 'Good morning from Lagos.'), line('b', 'Ẹ káàárọ̀.')],
}

/** A project that was just made in the folder `path`. */
export function projectForTests(path: string, tools = toolsForTests(), script = READY) {
  const createdAt = tools.now().toISOString()
  makeProjectFolder(path, { id: tools.randomName(), createdAt, revision: 0, script }, tools)
  return openProjectFolder(path, tools)
}

let saves = 0
/** The request of a window that has changed the script as it knows it. */
export function order(project: ProjectFolder, changes: Change[], window = 'one'): SaveRequest {
  const { scriptId, revision } = project.load()
  return { scriptId, base: revision, window, number: ++saves, changes }
}

/** A change of the text of a line. */
export const setText = (id: string, text: string): Change => ({
  ...{ kind: 'set', line: line(id, text), fields: ['text'] },
})

/** The texts of the lines of a project, in order. */
export const textsOf = (project: ProjectFolder): string[] =>
  project.load().script.lines.map(({ text }) => text)

/** The registry of the data folder `home`, until the test is over. */
export function registryForTests(
  home: string,
  tools = toolsForTests(),
  folderOfNew?: () => string,
) {
  const database = openDatabase(join(home, 'library.db'))
  onTestFinished(database.close)
  const rows = createProjectRows(database)
  const former = () => readFormerScript(database)
  return {
    database,
    tools,
    projects: createProjects({ ...tools, home, rows, former, ready: READY, folderOfNew }),
  }
}
