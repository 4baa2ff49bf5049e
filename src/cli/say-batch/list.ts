import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, parse } from 'node:path'
import Papa from 'papaparse'
import type { FileOrder } from '#cli/speak-file.ts'
import { UsageError } from '#cli/usage-error.ts'
import { AppError } from '#shared/errors.ts'
import { distinctNames, safeName } from '#shared/export-names.ts'
import type { Bitrate, StreamFormat } from '#shared/formats.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { SPEED } from '#shared/script.ts'
import { isScriptHeader, unshieldCell } from '#shared/table-cells.ts'

/** One text of a list, with the name of its file. `problem`: why it cannot be spoken, in words. */
export interface ListedText extends FileOrder {
  readonly id: string
  readonly file: string
  /** Fingerprint of all that its sound depends on. */
  readonly key: string
  readonly problem?: string | undefined
}

/** What a list does not say itself. */
export interface ListDefaults {
  /** The voice of texts in a language, by its tag; empty: that of the text's own language. */
  readonly voiceFor: (tag: string | undefined) => string
  readonly language: string | undefined
  readonly speed: number
  readonly format: StreamFormat
  readonly bitrate: Bitrate
}

interface Row {
  readonly id: string
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  readonly text: string
}

/** The list that is named: a table (.csv, .tsv) with a column "text", a .txt with a text in each line, or a folder of .txt. Throws UsageError, AppError. */
export async function readList(
  source: string,
  defaults: ListDefaults,
): Promise<readonly ListedText[]> {
  const rows = await rowsOf(source)
  if (rows.length === 0) throw new UsageError(`"${source}" holds no text.`)
  const ids = new Set<string>()
  for (const { id } of rows) {
    if (ids.has(id)) throw new UsageError(`"${source}" has the id "${id.slice(0, 80)}" twice.`)
    ids.add(id)
  }
  const names = distinctNames(rows.map(({ name }) => safeName(name) || 'speech'))
  return rows.map((row, index) => listed(row, names[index] ?? row.id, defaults))
}

async function rowsOf(source: string): Promise<readonly Row[]> {
  const found = await stat(source).catch((error: Error) => {
    throw unreadable(source, error)
  })
  if (found.isDirectory()) return filesIn(source)
  const kind = extname(source).toLowerCase()
  const text = (await readText(source)).replace(/^\uFEFF/, '')
  if (kind === '.csv' || kind === '.tsv') return tableRows(source, text, kind === '.tsv')
  if (kind === '.txt') return lineRows(text)
  throw new UsageError(
    `"${source}" is no list: give a .csv or .tsv with a column "text", a .txt with a text in each line, or a folder of .txt files.`,
  )
}

async function filesIn(folder: string): Promise<readonly Row[]> {
  const names = (await readdir(folder)).filter((name) => /\.txt$/i.test(name)).sort()
  return Promise.all(
    names.map(async (id) => ({
      ...{ id, name: parse(id).name, fields: {} },
      text: await readText(join(folder, id)),
    })),
  )
}

function lineRows(text: string): readonly Row[] {
  const lines = text.split(/\r?\n/)
  const width = String(lines.length).length
  return lines.flatMap((line, index) => {
    const number = String(index + 1).padStart(width, '0')
    return line.trim() === '' ? [] : [{ id: `${index + 1}`, name: number, fields: {}, text: line }]
  })
}

function tableRows(source: string, text: string, isTabbed: boolean): readonly Row[] {
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    ...{ header: true, skipEmptyLines: 'greedy', delimiter: isTabbed ? '\t' : '' },
    transformHeader: (name) => name.trim().toLowerCase(),
  })
  if (!meta.fields?.includes('text'))
    throw new UsageError(
      `The first row of "${source}" has to name the columns, one of them "text".`,
    )
  const width = String(data.length).length
  const plain = isScriptHeader(meta.fields) ? unshieldCell : (written: string) => written
  return data.map((fields, index) => {
    const cell = (name: string): string => plain(fields[name] ?? '').trim()
    const id = cell('custom_id') || cell('id') || `${index + 1}`
    const name = parse(cell('file') || cell('id') || String(index + 1).padStart(width, '0')).name
    return { id, name, fields, text: cell('text') }
  })
}

function listed({ id, fields, text }: Row, file: string, defaults: ListDefaults): ListedText {
  const cell = (field: string): string | undefined => fields[field]?.trim() || undefined
  const tag = cell('language') ?? defaults.language
  const voice = cell('voice') ?? defaults.voiceFor(tag)
  const speed = Number(cell('speed') ?? defaults.speed)
  const language = tag === undefined ? undefined : languageOf(tag)
  const { format, bitrate } = defaults
  const asked = JSON.stringify([text, voice, tag, speed, format, bitrate])
  const isSpeed = speed >= SPEED.min && speed <= SPEED.max
  const problem = isSpeed
    ? tag !== undefined && language === undefined && `The language "${tag}" is not supported.`
    : `The speed is a number from ${SPEED.min} to ${SPEED.max}.`
  return {
    ...{ id, text, file, voice, language, speed, format, bitrate },
    key: createHash('sha256').update(asked).digest('hex').slice(0, 16),
    problem: problem || undefined,
  }
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw unreadable(path, error)
  })
}

function unreadable(path: string, error: Error): AppError {
  return new AppError('storage/failed', `"${path}" could not be read (${error.message}).`, error)
}
