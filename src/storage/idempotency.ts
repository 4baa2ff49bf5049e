import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { UNKNOWN_MEDIA_TYPE } from '#media/sniff.ts'
import { AppError } from '#shared/errors.ts'
import type { Blobs, ListedBlob, StoredBlob } from './blobs/blobs.ts'
import { isBusy } from './db/busy-retry.ts'
import type {
  IdempotencyRow,
  IdempotencyRows,
  IdempotentRequest,
  ResponseHead,
} from './db/idempotency.ts'
import type { Awaitable } from './db/steps.ts'
import { createBacklog } from './files/backlog.ts'
import type { LiveProcess } from './live-process.ts'

/** Stores the answers to requests with an Idempotency-Key and replays them. */
export interface IdempotencyStore {
  /** Looks a request up: records its first answer, or replays it. Throws AppError('request/in-work') while it is being answered. */
  begin(request: IdempotentRequest): Promise<ResponseRecorder | ReplayableResponse>
  /** Deletes answers that are too old or too many, and those of dead processes. Files without a row stay until they are too old. */
  purge(): Promise<void>
  /** Discards answers in progress, and waits until nothing is left of them. */
  close(): Promise<void>
}

/** Recorder of a first answer while it is sent. Exactly one of `keep` and `forget` ends it. */
export interface ResponseRecorder {
  readonly kind: 'recording'
  /** Adds bytes of the answer without waiting. */
  push(piece: Uint8Array): void
  /** Stores the answer. Never throws: a failure goes to `onNotKept`. */
  keep(head: ResponseHead, fingerprint: Uint8Array): Promise<void>
  /** Discards the answer. Never throws. */
  forget(): Promise<void>
}

/** Recorder that is known by this store to be in progress until nothing more is to be done for it. */
interface EndingRecorder extends ResponseRecorder {
  readonly ended: Promise<void>
}

/** Stored answer. */
export interface ReplayableResponse {
  readonly kind: 'remembered'
  readonly head: ResponseHead
  /** SHA-256 of the request that it answered. */
  readonly fingerprint: Uint8Array
  readonly sizeBytes: number
  /** To be read or destroyed. */
  readonly bytes: Readable
}

export interface IdempotencyDependencies {
  readonly rows: IdempotencyRows
  /** Where the answers lie, under `answers/`. */
  readonly blobs: Blobs
  readonly process: LiveProcess
  readonly now: () => Date
  /** Receives why an answer could not be stored or deleted. */
  readonly onNotKept: (error: unknown) => void
  /** Maximum size of all answers together, in bytes. */
  readonly maxBytes?: number
  /** Time for which the end of an answer waits until it is stored; later it is not kept. Left out: as long as that takes. */
  readonly mostWaitMs?: number | undefined
}

/** Begins the keys of all answers. In a data folder it is the folder of that name. */
const PREFIX = 'answers/'
const KEPT_MS = 24 * 60 * 60_000
const MAX_BYTES = 1_000_000_000
/** Maximum of bytes that wait for the disk. */
const MAX_WAITING_BYTES = 16_000_000
const FORGOTTEN = 'The answer is not kept.'

/** Result of looking up a request: an answer that counts, or a recorder, perhaps in place of an outdated answer. */
type BeginResult =
  | { readonly there: IdempotencyRow }
  | { readonly recording: ResponseRecorder; readonly replaced: IdempotencyRow | undefined }

