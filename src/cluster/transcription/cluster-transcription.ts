import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerConnection } from '#cluster/worker-connection.ts'
import type { WorkerPool } from '#cluster/worker-pool.ts'
import { keepSound } from '#inference/kept-sound.ts'
import { laterPiece } from '#inference/later-piece.ts'
import {
  type Evidence,
  MODEL_RATE,
  type TranscribedPiece,
  type TranscriptionOptions,
} from '#inference/messages.ts'
import type { OnQueued } from '#inference/pack-process.ts'
import type { PackTranscription } from '#inference/pack-transcription.ts'
import { type TranscriptionLink, transcribeOver } from '#inference/transcribe-over.ts'
import { AppError } from '#shared/errors.ts'
import { currentTrace } from '#telemetry/tracing.ts'

/** A sound over which so many workers have died is given up. */
const MOST_WORKERS = 3
/** How often it is looked whether a worker has come, in milliseconds. */
const LOOK_MS = 100
/** Time in which a worker answers that it has let go of a cancelled job, in milliseconds. */
const GRACE_MS = 30_000

/**
 * Transcription by the workers of a service, and by `own`, that of this computer, with packs that no worker has. Where a worker dies, another one goes on
 * after the last piece that was finished; the evidence for differences, which needs all of the sound, is then missing.
 */
export function createClusterTranscription(
  pool: Pick<WorkerPool, 'transcriptionPacks' | 'transcriber' | 'waitMs'>,
  own: PackTranscription,
): PackTranscription {
  /** Waits a while for a worker with the pack; undefined where none comes and this computer has it. */
  const workerWith = async (
    packId: string,
    signal: AbortSignal,
  ): Promise<WorkerConnection | undefined> => {
    const until = performance.now() + pool.waitMs
    let isOwn: boolean | undefined
    while (true) {
      const worker = pool.transcriber(packId)
      if (worker) return worker
      isOwn ??= (await own.store.installed()).some(({ id }) => id === packId)
      if (isOwn) return undefined
      if (performance.now() > until) throw noneReached(packId)
      await delay(LOOK_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  async function* transcribe(
    packId: string,
    sound: AsyncIterable<Float32Array>,
    options: TranscriptionOptions,
    signal: AbortSignal,
    onQueued?: OnQueued,
  ): AsyncGenerator<TranscribedPiece, Evidence | undefined> {
    const kept = keepSound(sound)
    /** The first sample that is in no finished piece. */
    let from = 0
    /** What is left of the sound, with times of the whole. */
    const rest = async function* (
      worker: WorkerConnection | undefined,
      isFirst: boolean,
    ): AsyncGenerator<TranscribedPiece, Evidence | undefined> {
      const seconds = from / MODEL_RATE
      const order = isFirst ? options : { ...options, expected: undefined }
      const left = kept.from(from)
      const found = worker
        ? transcribeOver(
            linkTo(worker, packId),
            left,
            order,
            { signal, graceMs: GRACE_MS },
            onQueued,
          )
        : own.models.transcribe(packId, left, order, signal, onQueued)
      try {
        let next = await found.next()
        for (; !next.done; next = await found.next()) {
          const piece = laterPiece(next.value.piece, seconds)
          if (next.value.kind === 'piece') from = Math.round(piece.end * MODEL_RATE)
          kept.forget(from)
          yield { kind: next.value.kind, piece }
        }
        return next.value
      } finally {
        // Whoever stops listening ends the work, too.
        await found.return(undefined)
      }
    }
    for (let worker = 1; ; worker++) {
      signal.throwIfAborted()
      const chosen = await workerWith(packId, signal)
      try {
        return yield* rest(chosen, worker === 1)
      } catch (error) {
        signal.throwIfAborted()
        if (!chosen?.gone.aborted) throw error
        if (worker === MOST_WORKERS) throw stopped(packId, chosen)
      }
    }
  }
  return {
    models: { transcribe },
    store: {
      async installed() {
        const packs = pool.transcriptionPacks()
        const known = new Set(packs.map(({ id }) => id))
        return [...packs, ...(await own.store.installed()).filter(({ id }) => !known.has(id))]
      },
      unusable: own.store.unusable,
    },
  }
}

/** The way of one transcription to a worker. */
function linkTo(worker: WorkerConnection, packId: string): TranscriptionLink {
  return {
    send(message) {
      if (message.kind === 'transcribe') worker.order({ ...message, packId, trace: currentTrace() })
      else worker.order(message)
    },
    listen: worker.listenTo,
    gone: worker.gone,
    kill: worker.kill,
  }
}

function noneReached(packId: string): AppError {
  return new AppError(
    'model/busy',
    `No worker with the pack ${packId} can be reached. Try again in a moment.`,
  )
}

function stopped(packId: string, { gone }: WorkerConnection): AppError {
  return new AppError(
    'model/failed',
    `${MOST_WORKERS} workers with the pack ${packId} stopped over this recording (${gone.reason.message}). Try again; if it happens again, report it.`,
    gone.reason,
  )
}
