import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import type { StoredChunk } from '#storage/db/batch-chunks.ts'
import type { BatchRows, StoredBatch } from '#storage/db/batches.ts'
import { prefixOf } from './keys.ts'
import { linkedTo } from './linked-signal.ts'
import { readChunk } from './read-input.ts'
import { decodeResult, encodeResult, failedLine, type ResultLine } from './result-line.ts'
import { type BatchOutput, type BatchSettings, outputOf, settingsOf } from './settings.ts'
import type { SpokenBy } from './speech.ts'
import { TAR_END } from './tar.ts'
import { leaseOf, type WorkTools } from './work.ts'

/** A file of a result, once it is stored. */
export interface ResultFile {
  readonly id: string
  readonly sizeBytes: number
  /** In lower-case hex. */
  readonly sha256: string
}

/** Where the files of results go: those of the account. */
export interface ResultFiles {
  /** Throws AppError('file/quota'), ('storage/full'), ('storage/failed') and ('storage/busy'). */
  add(
    account: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<ResultFile>
  /** Removes files of these names that this account has, as results that were not finished leave them, but not those with the ids `kept`. */
  removeNamed(account: string, names: ReadonlySet<string>, kept: ReadonlySet<string>): Promise<void>
}

export interface FinishTools extends WorkTools {
  readonly files: ResultFiles
}

const CHUNKS_AT_ONCE = 100
const ROOM: ReadonlySet<string> = new Set(['file/quota', 'storage/full'])

/**
 * Assembles the result of a batch of which nothing is to be spoken any more, in the order of its lines, and ends it. False where it
 * is not so far, or somebody else does it. Where the account has no room for the result, the batch is paused and says so. Throws
 * what goes wrong otherwise: try again.
 */
export async function finishBatch(
  batchId: string,
  tools: FinishTools,
  signal: AbortSignal,
): Promise<boolean> {
  const { rows } = tools
  const batch = await begin(batchId, tools)
  if (!batch) return false
  const lost = new AbortController()
  const timer = setInterval(
    async () => {
      const isHeld = await Promise.resolve(rows.holdBatch(batchId, leaseOf(tools))).catch(
        () => true,
      )
      if (!isHeld) lost.abort(new AppError('storage/busy', 'Another program finishes the batch.'))
    },
    (tools.leaseMs ?? 60_000) / 3,
  )
  const either = linkedTo(signal, lost.signal)
  try {
    await assemble(batch, tools, either.signal)
    const { dead } = await rows.progress(batchId)
    // Dead letters may be tried again, and the rest is then needed once more.
    if (dead === 0) await tools.blobs.removeAll(prefixOf(batchId))
    return true
  } catch (error) {
    if (!(error instanceof AppError) || !ROOM.has(error.code)) throw error
    const words = `The result does not fit: ${error.message} Make room, then resume the batch. Nothing that was spoken is lost.`
    await rows.move(batchId, { from: ['finalizing'], to: 'paused', error: words })
    const at = { step: 'ended', time: timeOf(tools) } as const
    await rows.move(batchId, { from: ['cancelling'], to: 'cancelled', at, error: error.message })
    return false
  } finally {
    clearInterval(timer)
    either.unlink()
    await Promise.resolve(
      rows.holdBatch(batchId, { owner: tools.owner, now: tools.now(), until: 0 }),
    ).catch(() => undefined)
  }
}

/** The batch, in the state `finalizing` or `cancelling` and held; undefined where it is not to be finished here and now. */
async function begin(batchId: string, tools: FinishTools): Promise<StoredBatch | undefined> {
  const { rows } = tools
  const batch = await rows.find(batchId)
  if (!batch || !['in_progress', 'finalizing', 'cancelling'].includes(batch.status))
    return undefined
  if (!(await rows.holdBatch(batchId, leaseOf(tools)))) return undefined
  if (batch.status === 'cancelling') await rows.cancelChunks(batchId)
  const waiting = await rows.chunks(batchId, { after: 0, limit: 1, status: 'waiting' })
  if (waiting.length > 0) return undefined
  if (batch.status === 'in_progress') {
    const at = { step: 'finalizing', time: timeOf(tools) } as const
    if (!(await rows.move(batchId, { from: ['in_progress'], to: 'finalizing', at })))
      return undefined
    if (!(await rows.holdBatch(batchId, leaseOf(tools)))) return undefined
  }
  const found = await rows.find(batchId)
  // Somebody else may have finished it before it was held.
  if (!found || !['finalizing', 'cancelling'].includes(found.status)) return undefined
  // A start that was cut off has left files that nobody knows.
  await removeOthers(found, outputOf(found), tools)
  return found
}

/** Removes files of the batch that do not belong to a result. */
function removeOthers(
  batch: StoredBatch,
  { results, errors, sound, manifest }: BatchOutput,
  { files }: FinishTools,
): Promise<void> {
  const kept = [results, errors, sound, manifest].filter((id) => id !== undefined)
  return files.removeNamed(batch.account, new Set(Object.values(namesOf(batch))), new Set(kept))
}

const timeOf = ({ now }: WorkTools): string => new Date(now()).toISOString()

interface Names {
  readonly results: string
  readonly errors: string
  readonly sound: string
  readonly manifest: string
}

/** Names of the files of a result. */
export function namesOf(batch: Pick<StoredBatch, 'id' | 'settings'>): Names {
  const { sound, format } = settingsOf(batch)
  return {
    results: `${batch.id}-results.jsonl`,
    errors: `${batch.id}-errors.jsonl`,
    sound: `${batch.id}-audio.${sound === 'files' ? 'tar' : (EXTENSIONS[format] ?? format)}`,
    manifest: `${batch.id}-manifest.json`,
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = { ogg_opus: 'ogg', webm_opus: 'webm' }

/** What is counted while the results are written. */
interface Counted {
  completed: number
  failed: number
  seconds: number
  readonly voices: Map<string, { readonly by: SpokenBy; lines: number }>
}

async function assemble(
  batch: StoredBatch,
  tools: FinishTools,
  signal: AbortSignal,
): Promise<void> {
  const { rows, files } = tools
  const settings = settingsOf(batch)
  const names = namesOf(batch)
  const stored: Record<string, ResultFile & { readonly name: string }> = {}
  const add = async (role: keyof Names, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    const name = names[role]
    stored[role] = { ...(await files.add(batch.account, name, bytes, signal)), name }
  }
  const counted: Counted = { completed: 0, failed: 0, seconds: 0, voices: new Map() }
  await add('results', spoken(resultsOf(batch, tools, signal), counted))
  if (counted.failed > 0) await add('errors', failed(resultsOf(batch, tools, signal)))
  if (counted.completed > 0)
    await add('sound', await soundOf(batch, { settings, counted }, tools, signal))
  const { cancelled, dead } = await rows.progress(batch.id)
  const endedAt = timeOf(tools)
  const isCancelled = batch.status === 'cancelling'
  const manifest = {
    object: 'batch.manifest',
    batch_id: batch.id,
    status: isCancelled ? 'cancelled' : 'completed',
    program: tools.speech.program,
    created_at: batch.createdAt,
    ended_at: endedAt,
    endpoint: settings.endpoint,
    ...(settings.title === undefined ? {} : { title: settings.title }),
    metadata: settings.metadata,
    input: { file_id: settings.inputFileId ?? null, sha256: outputOf(batch).inputSha256 ?? null },
    lines: {
      ...{ total: batch.lines, completed: counted.completed, failed: counted.failed },
      ...{ dead, cancelled },
    },
    seconds: rounded(counted.seconds),
    voices: [...counted.voices.values()].map(({ by, lines }) => ({ ...by, lines })),
    files: Object.entries(stored).map(([role, file]) => ({
      ...{ role, file_id: file.id, name: file.name },
      ...{ bytes: file.sizeBytes, sha256: file.sha256 },
    })),
  }
  await add('manifest', once(`${JSON.stringify(manifest, undefined, 1)}\n`))
  const { inputSha256 } = outputOf(batch)
  const ids = Object.entries(stored).map(([role, { id }]) => [role, id])
  const output: BatchOutput = { ...Object.fromEntries(ids), inputSha256 }
  await rows.retryWhileBusy(() => rows.setOutput(batch.id, JSON.stringify(output)), signal)
  // Those of the result before dead letters were tried again.
  await removeOthers(batch, output, tools)
  const to = isCancelled ? 'cancelled' : 'completed'
  const at = { step: 'ended', time: endedAt } as const
  await rows.retryWhileBusy(() => rows.move(batch.id, { from: [batch.status], to, at }), signal)
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000

/** Chunks of a batch in the order of its lines. */
async function* chunksOf(
  rows: Pick<BatchRows, 'chunks'>,
  batchId: string,
): AsyncGenerator<StoredChunk> {
  for (let after = 0; ; ) {
    const page = await rows.chunks(batchId, { after, limit: CHUNKS_AT_ONCE })
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.firstLine
  }
}

/** What became of every line, in their order. */
async function* resultsOf(
  batch: StoredBatch,
  { rows, blobs }: FinishTools,
  signal: AbortSignal,
): AsyncGenerator<ResultLine> {
  for await (const chunk of chunksOf(rows, batch.id)) {
    signal.throwIfAborted()
    if (chunk.status === 'dead') yield* deadLines(batch, chunk, blobs)
    const { result } = chunk
    if (!result) continue
    const bytes = await readRange(blobs, result.key, result.soundBytes, result.resultBytes)
    for (const text of bytes.toString().split('\n')) if (text !== '') yield decodeResult(text)
  }
}

async function* deadLines(
  batch: StoredBatch,
  chunk: StoredChunk,
  blobs: Blobs,
): AsyncGenerator<ResultLine> {
  const message = `It could not be spoken after several attempts: ${chunk.error}`
  for (const { source } of await readChunk(blobs, chunk))
    yield failedLine(batch.id, source, { code: 'dead_letter', message })
}

async function readRange(blobs: Blobs, key: string, start: number, size: number): Promise<Buffer> {
  const content = await blobs.get(key, { range: { start, end: start + size - 1 } })
  if (!content) throw new AppError('storage/failed', `A result of the batch is gone (${key}).`)
  const pieces: Uint8Array[] = []
  for await (const piece of content.bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* spoken(
  results: AsyncIterable<ResultLine>,
  counted: Counted,
): AsyncGenerator<Uint8Array> {
  for await (const result of results) {
    if (!result.response) {
      counted.failed++
      continue
    }
    const { voice, language, engine, seconds } = result.response.body
    counted.completed++
    counted.seconds += seconds
    const name = JSON.stringify([voice, language, engine])
    const known = counted.voices.get(name) ?? { by: { voice, language, engine }, lines: 0 }
    known.lines++
    counted.voices.set(name, known)
    yield encodeResult(result)
  }
}

async function* failed(results: AsyncIterable<ResultLine>): AsyncGenerator<Uint8Array> {
  for await (const result of results) if (result.error) yield encodeResult(result)
}

async function soundOf(
  batch: StoredBatch,
  { settings, counted }: { readonly settings: BatchSettings; readonly counted: Counted },
  tools: FinishTools,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const sound = soundBytes(batch, tools, signal)
  if (settings.sound === 'files') return sound
  const { format, bitrate, title } = settings
  const spokenBy = [...counted.voices.values()].map(({ by: { voice, language } }) => ({
    voice,
    language,
  }))
  const by = { account: batch.account, tokenName: batch.tokenName, requestId: randomUUID() }
  let bytes = 0
  for await (const { result } of chunksOf(tools.rows, batch.id)) bytes += result?.soundBytes ?? 0
  const order = { format, bitrate, title, spoken: spokenBy, samples: bytes / 2 }
  return (await tools.speech.join(sound, order, by, signal)).bytes
}

/** The sound of all chunks, one behind the other. */
async function* soundBytes(
  batch: StoredBatch,
  { rows, blobs }: FinishTools,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const { result } of chunksOf(rows, batch.id)) {
    signal.throwIfAborted()
    if (!result || result.soundBytes === 0) continue
    const range = { start: 0, end: result.soundBytes - 1 }
    const content = await blobs.get(result.key, { range, signal })
    if (!content) throw new AppError('storage/failed', `A result is gone (${result.key}).`)
    for await (const piece of content.bytes) yield piece
  }
  if (settingsOf(batch).sound === 'files') yield TAR_END
}
