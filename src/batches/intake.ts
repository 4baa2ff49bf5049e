import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import type { ChunkExtent } from '#storage/db/batch-chunks.ts'
import type { BatchRows } from '#storage/db/batches.ts'
import { inputKeyOf } from './keys.ts'
import { encodeLine, type SourceLine } from './line.ts'

/** Limits on one batch. */
export interface BatchLimits {
  readonly lines: number
  /** Of its source. */
  readonly bytes: number
  /** Of one line of its source. */
  readonly lineBytes: number
  /** Batches of one account that are not over. */
  readonly open: number
}

export const BATCH_LIMITS: BatchLimits = {
  lines: 1_000_000,
  bytes: 500_000_000,
  lineBytes: 1_000_000,
  open: 100,
}

/** Throws AppError('file/too-large') for a source of more bytes than a batch may have. */
export function refuseLarge(bytes: number, limits: Pick<BatchLimits, 'bytes'>): void {
  if (bytes <= limits.bytes) return
  throw new AppError(
    'file/too-large',
    `The file has ${bytes} bytes; a batch has at most ${limits.bytes}. Divide it into several.`,
  )
}

/** A chunk is at most so many lines, and at most so many characters unless it is one line. */
export interface ChunkSize {
  readonly lines: number
  readonly characters: number
}

/** Some seconds of work: what a worker that dies has done in vain, and what another account waits for. */
export const CHUNK_SIZE: ChunkSize = { lines: 32, characters: 1_500 }

interface Intake {
  readonly rows: Pick<BatchRows, 'addChunks' | 'retryWhileBusy'>
  readonly blobs: Blobs
  readonly limits: BatchLimits
  readonly chunkSize: ChunkSize
}

/** Rows that are written at once. */
const ROWS_AT_ONCE = 500
/** Bytes that are stored at once. */
const BYTES_AT_ONCE = 256 * 1024
const LONGEST_ID = 256
/** Problems that are told of a source without any good line. */
const TOLD = 3

/**
 * Stores the lines of a batch, bad ones with their problem, and cuts them into chunks. Returns how many there are. Throws AppError
 * ('request/invalid') where none can be spoken, ('request/too-large') where there are too many, and what `lines` throws.
 */
export async function takeIn(
  batchId: string,
  lines: AsyncIterable<SourceLine>,
  { rows, blobs, limits, chunkSize }: Intake,
  signal: AbortSignal,
): Promise<{ readonly lines: number; readonly bytes: number }> {
  const firstUse = new Map<string, number>()
  const problems: SourceLine[] = []
  const cutter = createCutter(batchId, chunkSize)
  let [count, good] = [0, 0]
  const saveMany = async (least: number): Promise<void> => {
    if (cutter.finished.length < least) return
    const chunks = cutter.finished.splice(0)
    await rows.retryWhileBusy(() => rows.addChunks(chunks), signal)
  }
  async function* encoded(): AsyncGenerator<Uint8Array> {
    for await (const source of lines) {
      if (++count > limits.lines) throw tooMany(limits.lines)
      const line = named(source, firstUse)
      const hasPlace = problems.length < TOLD
      if (line.problem && hasPlace) problems.push(line)
      good += line.problem ? 0 : 1
      const bytes = encodeLine(line)
      cutter.add(line, bytes.length)
      yield bytes
      await saveMany(ROWS_AT_ONCE)
    }
    if (good === 0) throw nothingGood(count, problems)
  }
  const stored = await blobs.put(
    inputKeyOf(batchId),
    { bytes: inLargePieces(encoded()), type: 'application/jsonl' },
    signal,
  )
  cutter.end()
  await saveMany(1)
  return { lines: count, bytes: stored.sizeBytes }
}

async function* inLargePieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [pieces, size] = [[] as Uint8Array[], 0]
  for await (const piece of bytes) {
    pieces.push(piece)
    size += piece.length
    if (size < BYTES_AT_ONCE) continue
    yield Buffer.concat(pieces)
    ;[pieces, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(pieces)
}

/** The line, or its problem where its id is none or was used before. */
function named(source: SourceLine, firstUse: Map<string, number>): SourceLine {
  const { line, customId, problem } = source
  const bad = (code: string, message: string): SourceLine => ({
    ...{ line, customId: customId?.slice(0, LONGEST_ID), problem: { code, message } },
  })
  if (customId === undefined)
    return problem
      ? source
      : bad('missing_custom_id', 'custom_id is missing: give every line a name of its own.')
  if (customId.length > LONGEST_ID)
    return bad('invalid_custom_id', `custom_id has more than ${LONGEST_ID} characters.`)
  const first = firstUse.get(customId)
  if (first !== undefined)
    return bad(
      'duplicate_custom_id',
      `Line ${first} has the same custom_id. Give every line a custom_id of its own.`,
    )
  firstUse.set(customId, line)
  return source
}

interface Cutter {
  /** Chunks that are whole; taken out by the caller. */
  readonly finished: ChunkExtent[]
  add(line: SourceLine, bytes: number): void
  end(): void
}

function createCutter(batchId: string, size: ChunkSize): Cutter {
  const finished: ChunkExtent[] = []
  let open: (ChunkExtent & { readonly characters: number }) | undefined
  let at = 0
  const close = (): void => {
    if (!open) return
    const { characters: _, ...chunk } = open
    finished.push(chunk)
    open = undefined
  }
  return {
    finished,
    add({ line, ...rest }, bytes) {
      const characters = 'speech' in rest && rest.speech ? rest.speech.text.length : 0
      const isFull =
        open !== undefined &&
        (open.lines >= size.lines || open.characters + characters > size.characters)
      if (isFull) close()
      const before = open ?? { firstLine: line, startByte: at, lines: 0, characters: 0 }
      at += bytes
      open = {
        ...{ batchId, firstLine: before.firstLine, lastLine: line, lines: before.lines + 1 },
        ...{ startByte: before.startByte, endByte: at },
        characters: before.characters + characters,
      }
    },
    end: close,
  }
}

function tooMany(most: number): AppError {
  return new AppError(
    'request/too-large',
    `A batch has at most ${most} lines. Divide the file into several batches.`,
  )
}

function nothingGood(count: number, problems: readonly SourceLine[]): AppError {
  if (count === 0)
    return new AppError(
      'request/invalid',
      'There are no lines to speak. Send one JSON object a line, such as {"custom_id": "1", "method": "POST", "url": "/v1/speech", "body": {"text": "Good morning.", "voice": "lina"}}.',
    )
  const told = problems.map(({ line, problem }) => `Line ${line}: ${problem?.message}`).join(' ')
  const more = count > problems.length ? ` And so on: none of ${count} lines can be spoken.` : ''
  return new AppError('request/invalid', `No line can be spoken. ${told}${more}`)
}
