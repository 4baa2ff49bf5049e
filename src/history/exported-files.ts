import { z } from 'zod'
import type { ExportFormat } from '#shared/formats.ts'
import { MAX_EXPORTS } from '#shared/library-files.ts'
import { type Reserve, withReserve } from '#storage/db/reserve.ts'
import {
  type Awaitable,
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from '#storage/db/steps.ts'

/** A file that an export has made. */
export interface ExportedFileRecord {
  readonly exportedAt: Date
  readonly fileName: string
  readonly format: ExportFormat
  readonly sizeBytes: number
  /** Undefined for texts. */
  readonly seconds: number | undefined
  readonly title: string
  readonly projectId: string | undefined
  readonly path: string
  readonly sidecarPath: string | undefined
}

const Text = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined)
const Row = z
  .object({
    id: z.number(),
    exported_at: z.number(),
    file_name: z.string(),
    format: z.string(),
    size_bytes: z.number(),
    seconds: z.number().nullable(),
    title: z.string(),
    path: z.string(),
    sidecar_path: Text,
  })
  .transform((row) => ({
    ...{ id: row.id, exportedAt: new Date(row.exported_at), fileName: row.file_name },
    ...{ format: row.format, sizeBytes: row.size_bytes, seconds: row.seconds ?? undefined },
    ...{ title: row.title, path: row.path, sidecarPath: row.sidecar_path },
  }))
/** A file that an export has made, as the library remembers it. */
export type RememberedExport = z.output<typeof Row>

/** The exports that a library remembers. Throws AppError('storage/failed') and ('storage/busy'). */
export interface ExportedFiles {
  /** Remembers a file, in place of an earlier one at the same path. */
  add(file: ExportedFileRecord): Awaitable<void>
  /** Newest first. */
  list(): Awaitable<readonly RememberedExport[]>
  find(id: number): Awaitable<RememberedExport | undefined>
  remove(id: number): Awaitable<void>
}

const Rows = z.array(Row)

/** The exports of an open library. `reserve`: what a full disk is given back so that files can be deleted. */
export function createExportedFiles(database: RowDatabase, reserve: Reserve): ExportedFiles {
  function* select(rest: string, ...values: readonly Value[]): Steps<RememberedExport[]> {
    return Rows.parse(yield* all(`SELECT ${COLUMNS} FROM exports ${rest}`, ...values))
  }
  return {
    list: () => database.perform(() => select('ORDER BY id DESC')),
    find: (id) =>
      database.perform(function* () {
        return (yield* select('WHERE id = ?', id))[0]
      }),
    remove: (id) =>
      withReserve(
        () =>
          database.perform(function* () {
            yield* run('DELETE FROM exports WHERE id = ?', id)
          }),
        reserve,
      ),
    add: (file) =>
      database.perform(() =>
        transaction(function* () {
          yield* run('DELETE FROM exports WHERE path = ?', file.path)
          yield* run(
            `INSERT INTO exports (exported_at, file_name, format, size_bytes, seconds, title, project_id, path, sidecar_path)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...[file.exportedAt.getTime(), file.fileName, file.format, file.sizeBytes],
            ...[file.seconds ?? null, file.title, file.projectId ?? null, file.path],
            file.sidecarPath ?? null,
          )
          yield* run(
            'DELETE FROM exports WHERE id <= (SELECT max(id) FROM exports) - ?',
            MAX_EXPORTS,
          )
        }),
      ),
  }
}

const COLUMNS = 'id, exported_at, file_name, format, size_bytes, seconds, title, path, sidecar_path'
