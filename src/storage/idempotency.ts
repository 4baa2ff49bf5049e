import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { isBusy } from './db/busy-retry.ts'
import type {
  IdempotencyRow,
  IdempotencyRows,
  IdempotentRequest,
  ResponseHead,
} from './db/idempotency.ts'
import type { Awaitable } from './db/steps.ts'
import { createBacklog } from './files/backlog.ts'
import { discard } from './files/folders.ts'
import { writeUpload } from './files/write-upload.ts'
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

/** Stored answer. */
export interface ReplayableResponse {
  readonly kind: 'remembered'
  readonly head: ResponseHead
  /** SHA-256 of the request that it answered. */
  readonly fingerprint: Uint8Array
  readonly sizeBytes: number
  /** Its bytes; to be closed by the caller. */
  readonly file: FileHandle
}

export interface IdempotencyDependencies {
  readonly rows: IdempotencyRows
  readonly folder: string
  readonly process: LiveProcess
  readonly now: () => Date
  /** Receives why an answer could not be stored or deleted. */
  readonly onNotKept: (error: unknown) => void
  /** Maximum size of all answers together, in bytes. */
  readonly maxBytes?: number
}

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
  const { rows, folder, now, maxBytes = MAX_BYTES } = dependencies
  const inWork = new Map<string, ResponseRecorder>()
  const oldest = (): string => new Date(now().getTime() - KEPT_MS).toISOString()
  const pathOf = (id: string): string => join(folder, id)
  const trimRows = (): Awaitable<readonly string[]> => rows.trim(oldest(), maxBytes)
  const trim = async (): Promise<void> => discard(...(await trimRows()).map(pathOf))
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
      if (entered.replaced) await discard(pathOf(entered.replaced.id))
      return entered.recording
    }
    const { there } = entered
    if (!there.answer)
      throw new AppError(
        'request/in-work',
        'A request with this Idempotency-Key is still being answered. Send it again in a moment to get that answer.',
      )
    const file = await open(pathOf(there.id)).catch(unlessMissing)
    if (file) return { kind: 'remembered', ...there.answer, file }
    return begin(request, there)
  }
  return {
    begin: (request) => begin(request),
    async purge() {
      for (const row of await rows.inWork())
        if (!counts(row)) await rows.retryWhileBusy(() => rows.abandon(row.id))
      await rows.retryWhileBusy(trimRows)
      const { deletions } = rows
      const forgotten = await deletions.list()
      await discard(...forgotten.flatMap(({ id }) => [pathOf(id), `${pathOf(id)}.part`]))
      await rows.retryWhileBusy(() => deletions.done(forgotten))
      // Answers of a library that was moved away: no library keeps them longer.
      const unknown = (await readdir(folder).catch(unlessMissing)) ?? []
      for (const name of unknown) {
        if (await rows.has(name.replace(/\.part$/, ''))) continue
        if (await isOlderThan(pathOf(name), oldest())) await discard(pathOf(name))
      }
    },
    async close() {
      await Promise.all([...inWork.values()].map((recording) => recording.forget()))
    },
  }
}

function createRecorder(
  { rows, folder, onNotKept, maxBytes = MAX_BYTES }: IdempotencyDependencies,
  id: string,
  trim: () => Promise<void>,
  onEnd: () => void,
): ResponseRecorder {
  const backlog = createBacklog(MAX_WAITING_BYTES)
  const whole = join(folder, id)
  const place = { folder, whole, part: `${whole}.part` }
  const stopped = new AbortController()
  let total = 0
  const take = (bytes: number): void => {
    total += bytes
    if (total > maxBytes) throw new AppError('storage/failed', FORGOTTEN)
  }
  let writing: ReturnType<typeof writeUpload> | undefined
  const write = (): ReturnType<typeof writeUpload> => {
    writing ??= writeUpload(place, backlog.bytes, take, stopped.signal)
    // Whoever ends the recording hears of it.
    writing.catch(() => undefined)
    return writing
  }
  // A row that a locked library cannot delete does not count, and the purge deletes it.
  const unlessBusy = (error: unknown): void => {
    if (!isBusy(error)) onNotKept(error)
  }
  let ending: Promise<void> | undefined
  const forget = async (): Promise<void> => {
    stopped.abort(new AppError('storage/failed', FORGOTTEN))
    await writing?.catch(() => undefined)
    await discard(whole)
    try {
      await rows.remove(id)
    } catch (error) {
      unlessBusy(error)
    }
    onEnd()
  }
  const keep = async (head: ResponseHead, fingerprint: Uint8Array): Promise<void> => {
    try {
      backlog.end()
      const { sizeBytes } = await write()
      const answer = { head, fingerprint, sizeBytes }
      if (!(await rows.retryWhileBusy(() => rows.finish(id, answer)))) await discard(whole)
    } catch (error) {
      onNotKept(error)
      await forget()
      return
    }
    onEnd()
    await trim().catch(unlessBusy)
  }
  return {
    kind: 'recording',
    push(piece) {
      write().catch(() => undefined)
      backlog.push(piece)
    },
    keep: (head, fingerprint) => (ending ??= keep(head, fingerprint)),
    forget: () => (ending ??= forget()),
  }
}

/** `time`: RFC 3339, UTC. */
async function isOlderThan(path: string, time: string): Promise<boolean> {
  const found = await stat(path).catch(unlessMissing)
  return found !== undefined && found.mtime.toISOString() < time
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
