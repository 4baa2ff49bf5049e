import type { ImportedTable, Piece } from '#shared/imports.ts'
import { parseTime } from '#shared/parse-time.ts'

/** The rows of a table as pieces, by the roles of its columns. Rows without a text are left out. */
export function tablePieces({ rows, hasHeader, roles }: ImportedTable): Piece[] {
  return rows.slice(hasHeader ? 1 : 0).flatMap((row) => {
    const cell = (role: ImportedTable['roles'][number]): string =>
      (row[roles.indexOf(role)] ?? '').trim()
    const text = cell('text').replaceAll(/\s*\n\s*/g, ' ')
    if (text === '') return []
    const speaker = cell('speaker')
    const language = cell('language')
    const start = parseTime(cell('start'))
    const end = parseTime(cell('end')) ?? start
    return [
      {
        text,
        ...(speaker && { speaker }),
        ...(language && { language }),
        ...(start !== undefined &&
          end !== undefined && { heardAt: { start, end: Math.max(start, end) } }),
      },
    ]
  })
}
