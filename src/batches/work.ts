import { createHash, randomUUID } from 'node:crypto'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import type {
  ChunkAttempts,
  ChunkExtent,
  ChunkName,
  Lease,
  StoredChunk,
} from '#storage/db/batch-chunks.ts'
import type { BatchRows, StoredBatch } from '#storage/db/batches.ts'
import { traced } from '#telemetry/tracing.ts'
import { resultKeyOf } from './keys.ts'
import type { SourceLine } from './line.ts'
import { linkedTo } from './linked-signal.ts'
import { readChunk } from './read-input.ts'
import { encodeResult, failedLine, type ResultLine, spokenLine } from './result-line.ts'
import { type BatchSettings, settingsOf } from './settings.ts'
import type { BatchSpeech, SpokenFor, SpokenLine } from './speech.ts'
import { soundNameOf, tarEntry } from './tar.ts'

/** What both runners work with. */
export interface WorkTools {
  readonly rows: BatchRows
  readonly blobs: Blobs
  readonly speech: BatchSpeech
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Names this worker in leases: no two at the same time have the same. */
  readonly owner: string
  /** Attempts before a chunk is divided, and a line that failed each time, or ended the program each time, becomes a dead letter. Left out: 3. */
  readonly attempts?: number | undefined
  /** How long a chunk that nobody holds any more counts as in work. Left out: a minute. */
  readonly leaseMs?: number | undefined
  /** Pause before the second attempt, which doubles from then on. Left out: a second. */
  readonly backoffMs?: number | undefined
  readonly onBug: (error: unknown) => void
}

/**
 * What became of a claim: `done`; `lost`, where another result counts or the batch has ended; `refused`, where it is not to be
 * begun now; `again`, at a later time; `divided` into smaller chunks; `dead`; `stopped` by this process.
 */
export type WorkOutcome = 'done' | 'lost' | 'refused' | 'again' | 'divided' | 'dead' | 'stopped'

const ATTEMPTS = 3
/** Programs that ended around a chunk before its lines are spoken one by one. */
const LOSSES = 2
const LEASE_MS = 60_000
const BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 60_000
/** Pauses, as multiples of the first one, while there is trouble around the lines. */
const PAUSES_AROUND = 5

/** Trouble around the lines, such as a full disk: they wait until it is over, and no attempt is counted. */
const AROUND: ReadonlySet<string> = new Set<ErrorCode>([
  'storage/failed',
  'storage/busy',
  'storage/full',
  'storage/read-only',
  'storage/moved',
  'sign/key',
  'rate/limited',
  // No worker is there.
  'speech/busy',
])
/** What may be the fault of a line, or not: it is tried again. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>([
  'speech/failed',
  'speech/cancelled',
  'model/failed',
  'model/busy',
  'encode/failed',
])

/** Lease on a chunk or batch from now on. */
export function leaseOf({ owner, now, leaseMs = LEASE_MS }: WorkTools): Lease {
  const time = now()
  return { owner, now: time, until: time + leaseMs }
}

/** Claims a chunk and works on it, `isAlone` where nothing else is in work. Takes it from whoever has begun it. */
export async function claimAndWork(
  name: ChunkName,
  tools: WorkTools,
  signal: AbortSignal,
  isAlone: boolean,
): Promise<WorkOutcome> {
  const { rows } = tools
  const lease = { ...leaseOf(tools), isAlone }
  const chunk = await rows.retryWhileBusy(() => rows.claim(name, lease, true), signal)
  return chunk ? workOn(chunk, tools, signal) : 'refused'
}

