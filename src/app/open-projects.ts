import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openProjectFolder } from '#projects/project-folder.ts'
import { createProjects, type Projects } from '#projects/registry.ts'
import { applyChanges } from '#shared/apply-changes.ts'
import { AppError } from '#shared/errors.ts'
import { Script } from '#shared/script.ts'
import type { Database } from '#storage/db/database.ts'
import { readFormerScript } from '#storage/db/former-script.ts'
import { createProjectRows } from '#storage/db/projects.ts'
import { type Reserve, withReserve } from '#storage/db/reserve.ts'
import { openShared } from '#storage/open-shared.ts'
import { readStoredSettings } from '#storage/settings-file.ts'

/** A new random name: 32 hexadecimal digits. */
export function randomName(): string {
  return randomBytes(16).toString('hex')
}

/** The projects of an open library. `ready`: what a person finds at the first start. */
export function projectsOf(
  database: Database,
  options: {
    readonly home: string
    readonly ready: Script
    readonly now: () => Date
    readonly folderOfNew?: () => string
  },
): Projects {
  return createProjects({
    ...options,
    rows: createProjectRows(database),
    former: () => readFormerScript(database),
    randomName,
  })
}

/** Make the projects ready. Where that fails now, `onNotice` is told, and whoever opens a project tries again. */
export function prepareProjects(
  projects: Projects,
  reserve: Reserve,
  onNotice: ((words: string) => void) | undefined,
): void {
  try {
    withReserve(() => projects.prepare(), reserve)
    const notice = projects.notice()
    if (notice !== undefined) onNotice?.(notice)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    onNotice?.(error.message)
  }
}

/** The script that a person finds at the first start. Throws file system errors. */
export async function readReadyScript(resources: string): Promise<Script> {
  const text = await readFile(join(resources, 'ready-script.json'), 'utf8')
  return Script.parse(JSON.parse(text))
}

/** Number of lines that use a voice, in all projects that can be read, or in the script of an older library. Nothing is changed. */
export function linesSpokenBy(database: Database, home: string, voice: string): number {
  const rows = createProjectRows(database)
  const tools = { now: () => new Date(), randomName: () => '' }
  const scripts = rows.isScriptMoved()
    ? rows.list().flatMap(({ path, deletedAt }) => {
        if (deletedAt !== undefined) return []
        return readable(() => openProjectFolder(resolve(home, path), tools, 'read').load().script)
      })
    : [formerScriptOf(database)]
  const lines = scripts.flatMap((script) => script.lines)
  return lines.filter((line) => line.kind !== 'chapter' && line.voice === voice).length
}

function formerScriptOf(database: Database): Script {
  const { script, revision, entries } = readFormerScript(database)
  const later = entries.filter((entry) => entry.revision > revision)
  return applyChanges(
    script ?? { title: '', lines: [] },
    later.flatMap(({ changes }) => changes),
  )
}

function readable<T>(read: () => T): T[] {
  try {
    return [read()]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/**
 * The projects of a data folder, beside a server that may be running; `close` when done. Throws AppError('storage/failed')
 * and ('storage/busy').
 */
export async function openProjects(
  home: string,
  resources: string,
): Promise<{ readonly projects: Projects; close(): void }> {
  const ready = await readReadyScript(resources)
  const { database, close } = openShared(home)
  const projects = projectsOf(database, {
    ...{ home, ready, now: () => new Date() },
    folderOfNew: () => readStoredSettings(home).values['folders.projects'] ?? '',
  })
  return {
    projects,
    close() {
      projects.close()
      close()
    },
  }
}
