import { z } from 'zod'
import type { ExportFormat } from '#shared/formats.ts'
import { MAX_EXPORTS } from '#shared/library-files.ts'
import type { Database, Value } from '#storage/db/database.ts'
import { type Reserve, withReserve } from '#storage/db/reserve.ts'

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
  add(file: ExportedFileRecord): void
  /** Newest first. */
  list(): readonly RememberedExport[]
  find(id: number): RememberedExport | undefined
  remove(id: number): void
}

/** The exports of an open library. `reserve`: what a full disk is given back so that files can be deleted. */
export function createExportedFiles(database: Database, reserve: Reserve): ExportedFiles {
  const select = (rest: string, ...values: Value[]): RememberedExport[] =>
    z.array(Row).parse(database.all(`SELECT * FROM exports ${rest}`, ...values))
  return {
    list: () => select('ORDER BY id DESC'),
    find: (id) => select('WHERE id = ?', id)[0],
    remove(id) {
      withReserve(() => database.run('DELETE FROM exports WHERE id = ?', id), reserve)
    },
    add(file) {
      database.transaction(() => {
        database.run('DELETE FROM exports WHERE path = ?', file.path)
        database.run(
          `INSERT INTO exports (exported_at, file_name, format, size_bytes, seconds, title, project_id, path, sidecar_path)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[file.exportedAt.getTime(), file.fileName, file.format, file.sizeBytes],
          ...[file.seconds ?? null, file.title, file.projectId ?? null, file.path],
          file.sidecarPath ?? null,
        )
        database.run(
          'DELETE FROM exports WHERE id <= (SELECT max(id) FROM exports) - ?',
          MAX_EXPORTS,
        )
      })
    },
  }
}