/** Works on a chunk that was claimed: speaks its lines, stores the result and enters it. Throws only where the rows cannot be had. */
export async function workOn(
  chunk: StoredChunk,
  tools: WorkTools,
  signal: AbortSignal,
): Promise<WorkOutcome> {
  const { rows, attempts = ATTEMPTS } = tools
  // Only a line that nothing else was beside is to blame: a program also ends because somebody, or the computer, ends it.
  if (chunk.lines === 1 && chunk.lostAlone >= attempts) return bury(chunk, tools, ENDED(attempts))
  if (chunk.lines > 1 && chunk.lost >= LOSSES) return divide(chunk, tools, { attempts: 1, lost: 1 })
  const held = holding(chunk, tools)
  const either = linkedTo(signal, held.lost)
  try {
    return await speakChunk(chunk, tools, either.signal)
  } catch (error) {
    if (held.lost.aborted) return 'lost'
    if (signal.aborted) {
      await rows.retryWhileBusy(() => rows.release(chunk, { notBefore: 0, undo: true }))
      return 'stopped'
    }
    return await tryLater(chunk, tools, error)
  } finally {
    held.end()
    either.unlink()
  }
}

/** Lets a chunk that failed wait for its next attempt; after the last one, it is given up. */
async function tryLater(
  chunk: StoredChunk,
  tools: WorkTools,
  error: unknown,
): Promise<WorkOutcome> {
  const { rows, attempts = ATTEMPTS, now, backoffMs = BACKOFF_MS } = tools
  if (!(error instanceof AppError)) tools.onBug(error)
  const words = error instanceof Error ? error.message : String(error)
  const isAround = error instanceof AppError && AROUND.has(error.code)
  const failures = chunk.attempts - chunk.lost
  if (!isAround && failures >= attempts) {
    if (chunk.lines === 1) return await bury(chunk, tools, words)
    // Each has one more attempt: most of them were never at fault.
    return await divide(chunk, tools, { attempts: attempts - 1, lost: 0 })
  }
  const pauses = isAround ? PAUSES_AROUND : 2 ** (failures - 1)
  const notBefore = now() + Math.min(backoffMs * pauses, LONGEST_BACKOFF_MS)
  const later = { error: words, notBefore, undo: isAround }
  await rows.retryWhileBusy(() => rows.release(chunk, later))
  return 'again'
}

/** Holds the lease while the work goes on; `lost` is aborted once it is somebody else's. */
function holding(chunk: ChunkName, tools: WorkTools) {
  const gone = new AbortController()
  const { rows, leaseMs = LEASE_MS } = tools
  const timer = setInterval(
    async () => {
      try {
        if (!(await rows.hold(chunk, leaseOf(tools)))) gone.abort(new Error('Taken away.'))
      } catch {
        // It is asked again; a lease that has run out meanwhile is found out then.
      }
    },
    Math.min(leaseMs / 3, 2_000),
  )
  return { lost: gone.signal, end: () => clearInterval(timer) }
}

async function speakChunk(
  chunk: StoredChunk,
  tools: WorkTools,
  signal: AbortSignal,
): Promise<WorkOutcome> {
  const batch = await tools.rows.find(chunk.batchId)
  if (!batch) return 'lost'
  const { trace, ...settings } = settingsOf(batch)
  const { batchId, firstLine, lastLine } = chunk
  const attributes = { 'griot.batch': batchId, 'griot.lines': lastLine - firstLine + 1 }
  return traced('batch chunk', { kind: 'consumer', parent: trace, attributes }, () =>
    speakLines(chunk, { batch, settings, tools }, signal),
  )
}

