import type { LineProblem } from './line.ts'

/** A line of a text, without its end; or why it could not be read. */
export type TextLine = { readonly line: number } & (
  | { readonly text: string; readonly problem?: undefined }
  | { readonly problem: LineProblem }
)

const NEWLINE = 0x0a

/**
 * The lines of a text in UTF-8, as its bytes come; blank ones are left out and counted. One that has more than `maxBytes`, or is not
 * UTF-8, is a problem, and the next one is read as usual.
 */
export async function* readTextLines(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<TextLine> {
  let [line, kept, pieces] = [1, 0, [] as Uint8Array[]]
  const finish = (): TextLine | undefined => {
    const [number, whole, size] = [line, pieces, kept]
    ;[line, kept, pieces] = [line + 1, 0, []]
    return size > maxBytes ? tooLong(number, maxBytes) : decoded(number, whole)
  }
  for await (const piece of bytes) {
    let start = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      kept += end - start
      if (kept <= maxBytes) pieces.push(piece.subarray(start, end))
      start = end + 1
      const found = finish()
      if (found) yield found
    }
    kept += piece.length - start
    // What is too long is not kept.
    if (kept > maxBytes) pieces = []
    else pieces.push(piece.subarray(start))
  }
  const last = finish()
  if (last) yield last
}

const DECODER = new TextDecoder('utf-8', { fatal: true })

function decoded(line: number, pieces: readonly Uint8Array[]): TextLine | undefined {
  try {
    const text = DECODER.decode(Buffer.concat(pieces))
    return text.trim() === '' ? undefined : { line, text }
  } catch {
    const message = 'This line is not text in UTF-8. Save the file as UTF-8.'
    return { line, problem: { code: 'invalid_encoding', message } }
  }
}

function tooLong(line: number, maxBytes: number): TextLine {
  const message = `This line has more than ${maxBytes} bytes. Divide its text into several lines.`
  return { line, problem: { code: 'line_too_long', message } }
}
