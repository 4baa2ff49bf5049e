import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { z } from 'zod'
import { storing, writeWhole } from '#app/exports/write-whole.ts'
import { UsageError } from '#cli/usage-error.ts'
import { shieldCell, unshieldCell } from '#shared/table-cells.ts'

const SheetRow = z.object({
  id: z.string(),
  file: z.string(),
  status: z.enum(['done', 'failed']),
  seconds: z.string(),
  voice: z.string(),
  language: z.string(),
  detail: z.string(),
  key: z.string(),
})
/** A line of the result sheet. `key`: fingerprint of what was spoken. */
export type SheetRow = z.infer<typeof SheetRow>
const COLUMNS = Object.keys(SheetRow.shape)

/** The result sheet of a list: a table that says of each text what has become of it. */
export interface Sheet {
  /** What was there before, by its id. */
  readonly rows: ReadonlyMap<string, SheetRow>
  /** Adds a row at once, so that a program that is killed has lost nothing. Throws AppError. */
  add(row: SheetRow): Promise<void>
  /** Writes all rows anew, in the order of `ids`. Throws AppError. */
  finish(ids: readonly string[]): Promise<void>
}

/**
 * Opens the sheet at `path`, which may not be there yet. A line that a killed program has left half-written is passed over. Throws a
 * UsageError where another table lies there.
 */
export async function openSheet(path: string): Promise<Sheet> {
  const rows = new Map<string, SheetRow>()
  const text = await readFile(path, 'utf8').catch(() => '')
  const options = { header: true, skipEmptyLines: 'greedy', transform: unshieldCell } as const
  const { data: lines, meta } = Papa.parse(text, options)
  if (text !== '' && !COLUMNS.every((name) => meta.fields?.includes(name)))
    throw new UsageError(
      `"${path}" is there already and is no list of results of Griot. Move it away, or give another folder as --out.`,
    )
  for (const data of lines) {
    const row = SheetRow.safeParse(data)
    if (row.success) rows.set(row.data.id, row.data)
  }
  let isBegun = text !== ''
  // A last line that was cut off must not swallow the next one.
  let before = isBegun && !text.endsWith('\n') ? '\n' : ''
  return {
    rows,
    async add(row) {
      rows.set(row.id, row)
      const lines = `${before}${isBegun ? '' : linesOf([COLUMNS])}${linesOf([valuesOf(row)])}`
      await storing(path, async () => {
        await mkdir(dirname(path), { recursive: true })
        await appendFile(path, lines)
      })
      isBegun = true
      before = ''
    },
    async finish(ids) {
      const known = ids.flatMap((id) => rows.get(id) ?? [])
      const table = Buffer.from(linesOf([COLUMNS, ...known.map(valuesOf)]))
      await writeWhole(path, Readable.from([table]), undefined)
    },
  }
}

const valuesOf = (row: SheetRow): string[] => COLUMNS.map((name) => row[name as keyof SheetRow])

/** A cell that a spreadsheet would take for a formula gets an apostrophe. */
function linesOf(rows: readonly (readonly string[])[]): string {
  return `${Papa.unparse(
    rows.map((row) => row.map(shieldCell)),
    { newline: '\n' },
  )}\n`
}
