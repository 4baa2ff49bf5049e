import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerConnection } from '#cluster/worker-connection.ts'
import type { WorkerPool } from '#cluster/worker-pool.ts'
import type { Evidence, TranscribedPiece, TranscriptionOptions } from '#inference/messages.ts'
import type { OnQueued } from '#inference/pack-process.ts'
import type { PackTranscription } from '#inference/pack-transcription.ts'
import { resumableTranscription } from '#inference/resumable-transcription.ts'
import { type TranscriptionLink, transcribeOver } from '#inference/transcribe-over.ts'
import { AppError } from '#shared/errors.ts'
import { currentTrace } from '#telemetry/tracing.ts'

/** A sound over which so many workers have died is given up. */
const MOST_WORKERS = 3
/** How often it is looked whether a worker has come, in milliseconds. */
const LOOK_MS = 100
/** Time in which a worker answers that it has let go of a cancelled job, in milliseconds. */
const GRACE_MS = 30_000

type Transcribers = Pick<WorkerPool, 'transcriptionPacks' | 'transcriber' | 'waitMs'>

/**
 * Transcription by the workers of a service, and by `own`, that of this computer, with packs that no worker has. Where a worker dies, another one goes on
 * after the last piece that was finished; the evidence for differences, which needs all of the sound, is then missing unless there was no such piece.
 */
export function createClusterTranscription(
  pool: Transcribers,
  own: PackTranscription,
): PackTranscription {
  const modelsAt = (worker: WorkerConnection | undefined): PackTranscription['models'] =>
    worker ? modelsOf(worker) : own.models
  async function* transcribe(
    packId: string,
    sound: AsyncIterable<Float32Array>,
    options: TranscriptionOptions,
    signal: AbortSignal,
    onQueued?: OnQueued,
  ): AsyncGenerator<TranscribedPiece, Evidence | undefined> {
    const resume = resumableTranscription(sound)
    for (let worker = 1; ; worker++) {
      signal.throwIfAborted()
      const chosen = await workerWith({ pool, own }, packId, signal)
      try {
        return yield* resume((rest, isWhole) => {
          const order = isWhole ? options : { ...options, expected: undefined }
          return modelsAt(chosen).transcribe(packId, rest, order, signal, onQueued)
        })
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

/** The worker that is to take it; undefined where none has the pack and this computer does. Where nobody has it, waits a while. */
async function workerWith(
  { pool, own }: { readonly pool: Transcribers; readonly own: PackTranscription },
  packId: string,
  signal: AbortSignal,
): Promise<WorkerConnection | undefined> {
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

/** The models of a worker. */
function modelsOf(worker: WorkerConnection): PackTranscription['models'] {
  return {
    transcribe: (packId, sound, options, signal, onQueued) =>
      transcribeOver(
        linkTo(worker, packId),
        sound,
        options,
        { signal, graceMs: GRACE_MS },
        onQueued,
      ),
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
