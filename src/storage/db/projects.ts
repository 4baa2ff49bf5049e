import { z } from 'zod'
import type { Database } from './database.ts'

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

/** The table of projects. Throws AppError('storage/failed'), ('storage/busy') and ('storage/full'). */
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
  const select = (rest: string, ...values: string[]): readonly ProjectRow[] =>
    z
      .array(Row)
      .parse(database.all(`SELECT * FROM projects ${rest}`, ...values))
      .map(fromRow)
  const state = (): z.infer<typeof State>[0] =>
    State.parse(database.all('SELECT last_opened, script_moved FROM project_state'))[0]
  return {
    list: () => select('ORDER BY opened_at DESC, created_at DESC, id'),
    find: (id) => select('WHERE id = ?', id)[0],
    put(row) {
      database.run(
        'INSERT OR REPLACE INTO projects VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        ...[row.id, row.path, row.title, row.createdAt, row.openedAt ?? null],
        ...[row.archivedAt ?? null, row.deletedAt ?? null, row.trashPath ?? null],
      )
    },
    remove(id) {
      database.run('DELETE FROM projects WHERE id = ?', id)
    },
    lastOpened: () => state().last_opened ?? undefined,
    setLastOpened(id) {
      database.run('UPDATE project_state SET last_opened = ?', id)
    },
    isScriptMoved: () => state().script_moved === 1,
    setScriptMoved() {
      database.run('UPDATE project_state SET script_moved = 1')
    },
  }
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
