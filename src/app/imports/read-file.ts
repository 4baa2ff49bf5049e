import { IMPORT_LIMITS, type ImportedFile, type TextEncoding } from '#shared/imports.ts'
import { counted, decodeText } from './decode-text.ts'
import { readDocx } from './docx.ts'
import { type FileKind, fileKind, looksLikeSubtitles, unreadable } from './file-kind.ts'
import { readMarkdown } from './markdown.ts'
import { readSubtitles } from './subtitles.ts'
import { readTable } from './table.ts'
import type { FoundContent } from './table-or-pieces.ts'

/** A file to be read. */
export interface FileToRead {
  readonly name: string
  readonly bytes: Uint8Array
  /** How the letters of a text file are stored; left out: guessed. */
  readonly encoding?: TextEncoding | undefined
}

const FORMATS: Readonly<Record<FileKind, string>> = {
  docx: 'Word document',
  markdown: 'Markdown',
  subtitles: 'Subtitles',
  table: 'Table',
  text: 'Text',
}

/**
 * What is in a file that a person wants to speak: pieces of text or a table, and what should be said about them. Throws AppError, with what to
 * do, for a file that holds no text. Runs for long on a hostile file: `read-in-thread.ts` limits that.
 */
export async function readImportedFile(file: FileToRead): Promise<ImportedFile> {
  try {
    return await readByKind(file)
  } catch (error) {
    // What the engine throws where calls are nested too deeply, or a text becomes too long.
    if (!(error instanceof RangeError)) throw error
    throw unreadable(
      `${file.name} cannot be read: its marks are nested too deeply, or one of its texts is too long. Save it as .txt, and import that.`,
      error,
    )
  }
}

async function readByKind({ name, bytes, encoding }: FileToRead): Promise<ImportedFile> {
  const kind = fileKind(name, bytes)
  if (kind === 'docx') return answer(kind, await readDocx(bytes, name))
  const decoded = decodeText(bytes, name, encoding)
  const shown = kind === 'text' && looksLikeSubtitles(decoded.text) ? 'subtitles' : kind
  const found = await readText(shown, decoded.text, name)
  const { content } = found
  const warnings = [...decoded.warnings, ...found.warnings]
  return { ...answer(shown, { content, warnings }), encoding: decoded.encoding }
}

async function readText(kind: FileKind, text: string, name: string): Promise<FoundContent> {
  if (kind === 'markdown') return readMarkdown(text)
  if (kind === 'table') return readTable(text, name)
  if (kind === 'subtitles') {
    const { pieces, warnings } = await readSubtitles(text)
    return { content: { kind: 'pieces', pieces: [...pieces] }, warnings }
  }
  const pieces = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u).flatMap((line) => {
    const trimmed = line.trim()
    return trimmed === '' ? [] : [{ text: trimmed }]
  })
  return { content: { kind: 'pieces', pieces }, warnings: [] }
}

function answer(kind: FileKind, found: FoundContent): ImportedFile {
  const { content, left } = withinLimits(found.content)
  const warnings = [
    ...found.warnings,
    ...(left === 0
      ? []
      : [
          `The file is too long: the last ${counted(left, 'paragraph')} of it did not fit and ${left === 1 ? 'was' : 'were'} left out. Divide it to import them.`,
        ]),
  ]
  return { format: FORMATS[kind], content, warnings }
}

function withinLimits(content: ImportedFile['content']): {
  readonly content: ImportedFile['content']
  readonly left: number
} {
  if (content.kind === 'table') {
    const kept = howManyFit(content.rows.map((row) => row.join('').length))
    return {
      content: { ...content, rows: content.rows.slice(0, kept) },
      left: content.rows.length - kept,
    }
  }
  // A paragraph longer than all that is taken counts as several.
  const pieces = content.pieces.flatMap((piece) =>
    piece.text.length <= IMPORT_LIMITS.characters
      ? [piece]
      : [
          { ...piece, text: piece.text.slice(0, IMPORT_LIMITS.characters).toWellFormed() },
          { ...piece, text: piece.text.slice(IMPORT_LIMITS.characters).toWellFormed() },
        ],
  )
  const kept = howManyFit(pieces.map(({ text }) => text.length))
  return {
    content: { kind: 'pieces', pieces: pieces.slice(0, kept) },
    left: pieces.length - kept,
  }
}

/** How many of the parts with these numbers of characters fit the limits. */
function howManyFit(lengths: readonly number[]): number {
  let characters = 0
  const first = lengths.findIndex((length, index) => {
    characters += length
    return index === IMPORT_LIMITS.pieces || characters > IMPORT_LIMITS.characters
  })
  return first < 0 ? lengths.length : first
}
