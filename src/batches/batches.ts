import { randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import type { BatchRows, BatchStatus, StoredBatch } from '#storage/db/batches.ts'
import type { BatchBacklog, BatchProgress } from '#storage/db/chunk-counts.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import { currentTrace } from '#telemetry/tracing.ts'
import { namesOf, type ResultFiles } from './finish.ts'
import { BATCH_LIMITS, type BatchLimits, CHUNK_SIZE, type ChunkSize, takeIn } from './intake.ts'
import { inputKeyOf, prefixOf } from './keys.ts'
import type { SourceLine } from './line.ts'
import { readChunk } from './read-input.ts'
import type { BatchRunner } from './runner.ts'
import { type BatchOutput, type BatchSettings, outputOf, settingsOf } from './settings.ts'

/** A batch as its account sees it. */
export interface Batch extends Omit<StoredBatch, 'settings' | 'output'> {
  readonly settings: BatchSettings
  readonly output: BatchOutput
  readonly progress: BatchProgress
}

/** A line that could not be spoken after several attempts, while those beside it could. */
export interface DeadLetter {
  readonly line: number
  readonly customId: string | undefined
  readonly text: string | undefined
  readonly error: string
  readonly attempts: number
}

/** Batches of all accounts. One of another account counts as unknown: AppError('batch/not-found'). */
export interface Batches {
  readonly limits: BatchLimits
  /**
   * Takes in a batch; nothing is left of one that fails. `sha256`: of its source, once all lines have come. Throws AppError
   * ('request/invalid') and ('request/too-large') as `takeIn` does, ('batch/limit') where the account has too many that are not over,
   * ('storage/full'), ('storage/failed'), and what `lines` throws.
   */
  create(
    by: { readonly account: string; readonly tokenName: string | undefined },
    settings: BatchSettings,
    source: {
      readonly lines: AsyncIterable<SourceLine>
      readonly sha256: () => string | undefined
    },
    signal: AbortSignal,
  ): Promise<Batch>
  /** Newest first; `after` is the id of the last one of the page before. */
  list(
    account: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<{ readonly batches: readonly Batch[]; readonly hasMore: boolean }>
  get(account: string, id: string): Promise<Batch>
  /** Ends it; what is spoken becomes its result. Throws AppError('batch/state') where it has ended. */
  cancel(account: string, id: string): Promise<Batch>
  /** Begins no more lines. Throws AppError('batch/state') where it does not run. */
  pause(account: string, id: string): Promise<Batch>
  /** Goes on. Throws AppError('batch/state') where it is not paused and has not failed. */
  resume(account: string, id: string): Promise<Batch>
  /** Dead letters, by their lines; `after`: only those behind this line. None once they are too old to be tried again. */
  dead(
    account: string,
    id: string,
    page: { readonly limit: number; readonly after: number },
  ): Promise<readonly DeadLetter[]>
  /** Tries dead letters again: those of a line, or all; returns the batch and how many. */
  retry(account: string, id: string, line?: number): Promise<{ batch: Batch; retried: number }>
  /**
   * Removes it with the files of its result and its dead letters. Throws AppError('batch/state') where it is not over. One that could
   * not be removed whole is cancelled, and can be removed again.
   */
  remove(account: string, id: string): Promise<void>
  /** How many batches of all accounts are being worked on, or wait for it. */
  unfinished(): Promise<number>
  /** What all accounts together have to do. */
  backlog(): Promise<
    Pick<BatchBacklog, 'chunks'> & {
      /** How long ago the oldest batch of which something waits was begun, in seconds; 0 where nothing waits. */
      readonly oldestWaitSeconds: number
    }
  >
  /** Removes what programs that have died have left of batches that they took in, and dead letters that are too old. */
  tidy(): Promise<void>
}

export interface BatchesDependencies {
  readonly rows: BatchRows
  readonly blobs: Blobs
  /** Where the files of results are. */
  readonly files: Pick<ResultFiles, 'removeNamed'>
  readonly now: () => Date
  /** This program, and whether the one of a mark may still run: what a dead one was taking in is removed. */
  readonly process: LiveProcess
  /** Left out: another program runs them. */
  readonly runner?: Pick<BatchRunner, 'wake'> | undefined
  /** What differs from `BATCH_LIMITS`. */
  readonly limits?: Partial<BatchLimits> | undefined
  readonly chunkSize?: ChunkSize | undefined
}

const DAY_MS = 86_400_000
/** How long dead letters can be tried again. */
const KEPT_DAYS = 7
/** States in which nothing can be ended any more. */
const OVER: readonly BatchStatus[] = ['completed', 'failed', 'cancelled']

/** The batches of a library or service. */
export function createBatches(dependencies: BatchesDependencies): Batches {
  const { rows, blobs, files, now, runner, process } = dependencies
  const limits = { ...BATCH_LIMITS, ...dependencies.limits }
  const { chunkSize = CHUNK_SIZE } = dependencies
  const time = (): string => now().toISOString()
  const stored = async (account: string, id: string): Promise<StoredBatch> => {
    const batch = await rows.find(id)
    if (batch?.account === account) return batch
    throw new AppError('batch/not-found', 'There is no such batch. List yours to see their ids.')
  }
  const view = async (batch: StoredBatch): Promise<Batch> => {
    const { settings: _, output: __, ...rest } = batch
    const progress = await rows.progress(batch.id)
    return { ...rest, settings: settingsOf(batch), output: outputOf(batch), progress }
  }
  const get: Batches['get'] = async (account, id) => view(await stored(account, id))
  const move = async (
    account: string,
    id: string,
    change: Parameters<BatchRows['move']>[1],
    words: string,
  ): Promise<Batch> => {
    const { status } = await stored(account, id)
    const isMoved = await rows.retryWhileBusy(() => rows.move(id, change))
    if (!isMoved) throw new AppError('batch/state', `This batch is ${nameOf(status)}: ${words}`)
    runner?.wake()
    return get(account, id)
  }
  return {
    limits,
    get,
    async create({ account, tokenName }, settings, { lines, sha256 }, signal) {
      const id = `batch_${randomBytes(16).toString('hex')}`
      const trace = currentTrace()
      const kept = JSON.stringify({ ...settings, ...(trace ? { trace } : {}) })
      const batch = { id, account, tokenName, settings: kept }
      const entered = { ...batch, createdAt: time() }
      if (!(await rows.retryWhileBusy(() => rows.add(entered, limits.open, process.mark), signal)))
        throw tooManyOpen(limits.open)
      try {
        const intake = { rows, blobs, limits, chunkSize }
        const { lines: count, bytes } = await takeIn(id, lines, intake, signal)
        const output: BatchOutput = { inputSha256: sha256() }
        await rows.retryWhileBusy(() => rows.setOutput(id, JSON.stringify(output)), signal)
        const facts = { lines: count, inputBytes: bytes, at: time() }
        await rows.retryWhileBusy(() => rows.start(id, facts), signal)
      } catch (error) {
        await discard(id).catch(() => undefined)
        throw error
      }
      runner?.wake()
      return get(account, id)
    },
    async list(account, { limit, after }) {
      const before =
        after === undefined ? Number.MAX_SAFE_INTEGER : (await stored(account, after)).number
      const found = await rows.list(account, { before, limit: limit + 1 })
      const batches = await Promise.all(found.slice(0, limit).map(view))
      return { batches, hasMore: found.length > limit }
    },
    cancel(account, id) {
      const at = { step: 'cancelling', time: time() } as const
      const from = ['validating', 'in_progress', 'paused'] as const
      return move(account, id, { from, to: 'cancelling', at }, 'it cannot be cancelled any more.')
    },
    pause: (account, id) =>
      move(
        ...[account, id],
        { from: ['in_progress'], to: 'paused' },
        'only a batch that is in progress can be paused.',
      ),
    resume: (account, id) =>
      move(
        ...[account, id],
        { from: ['paused', 'failed'], to: 'in_progress' },
        'only a batch that is paused or has failed can be resumed.',
      ),
    async dead(account, id, { limit, after }) {
      await stored(account, id)
      if (!(await blobs.head(inputKeyOf(id)))) return []
      const chunks = await rows.chunks(id, { after, limit, status: 'dead' })
      const letters: DeadLetter[] = []
      for (const chunk of chunks)
        for (const { source } of await readChunk(blobs, chunk)) {
          const { line, customId } = source
          const text = 'speech' in source && source.speech ? source.speech.text : undefined
          const { attempts, error = '' } = chunk
          letters.push({ line, customId, text, attempts, error })
        }
      return letters
    },
    async retry(account, id, line) {
      const { status } = await stored(account, id)
      if (status === 'cancelled' || status === 'cancelling')
        throw new AppError('batch/state', `This batch is ${nameOf(status)}: send its lines again.`)
      const { dead } = await rows.progress(id)
      if (dead > 0 && !(await blobs.head(inputKeyOf(id))))
        throw new AppError(
          'batch/state',
          `The lines of this batch are not kept any more: send those again that are to be spoken. Dead letters are kept for ${KEPT_DAYS} days.`,
        )
      const retried = await rows.retryWhileBusy(() => rows.revive(id, line))
      if (retried > 0 && OVER.includes(status))
        await rows.retryWhileBusy(() =>
          rows.move(id, { from: ['completed', 'failed'], to: 'in_progress' }),
        )
      runner?.wake()
      return { batch: await get(account, id), retried }
    },
    async remove(account, id) {
      const batch = await stored(account, id)
      // From here on nobody tries its dead letters again.
      const isOver = await rows.retryWhileBusy(() =>
        rows.move(id, { from: OVER, to: 'cancelled', error: batch.error }),
      )
      if (!isOver)
        throw new AppError(
          'batch/state',
          `This batch is ${nameOf(batch.status)}: cancel it first, and delete it when it has ended.`,
        )
      await files.removeNamed(account, new Set(Object.values(namesOf(batch))), new Set())
      await discard(id)
    },
    async unfinished() {
      return (await rows.inStatus(['in_progress', 'finalizing', 'cancelling'])).length
    },
    async backlog() {
      const at = now().getTime()
      const { chunks, waitingSince } = await rows.backlog(at)
      const since = waitingSince === undefined ? at : Date.parse(waitingSince)
      return { chunks, oldestWaitSeconds: Math.max(0, (at - since) / 1_000) }
    },
    async tidy() {
      const oldest = new Date(now().getTime() - DAY_MS).toISOString()
      // Nobody was told of them: their senders send them again.
      for (const { id, reader, createdAt } of await rows.inIntake())
        if (createdAt < oldest || (reader !== undefined && !process.isAlive(reader)))
          await discard(id)
      const kept = new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString()
      for (const id of await rows.deadBefore(kept)) await blobs.removeAll(prefixOf(id))
    },
  }
  async function discard(id: string): Promise<void> {
    await blobs.removeAll(prefixOf(id))
    await rows.retryWhileBusy(() => rows.remove(id))
  }
}

function tooManyOpen(most: number): AppError {
  return new AppError(
    'batch/limit',
    `This account has ${most} batches that are not over, and no more are taken at once. Wait until one has ended, or cancel one.`,
  )
}

const nameOf = (status: BatchStatus): string => status.replace('_', ' ')
