import { type ImportedFile, IMPORT_LIMITS, type Piece, type TextEncoding } from '#shared/imports.ts'
import { decodeText } from './decode-text.ts'
import { readDocx } from './docx.ts'
import { type FileKind, fileKind, looksLikeSubtitles } from './file-kind.ts'
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
export async function readImportedFile({ name, bytes, encoding }: FileToRead): Promise<ImportedFile> {
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

function answer(kind: FileKind, { content, warnings }: FoundContent): ImportedFile {
  const fitted =
    content.kind === 'pieces'
      ? limited(content.pieces, ({ text }) => text.length)
      : limited(content.rows, (row) => row.reduce((sum, cell) => sum + cell.length, 0))
  const left =
    fitted.left === 0
      ? []
      : [
          `The file is too long: the last ${fitted.left.toLocaleString('en')} of its ${(fitted.left + fitted.kept.length).toLocaleString('en')} paragraphs were left out. Divide it to import them.`,
        ]
  const within: ImportedFile['content'] =
    content.kind === 'pieces'
      ? { kind: 'pieces', pieces: fitted.kept as Piece[] }
      : { ...content, rows: fitted.kept as string[][] }
  return { format: FORMATS[kind], content: within, warnings: [...warnings, ...left] }
}

/** The first parts that fit the limits, of which `lengthOf` gives the characters, and how many do not. */
function limited<T>(
  parts: readonly T[],
  lengthOf: (part: T) => number,
): { readonly kept: T[]; readonly left: number } {
  let characters = 0
  let kept = 0
  for (const part of parts) {
    characters += lengthOf(part)
    if (kept === IMPORT_LIMITS.pieces || characters > IMPORT_LIMITS.characters) break
    kept++
  }
  return { kept: parts.slice(0, kept), left: parts.length - kept }
}
