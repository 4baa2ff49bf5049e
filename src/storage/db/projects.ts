import { z } from 'zod'
import type { Database } from './database.ts'
import { all, run, type Steps, type Value } from './steps.ts'

const Row = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string(),
  created_at: z.string(),
  opened_at: z.string().nullable(),
  archived_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
  trash_path: z.string().nullable(),
})

/** A project as the library knows it. Paths are relative to the data folder where the project lies in it; times are ISO 8601. */
export interface ProjectRow {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly createdAt: string
  readonly openedAt: string | undefined
  readonly archivedAt: string | undefined
  readonly deletedAt: string | undefined
  /** Where it lies after it was deleted. */
  readonly trashPath: string | undefined
}

/**
 * The table of projects, in the library of this computer alone: a project is a folder on its disk, which the registry makes, moves
 * and locks as it writes the row, and a service has no such folder to share. Throws AppError('storage/failed'), ('storage/busy') and ('storage/full'). */
export interface ProjectRows {
  /** All of them, the one opened last first. */
  list(): readonly ProjectRow[]
  find(id: string): ProjectRow | undefined
  /** Writes a project in place of the one with its id, if there is one. */
  put(row: ProjectRow): void
  remove(id: string): void
  /** The project that was opened last. */
  lastOpened(): string | undefined
  setLastOpened(id: string): void
  /** Whether the one script of an older library has become a project. */
  isScriptMoved(): boolean
  setScriptMoved(): void
}

const State = z.tuple([z.object({ last_opened: z.string().nullable(), script_moved: z.number() })])

/** The table of projects in an open library. */
export function createProjectRows(database: Database): ProjectRows {
  return {
    list: () => database.perform(listProjects),
    find: (id) => database.perform(() => findProject(id)),
    put: (row) => database.perform(() => putProject(row)),
    remove(id) {
      database.perform(() => run('DELETE FROM projects WHERE id = ?', id))
    },
    lastOpened: () => database.perform(readState).last_opened ?? undefined,
    setLastOpened(id) {
      database.perform(() => run('UPDATE project_state SET last_opened = ?', id))
    },
    isScriptMoved: () => database.perform(readState).script_moved === 1,
    setScriptMoved() {
      database.perform(() => run('UPDATE project_state SET script_moved = 1'))
    },
  }
}

const COLUMNS = 'id, path, title, created_at, opened_at, archived_at, deleted_at, trash_path'

function* select(rest: string, ...values: readonly Value[]): Steps<readonly ProjectRow[]> {
  const rows = yield* all(`SELECT ${COLUMNS} FROM projects ${rest}`, ...values)
  return z.array(Row).parse(rows).map(fromRow)
}

/** All projects, the one opened last first, and those that were never opened at the end. */
function listProjects(): Steps<readonly ProjectRow[]> {
  return select('ORDER BY opened_at IS NULL, opened_at DESC, created_at DESC, id')
}

function* findProject(id: string): Steps<ProjectRow | undefined> {
  return (yield* select('WHERE id = ?', id))[0]
}

function* putProject(row: ProjectRow): Steps<void> {
  yield* run(
    `INSERT INTO projects (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET path = excluded.path, title = excluded.title,
       created_at = excluded.created_at, opened_at = excluded.opened_at,
       archived_at = excluded.archived_at, deleted_at = excluded.deleted_at,
       trash_path = excluded.trash_path`,
    ...[row.id, row.path, row.title, row.createdAt, row.openedAt ?? null],
    ...[row.archivedAt ?? null, row.deletedAt ?? null, row.trashPath ?? null],
  )
}

function* readState(): Steps<z.infer<typeof State>[0]> {
  return State.parse(yield* all('SELECT last_opened, script_moved FROM project_state'))[0]
}

function fromRow(row: z.infer<typeof Row>): ProjectRow {
  return {
    id: row.id,
    path: row.path,
    title: row.title,
    createdAt: row.created_at,
    openedAt: row.opened_at ?? undefined,
    archivedAt: row.archived_at ?? undefined,
    deletedAt: row.deleted_at ?? undefined,
    trashPath: row.trash_path ?? undefined,
  }
}