async function speakLines(
  chunk: StoredChunk,
  speaking: Speaking,
  signal: AbortSignal,
): Promise<WorkOutcome> {
  const { rows, blobs } = speaking.tools
  const [sounds, results] = [[] as Uint8Array[], [] as ResultLine[]]
  for (const { source } of await readChunk(blobs, chunk, signal)) {
    const made = await speakOne(source, speaking, signal)
    results.push(made.result)
    if (made.sound) sounds.push(made.sound)
  }
  const told = results.map(encodeResult)
  const key = resultKeyOf(chunk, [...sounds, ...told])
  const type = 'application/octet-stream'
  await blobs.put(key, { bytes: inOrder([...sounds, ...told]), type }, signal)
  const good = results.flatMap(({ response }) => response?.body ?? [])
  const accepted = await rows.retryWhileBusy(
    () =>
      rows.accept(chunk, {
        ...{ key, soundBytes: sizeOf(sounds), resultBytes: sizeOf(told) },
        ...{ completed: good.length, failed: results.length - good.length },
        seconds: good.reduce((sum, { seconds }) => sum + seconds, 0),
      }),
    signal,
  )
  if (accepted) return 'done'
  // Somebody else was first; the same bytes may be theirs.
  const first = await rows.findChunk(chunk)
  if (first?.result?.key !== key) await blobs.remove(key)
  return 'lost'
}

interface Speaking {
  readonly batch: StoredBatch
  readonly settings: BatchSettings
  readonly tools: WorkTools
}

async function speakOne(
  source: SourceLine,
  { batch, settings, tools }: Speaking,
  signal: AbortSignal,
): Promise<{ readonly result: ResultLine; readonly sound?: Uint8Array }> {
  const { id, account, tokenName } = batch
  if (source.problem) return { result: failedLine(id, source, source.problem) }
  const by: SpokenFor = { account, tokenName, requestId: randomUUID() }
  try {
    if (settings.sound === 'joined') {
      const spoken = await tools.speech.speakSamples(source.speech, by, signal)
      const facts = { file: null, seconds: spoken.seconds, bytes: spoken.bytes.length }
      const body = { ...facts, sha256: null, ...spoken.by, ...unspokenOf(spoken) }
      const sound = Buffer.concat([spoken.bytes, silence(settings.gapSeconds)])
      return { result: spokenLine(id, source, by.requestId, body), sound }
    }
    const spoken = await tools.speech.speak(source.speech, by, signal)
    const { bytes, seconds, extension } = spoken
    const file = soundNameOf(source.line, source.customId, extension)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const body = {
      ...{ file, seconds, bytes: bytes.length, sha256 },
      ...spoken.by,
      ...unspokenOf(spoken),
    }
    const sound = await tarEntry(file, bytes, new Date(tools.now()))
    return { result: spokenLine(id, source, by.requestId, body), sound }
  } catch (error) {
    signal.throwIfAborted()
    const isOfLine =
      error instanceof AppError && !AROUND.has(error.code) && !PASSING.has(error.code)
    if (!isOfLine) throw error
    return { result: failedLine(id, source, { code: error.code, message: error.message }) }
  }
}

function unspokenOf({ unspoken = [] }: SpokenLine): { readonly unspoken?: string[] } {
  return unspoken.length > 0 ? { unspoken: [...unspoken] } : {}
}

const ENDED = (times: number): string =>
  `The program ended ${times} times while it spoke this line, and nothing else was in work then.`

/** Makes a line a dead letter. */
async function bury(chunk: StoredChunk, { rows }: WorkTools, error: string): Promise<WorkOutcome> {
  await rows.retryWhileBusy(() => rows.bury(chunk, error))
  return 'dead'
}

/** Divides a chunk into its lines, so that those beside the one at fault are spoken. */
async function divide(
  chunk: StoredChunk,
  { rows, blobs }: WorkTools,
  attempts: ChunkAttempts,
): Promise<WorkOutcome> {
  const { batchId } = chunk
  const lines = await readChunk(blobs, chunk)
  const parts = lines.map(({ source: { line }, startByte, endByte }): ChunkExtent => {
    return { ...{ batchId, firstLine: line, lastLine: line, lines: 1 }, startByte, endByte }
  })
  await rows.retryWhileBusy(() => rows.split(chunk, parts, attempts))
  return 'divided'
}

/** Samples as `speakSamples` gives them. */
const silence = (seconds: number): Uint8Array => new Uint8Array(2 * Math.round(seconds * 24_000))

async function* inOrder(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

const sizeOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)
