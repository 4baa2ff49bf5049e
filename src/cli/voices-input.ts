import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { plain } from './verdict-lines.ts'

/** Standard input, where a file is asked for. */
export const STANDARD_INPUT = '-'
/** The longest transcript that may be kept is shorter, in every encoding of its marks. */
const MOST_TRANSCRIPT_BYTES = 64 * 1024

/**
 * Bytes of a recording as they are read, at most as many as a recording may have. Throws AppError('storage/failed') at once
 * where there is no such file, AppError('file/too-large') while they are read.
 */
export async function recordingBytes(
  path: string,
  stop: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const { bytes: most } = CUSTOM_VOICE_LIMITS
  const input = await open(path, stop)
  return upTo(most, input, () => {
    const figure = most.toLocaleString('en')
    return `The recording is larger than the ${figure} bytes allowed. Cut it to the clearest 30 s or less, or save it as mp3, m4a or flac.`
  })
}

/** Words of `--transcript`: as given, or from the file after an @. Throws AppError('storage/failed'), ('file/too-large'). */
export async function transcriptOf(given: string, stop: AbortSignal): Promise<string> {
  if (!given.startsWith('@')) return given
  const pieces = upTo(MOST_TRANSCRIPT_BYTES, await open(given.slice(1), stop), () => {
    const { transcript: most } = CUSTOM_VOICE_LIMITS
    return `The transcript is too long: at most ${most} characters are allowed.`
  })
  const bytes = Buffer.concat(await Array.fromAsync(pieces))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `The transcript "${plain(given.slice(1))}" is not in UTF-8. Save it as UTF-8.`,
      error,
    )
  }
}

async function* upTo(
  most: number,
  input: AsyncIterable<Uint8Array>,
  words: () => string,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of input) {
    size += piece.length
    if (size > most) throw new AppError('file/too-large', words())
    yield piece
  }
}

/** A file or standard input. A pipe that nobody writes to would hold the command beyond Ctrl-C. */
async function open(path: string, stop: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  if (path === STANDARD_INPUT) return read(() => process.stdin, 'Standard input', stop)
  const name = `"${plain(path)}"`
  const found = await stat(path).catch((error: unknown) => notRead(name, error))
  if (!found.isFile())
    throw new AppError(
      'storage/failed',
      found.isDirectory()
        ? `${name} is a folder. Name one of the files in it.`
        : `${name} is not a regular file. Send it to standard input, and give "-" instead.`,
    )
  return read(() => createReadStream(path), name, stop)
}

async function* read(
  open: () => Readable,
  name: string,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const input = open()
  const end = (): void => {
    input.destroy()
  }
  stop.addEventListener('abort', end, { once: true })
  try {
    stop.throwIfAborted()
    for await (const piece of input) yield piece
    // A stopped stream looks like one that has ended.
    stop.throwIfAborted()
  } catch (error) {
    if (stop.aborted) throw error
    notRead(name, error)
  } finally {
    stop.removeEventListener('abort', end)
    end()
  }
}

function notRead(name: string, error: unknown): never {
  if (error instanceof AppError) throw error
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const words =
    code === 'ENOENT'
      ? `There is no file ${name}.`
      : `${name} could not be read (${String(error)}).`
  throw new AppError('storage/failed', words, error)
}