/** The stored answers of a data folder: for 24 hours, the oldest deleted first where they are too many. */
export function createIdempotencyStore(dependencies: IdempotencyDependencies): IdempotencyStore {
  const { rows, blobs, now, maxBytes = MAX_BYTES } = dependencies
  const inWork = new Map<string, EndingRecorder>()
  const oldest = (): string => new Date(now().getTime() - KEPT_MS).toISOString()
  // What cannot be removed now is purged.
  const discard = async (ids: readonly string[]): Promise<void> => {
    await Promise.allSettled(ids.map((id) => blobs.remove(keyOf(id))))
  }
  const trimRows = (): Awaitable<readonly string[]> => rows.trim(oldest(), maxBytes)
  const trim = async (): Promise<void> => discard(await trimRows())
  // A row of this process that nobody works on is one that the library could not forget.
  const isInWork = ({ id, process }: IdempotencyRow): boolean =>
    process === dependencies.process.mark ? inWork.has(id) : dependencies.process.isAlive(process)
  const counts = (row: IdempotencyRow): boolean =>
    row.createdAt >= oldest() && (row.answer !== undefined || isInWork(row))
  const enter = async (
    request: IdempotentRequest,
    lost: IdempotencyRow | undefined,
  ): Promise<BeginResult> => {
    const row = {
      id: randomUUID(),
      process: dependencies.process.mark,
      createdAt: now().toISOString(),
    }
    const recording = createRecorder(dependencies, row.id, trim, () => inWork.delete(row.id))
    // Before its row is there, which counts only while it is in progress.
    inWork.set(row.id, recording)
    const begun = rows.retryWhileBusy(() =>
      rows.begin(request, row, (old) => old.id !== lost?.id && counts(old)),
    )
    const { there, replaced } = await begun.catch((error) => {
      inWork.delete(row.id)
      throw error
    })
    if (!there) return { recording, replaced }
    inWork.delete(row.id)
    return { there }
  }
  /** `lost`: an answer whose bytes are missing. */
  const begin = async (
    request: IdempotentRequest,
    lost?: IdempotencyRow,
  ): Promise<ResponseRecorder | ReplayableResponse> => {
    const entered = await enter(request, lost)
    if ('recording' in entered) {
      if (entered.replaced) await discard([entered.replaced.id])
      return entered.recording
    }
    const { there } = entered
    if (!there.answer)
      throw new AppError(
        'request/in-work',
        'A request with this Idempotency-Key is still being answered. Send it again in a moment to get that answer.',
      )
    const content = await blobs.get(keyOf(there.id))
    if (content) return { kind: 'remembered', ...there.answer, bytes: content.bytes }
    return begin(request, there)
  }
  /** Whether what is stored belongs to no answer of this library, and has been there for too long to be in progress. */
  const isUnknown = async ({ key, modified }: Pick<ListedBlob, 'key' | 'modified'>) =>
    modified.toISOString() < oldest() && !(await rows.has(idOf(key).replace(/\.part$/, '')))
  const finishDeletions = async (): Promise<void> => {
    const { deletions } = rows
    const forgotten = await deletions.list()
    const ids = new Set(forgotten.map(({ id }) => id))
    await discard([...ids])
    for await (const part of blobs.unfinished(PREFIX))
      if (ids.has(idOf(part.key)) || (await isUnknown(part))) await part.discard()
    await rows.retryWhileBusy(() => deletions.done(forgotten))
  }
  return {
    begin: (request) => begin(request),
    async purge() {
      for (const row of await rows.inWork())
        if (!counts(row)) await rows.retryWhileBusy(() => rows.abandon(row.id))
      await rows.retryWhileBusy(trimRows)
      await finishDeletions()
      // Answers of a library that was moved away: no library keeps them longer.
      for await (const blob of blobs.list(PREFIX))
        if (await isUnknown(blob)) await blobs.remove(blob.key).catch(unlessNoKey)
    },
    async close() {
      await Promise.all(
        [...inWork.values()].map(async ({ forget, ended }) => {
          await forget()
          await ended
        }),
      )
    },
  }
}

function createRecorder(
  { rows, blobs, onNotKept, maxBytes = MAX_BYTES, mostWaitMs }: IdempotencyDependencies,
  id: string,
  trim: () => Promise<void>,
  onEnd: () => void,
): EndingRecorder {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const end = (): void => {
    onEnd()
    resolve()
  }
  const backlog = createBacklog(MAX_WAITING_BYTES)
  const key = keyOf(id)
  const stopped = new AbortController()
  let total = 0
  const onPiece = ({ length }: Uint8Array): void => {
    total += length
    if (total > maxBytes) throw new AppError('storage/failed', FORGOTTEN)
  }
  let writing: Promise<StoredBlob> | undefined
  const write = (): Promise<StoredBlob> => {
    const blob = { bytes: backlog.bytes, type: UNKNOWN_MEDIA_TYPE, onPiece }
    writing ??= blobs.put(key, blob, stopped.signal)
    // Whoever ends the recording hears of it.
    writing.catch(() => undefined)
    return writing
  }
  const discard = (): Promise<unknown> => blobs.remove(key).catch(() => undefined)
  // A row that a locked library cannot delete does not count, and the purge deletes it.
  const unlessBusy = (error: unknown): void => {
    if (!isBusy(error)) onNotKept(error)
  }
  let ending: Promise<void> | undefined
  const forget = async (): Promise<void> => {
    stopped.abort(new AppError('storage/failed', FORGOTTEN))
    await writing?.catch(() => undefined)
    await discard()
    try {
      await rows.remove(id)
    } catch (error) {
      unlessBusy(error)
    }
    end()
  }
  const keep = async (head: ResponseHead, fingerprint: Uint8Array): Promise<void> => {
    try {
      backlog.end()
      const stored = await within(mostWaitMs, write())
      if (!stored) {
        onNotKept(new AppError('storage/busy', FORGOTTEN))
        // Until nothing is left of it, the request counts as one in progress; nobody but the end of the program waits for that.
        forget().catch(onNotKept)
        return
      }
      const { sizeBytes } = stored
      const answer = { head, fingerprint, sizeBytes }
      if (!(await rows.retryWhileBusy(() => rows.finish(id, answer)))) await discard()
    } catch (error) {
      onNotKept(error)
      await forget()
      return
    }
    end()
    await trim().catch(unlessBusy)
  }
  return {
    kind: 'recording',
    ended,
    push(piece) {
      write().catch(() => undefined)
      backlog.push(piece)
    },
    keep: (head, fingerprint) => (ending ??= keep(head, fingerprint)),
    forget: () => (ending ??= forget()),
  }
}

/** What comes within a time in milliseconds; undefined where it does not. */
async function within<T>(mostMs: number | undefined, work: Promise<T>): Promise<T | undefined> {
  if (mostMs === undefined) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), mostMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function keyOf(id: string): string {
  return `${PREFIX}${id}`
}

function idOf(key: string): string {
  return key.slice(PREFIX.length)
}

/** What a person put into the folder may have a name that is no key; it stays. */
function unlessNoKey(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'request/invalid') throw error
}
