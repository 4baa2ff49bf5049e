import { extname } from 'node:path'
import { AppError } from '#shared/errors.ts'

/** How a file is read. */
export type FileKind = 'docx' | 'markdown' | 'subtitles' | 'table' | 'text'

const BY_ENDING: Readonly<Record<string, FileKind>> = {
  ...{ '.md': 'markdown', '.markdown': 'markdown', '.docx': 'docx' },
  ...{
    '.srt': 'subtitles',
    '.vtt': 'subtitles',
    '.csv': 'table',
    '.tsv': 'table',
    '.tab': 'table',
  },
}

/** The first words of a web page, behind a byte order mark, an XML declaration and comments. */
const WEB_PAGE =
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)*<(?:!doctype\s+html|html)\b/i
/** Text of bytes in any encoding, as far as it is ASCII. */
const withoutNuls = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '')

/** The name in UTF-16 by which Office stores an encrypted document in an old kind of file. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * How a file is read, by its bytes and else by the ending of its name. Throws AppError for a file that holds no script, with what
 * to do instead.
 */
export function fileKind(name: string, bytes: Uint8Array): FileKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  const ending = extname(name).toLowerCase()
  if (bytes.length === 0) throw unreadable(`${name} is empty (0 bytes). Choose another file.`)
  if (head.includes('%PDF-'))
    throw unreadable(
      `${name} is a PDF, which keeps letters by their places on a page. Open it in the program that it comes from and save it as .docx or .txt, or copy its text and paste it into the script.`,
    )
  if (head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') throw oldOffice(name, bytes)
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf')
    throw unreadable(
      `${name} is rich text (.rtf). Open it in Word or LibreOffice and save it as .docx.`,
    )
  if (/^\.x?html?$/.test(ending) || WEB_PAGE.test(withoutNuls(head)))
    throw unreadable(
      `${name} is a web page (HTML), which cannot be read as a script yet. Open it in a browser, copy its text and paste it into the script, or save it as .docx or .txt.`,
    )
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'docx'
  if (ending === '.docx')
    throw unreadable(
      `${name} is called .docx but is no Word document, or it is damaged. Open it in Word or LibreOffice and save it again as .docx.`,
    )
  return BY_ENDING[ending] ?? 'text'
}

/** Whether a text without a telling name is subtitles: WebVTT by its first line, SubRip by its first time. */
export function looksLikeSubtitles(text: string): boolean {
  const start = text.slice(0, 1_000).trimStart()
  return (
    /^WEBVTT\b/.test(start) ||
    /^\d+\s*\n\d+:\d\d:\d\d[,.]\d+ --> /.test(start.replaceAll('\r\n', '\n'))
  )
}

/** Error for a file that cannot be read; `message` says what to do. */
export function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('request/unreadable', message, cause)
}

function oldOffice(name: string, bytes: Uint8Array): AppError {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(ENCRYPTED)
  return unreadable(
    isEncrypted
      ? `${name} is protected by a password. Open it in Word, remove the password (File, Info, Protect Document), save it, and import it again.`
      : `${name} is a document of an old Word (.doc) or another old Office program. Open it in Word or LibreOffice and save it as .docx.`,
  )
}
