import { type Unzipped, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { Piece } from '#shared/imports.ts'
import { unreadable } from './file-kind.ts'
import { type FoundContent, leftOut, tableOrPieces } from './table-or-pieces.ts'

/** Most bytes that the texts of a document may have when they are unpacked, and most files in it. */
const UNPACKED = { bytes: 48 * 1024 * 1024, files: 10_000 } as const

/** What is read of a document: its texts and how they hang together, no pictures, sounds or macros. */
const READ = /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/

/** A node of mammoth's document, as far as it is read here (mammoth/lib/documents.js). */
interface DocxNode {
  readonly type: string
  readonly children?: readonly DocxNode[]
  readonly value?: string
  readonly styleName?: string | null
  readonly breakType?: string
}

interface LeftOut {
  notes: number
  comments: number
  pictures: number
}

/**
 * Reads a Word document (.docx): headings, paragraphs and tables. Only its texts are unpacked, and never more than `UNPACKED` allows,
 * whatever the archive says of itself. Throws AppError for an archive that is damaged, too large or something else.
 */
export async function readDocx(bytes: Uint8Array, name: string): Promise<FoundContent> {
  const buffer = Buffer.from(zipSync(textsOf(bytes, name), { level: 0 }))
  let document: DocxNode | undefined
  try {
    await mammoth.convertToHtml(
      { buffer },
      {
        externalFileAccess: false,
        includeEmbeddedStyleMap: false,
        transformDocument(read: DocxNode & object) {
          document = read
          // The HTML is not needed.
          return { ...read, children: [] }
        },
      },
    )
  } catch (error) {
    throw damaged(name, error)
  }
  if (!document) throw damaged(name)
  const left: LeftOut = { notes: 0, comments: 0, pictures: 0 }
  const parts = (document.children ?? []).flatMap((node) => partsOf(node, left))
  return { content: tableOrPieces(parts), warnings: leftOutWords(left) }
}

function textsOf(bytes: Uint8Array, name: string): Unzipped {
  let files = 0
  let size = 0
  const names = new Set<string>()
  let texts: Unzipped
  try {
    texts = unzipSync(bytes, {
      filter(file) {
        files++
        names.add(file.name)
        if (files > UNPACKED.files) throw tooLarge(name)
        if (!READ.test(file.name)) return false
        // An archive that says less than it holds is cut there: fflate never writes beyond what it says.
        size += file.originalSize
        if (size > UNPACKED.bytes) throw tooLarge(name)
        return true
      },
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error
    throw damaged(name, error)
  }
  if (!names.has('word/document.xml')) throw otherArchive(name, names)
  return texts
}

function tooLarge(name: string): Error {
  return unreadable(
    `${name} unpacks to more text than a script can have (${UNPACKED.bytes / 1024 / 1024} MB). If it is a real document, divide it in Word and import the parts.`,
  )
}

function damaged(name: string, cause?: unknown): Error {
  return unreadable(
    `${name} is damaged or was not saved to its end. Open it in Word or LibreOffice, which can often repair it, and save it again as .docx.`,
    cause,
  )
}

function otherArchive(name: string, names: ReadonlySet<string>): Error {
  if (names.has('xl/workbook.xml'))
    return unreadable(`${name} is an Excel file. Save it as .csv (UTF-8) and import that.`)
  if (names.has('ppt/presentation.xml'))
    return unreadable(`${name} is a PowerPoint file. Save its outline as .docx or copy its text.`)
  if (names.has('content.xml'))
    return unreadable(`${name} is an OpenDocument file. Save it as .docx and import that.`)
  if (names.has('META-INF/container.xml'))
    return unreadable(`${name} is an e-book. Convert it to .docx or .txt and import that.`)
  return unreadable(`${name} is an archive without a Word document. Unpack it, and choose a file.`)
}

type Part = Parameters<typeof tableOrPieces>[0][number]

function partsOf(node: DocxNode, left: LeftOut): Part[] {
  if (node.type === 'paragraph') return paragraphPieces(node, left)
  if (node.type === 'table') return [{ rows: rowsOf(node, left) }]
  return (node.children ?? []).flatMap((child) => partsOf(child, left))
}

function rowsOf(table: DocxNode, left: LeftOut): string[][] {
  return (table.children ?? []).map((row) =>
    (row.children ?? []).map((cell) =>
      (cell.children ?? [])
        .map((block) => textOf(block, left).trim())
        .filter((text) => text !== '')
        .join('\n'),
    ),
  )
}

function paragraphPieces(paragraph: DocxNode, left: LeftOut): Piece[] {
  const style = paragraph.styleName?.toLowerCase() ?? ''
  // A table of contents repeats the headings.
  if (/^toc \d/.test(style)) return []
  const text = textOf(paragraph, left)
  const level = style === 'title' ? 1 : Number(/^heading (\d)$/.exec(style)?.[1] ?? 0)
  if (level > 0) {
    const heading = text.replaceAll(/\s+/g, ' ').trim()
    return heading === '' ? [] : [{ text: heading, heading: level }]
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ text: line }))
}

function textOf(node: DocxNode, left: LeftOut): string {
  switch (node.type) {
    case 'text':
      return node.value ?? ''
    case 'tab':
      return ' '
    case 'break':
      return node.breakType === 'line' ? '\n' : ''
    case 'noteReference':
      left.notes++
      return ''
    case 'commentReference':
      left.comments++
      return ''
    case 'image':
      left.pictures++
      return ''
    case 'tableCell':
    case 'paragraph':
    case 'tableRow':
      return `${innerText(node, left)}\n`
    default:
      return innerText(node, left)
  }
}

function innerText(node: DocxNode, left: LeftOut): string {
  return (node.children ?? []).map((child) => textOf(child, left)).join('')
}

function leftOutWords({ notes, comments, pictures }: LeftOut): string[] {
  return [
    ...leftOut(notes, 'footnote or endnote', 'footnotes and endnotes'),
    ...leftOut(comments, 'comment', 'comments'),
    ...leftOut(pictures, 'picture', 'pictures'),
  ]
}
