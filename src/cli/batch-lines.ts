import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import Papa from 'papaparse'
import type { SourceLine } from '#batches/line.ts'
import { readTextLines } from '#batches/text-lines.ts'
import { type ReadLine, readJsonLines } from '#server/v1/batch-lines.ts'
import { AppError } from '#shared/errors.ts'
import { isScriptHeader, unshieldCell } from '#shared/table-cells.ts'
import { UsageError } from './usage-error.ts'

/** What is said of lines that do not say it themselves. */
export interface LineDefaults {
  readonly voice: string
  readonly language: string | undefined
  readonly format: string
  readonly bitrate: string
  readonly speed: number
}

export type BatchKind = 'jsonl' | 'table' | 'book'

const KINDS: Readonly<Record<string, BatchKind>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'table',
  '.tsv': 'table',
  '.txt': 'book',
  '.md': 'book',
}

/** What a file is, by its name. Throws UsageError for one that is nothing that can be read line by line. */
export function batchKindOf(file: string): BatchKind {
  const kind = KINDS[extname(file).toLowerCase()]
  if (kind) return kind
  throw new UsageError(
    `"${file}" is no file of lines: give a .jsonl, a .csv or .tsv with a column "text", or a book as .txt or .md.`,
  )
}

/** Length of a part of a paragraph from which the next part begins, in characters. */
const LONG_PARAGRAPH = 2_000

/** The lines of a file, as `griot batch run` reads it. Throws AppError where it cannot be read. */
export async function* linesOfFile(
  file: string,
  {
    kind,
    defaults,
    maxLineBytes,
    read,
  }: {
    readonly kind: BatchKind
    readonly defaults: LineDefaults
    readonly maxLineBytes: number
    readonly read: ReadLine
  },
  onBytes: (piece: Uint8Array) => void,
): AsyncGenerator<SourceLine> {
  const bytes = bytesOf(file, onBytes)
  const speak = (line: number, id: string, fields: Readonly<Record<string, unknown>>) => {
    const body = { ...defaults, ...fields }
    return read(line, { custom_id: id, method: 'POST', url: '/v1/speech', body })
  }
  if (kind === 'jsonl') yield* readJsonLines(bytes, maxLineBytes, read)
  else if (kind === 'table') yield* tableLines(file, bytes, speak)
  else
    for await (const { line, text } of paragraphs(bytes, maxLineBytes))
      yield await speak(line, `${line}`, { text })
}

type Speak = (
  line: number,
  id: string,
  fields: Readonly<Record<string, unknown>>,
) => Promise<SourceLine>

async function* bytesOf(
  file: string,
  onBytes: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  try {
    if (!(await stat(file)).isFile()) throw new Error('it is no file')
    for await (const piece of createReadStream(file)) {
      onBytes(piece)
      yield piece
    }
  } catch (error) {
    throw new AppError('storage/failed', `"${file}" could not be read (${String(error)}).`, error)
  }
}

/** Columns that a table may have, besides its text. */
const COLUMNS = ['voice', 'language', 'format', 'bitrate', 'numbers'] as const

async function* tableLines(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  speak: Speak,
): AsyncGenerator<SourceLine> {
  const delimiter = extname(file).toLowerCase() === '.tsv' ? '\t' : ''
  const rows = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter, skipEmptyLines: 'greedy' })
  const feeding = feed(bytes, rows).catch((error: Error) => rows.destroy(error))
  let row = 0
  let head: readonly string[] | undefined
  for await (const cells of rows as AsyncIterable<readonly string[]>) {
    row++
    if (!head) {
      head = cells.map((cell) =>
        cell
          .replace(/^\uFEFF/, '')
          .trim()
          .toLowerCase(),
      )
      if (!head.includes('text'))
        throw new UsageError(
          `The first row of "${file}" has to name the columns, one of them "text".`,
        )
      continue
    }
    const cell = (name: string): string | undefined => {
      const value = cells[head?.indexOf(name) ?? -1]?.trim()
      return value === '' ? undefined : value
    }
    const speed = cell('speed')
    const fields = Object.fromEntries(
      COLUMNS.flatMap((name) => (cell(name) === undefined ? [] : [[name, cell(name)]])),
    )
    const id = cell('custom_id') ?? cell('id') ?? `${row}`
    const text = isScriptHeader(head) ? unshieldCell(cell('text') ?? '') : (cell('text') ?? '')
    yield await speak(row, id, {
      ...{ ...fields, text },
      ...(speed === undefined ? {} : { speed: Number(speed) }),
    })
  }
  await feeding
}

async function feed(bytes: AsyncIterable<Uint8Array>, rows: NodeJS.ReadWriteStream): Promise<void> {
  for await (const piece of bytes) {
    if (rows.write(piece)) continue
    await new Promise((resolve) => rows.once('drain', resolve))
  }
  rows.end()
}

/** Paragraphs of a text, which blank lines divide; long ones in parts, at the ends of their lines. */
async function* paragraphs(
  bytes: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let open: { line: number; last: number; text: string } | undefined
  for await (const { line, ...rest } of readTextLines(bytes, maxLineBytes)) {
    if (rest.problem) throw new AppError('request/invalid', `Line ${line}: ${rest.problem.message}`)
    const text = rest.text.trim()
    const goesOn = open && line === open.last + 1 && open.text.length < LONG_PARAGRAPH
    if (open && goesOn) open = { line: open.line, last: line, text: `${open.text} ${text}` }
    else {
      if (open) yield open
      open = { line, last: line, text }
    }
  }
  if (open) yield open
}
