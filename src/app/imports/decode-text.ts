import { analyse } from 'chardet'
import { AppError } from '#shared/errors.ts'
import type { TextEncoding } from '#shared/imports.ts'

/** A text file as letters. */
export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
  readonly warnings: readonly string[]
}

/** Bytes at the start of a file by which its encoding is guessed. */
const SAMPLE_BYTES = 64 * 1024
/** Share of control characters above which bytes are no text. */
const MOST_CONTROLS = 0.01
/** Share of letters of the scripts that people write in, below which bytes are not UTF-16. */
const LEAST_PLAUSIBLE = 0.9

/** Latin with its marks, Greek, Cyrillic, Hebrew, Arabic, Ethiopic, punctuation. */
const PLAUSIBLE =
  /[\t\n\r\u0020-\u007e\u00a0-\u052f\u0590-\u06ff\u1200-\u139f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf\u2d80-\u2ddf\uab00-\uab2f\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g

/** How the encodings are called in messages. */
const NAMES: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western European)',
  macintosh: 'Mac OS Roman',
  'windows-1256': 'Windows-1256 (Arabic)',
}

/**
 * Decodes a text file. `chosen` left out: the encoding is told from the mark of byte order, from the bytes themselves, or else
 * guessed, which a warning says. Throws AppError for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array, name: string, chosen?: TextEncoding): DecodedText {
  const { encoding, isGuess } =
    chosen === undefined ? encodingOf(bytes) : { encoding: chosen, isGuess: false }
  const decoded = new TextDecoder(encoding).decode(bytes)
  const controls = count(decoded, CONTROLS)
  if (chosen === undefined && controls > decoded.length * MOST_CONTROLS)
    throw new AppError(
      'request/unreadable',
      `${name} is not a text. Choose a text file, or save it as .docx, .txt or .csv in the program that made it.`,
    )
  const unread = count(decoded, /\ufffd/g)
  const warnings: string[] = []
  if (isGuess)
    warnings.push(
      `The file does not say how its letters are stored. They were read as ${NAMES[encoding]}. Choose another encoding if letters are wrong.`,
    )
  if (unread > 0)
    warnings.push(
      `${counted(unread, 'letter')} could not be read and ${unread === 1 ? 'stands' : 'stand'} in the text as “\ufffd”.`,
    )
  if (controls > 0)
    warnings.push(
      `${counted(controls, 'control character')} (such as NUL), which nobody can say, ${controls === 1 ? 'was' : 'were'} left out.`,
    )
  return { text: controls > 0 ? decoded.replaceAll(CONTROLS, '') : decoded, encoding, warnings }
}

/**
 * A number with its noun.
 * @example `counted(1, 'letter')` is `'1 letter'`.
 * @example `counted(1200, 'row')` is `'1,200 rows'`.
 */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}

function encodingOf(bytes: Uint8Array): {
  readonly encoding: TextEncoding
  readonly isGuess: boolean
} {
  const marked = byMark(bytes)
  if (marked) return { encoding: marked, isGuess: false }
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const isUtf8 = isMostlyUtf8(sample)
  // Valid UTF-8 without NUL is UTF-8: in other encodings, letters beyond ASCII would break its rules.
  if (isUtf8 && !sample.includes(0)) return { encoding: 'utf-8', isGuess: false }
  const wide = wideEncodingOf(sample)
  if (wide) return { encoding: wide, isGuess: true }
  if (isUtf8) return { encoding: 'utf-8', isGuess: false }
  return { encoding: narrowEncodingOf(sample), isGuess: true }
}

function byMark(bytes: Uint8Array): TextEncoding | undefined {
  const [one, two, three] = bytes
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8'
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  return undefined
}

/** Whether bytes are UTF-8, where of ten letters beyond ASCII one may be broken; the last letter may be cut. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample, { stream: true })
  const broken = count(text, /\ufffd/g)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  const beyond = count(text, /[^\u0000-\u007f\ufffd]/gu)
  return broken * 10 <= beyond
}

/** UTF-16 without a mark of byte order, told by the scripts that would come out. */
function wideEncodingOf(sample: Uint8Array): TextEncoding | undefined {
  const even = sample.subarray(0, sample.length - (sample.length % 2))
  if (even.length === 0) return undefined
  const [best] = (['utf-16le', 'utf-16be'] as const)
    .map((encoding) => ({ encoding, share: plausibleShare(even, encoding) }))
    .toSorted((one, other) => other.share - one.share)
  return best && best.share >= LEAST_PLAUSIBLE ? best.encoding : undefined
}

function plausibleShare(bytes: Uint8Array, encoding: TextEncoding): number {
  const text = new TextDecoder(encoding).decode(bytes)
  return count(text, PLAUSIBLE) / Math.max(1, text.length)
}

/** An encoding of one byte a letter: the Western European one, unless another is much likelier. */
function narrowEncodingOf(sample: Uint8Array): TextEncoding {
  const [best] = analyse(sample)
  return best?.name === 'windows-1256' && best.confidence >= 50 ? 'windows-1256' : 'windows-1252'
}
