import { availableParallelism, totalmem } from 'node:os'
import type { Redis } from 'ioredis'
import { openApp } from '#app/open.ts'
import { startBatchWorker } from '#batches/queue-worker.ts'
import { openRedis } from '#cluster/redis.ts'
import { announceWorker, isLoopback } from '#cluster/redis-directory.ts'
import { speechGroup } from '#cluster/speech-group.ts'
import { measureWorker } from '#cluster/worker-metrics.ts'
import { serveWorker, type WorkerServer } from '#cluster/worker-server.ts'
import type { PackTranscription } from '#inference/pack-transcription.ts'
import { createRunningProcesses, type RunningProcesses } from '#speech/worker/running-processes.ts'
import { createSpeechWorkers, type SpeechWorkers } from '#speech/worker/workers.ts'
import { appOptionsOf } from './app-options.ts'
import {
  addressOf,
  advertisedOf,
  type ClusterSettings,
  clusterSettingsOf,
  workerTlsOf,
} from './cluster-options.ts'
import type { Environment } from './environment.ts'
import { weighBuffersWithHeap } from './external-memory.ts'
import { countIn } from './limit-options.ts'
import { signingKeyFor, stopWithinOf } from './serve-options.ts'
import { untilStopped } from './until-stopped.ts'
import { UsageError } from './usage-error.ts'

interface WorkerOptions {
  readonly listen: string
  readonly advertise?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly redis?: string
  readonly database?: string
  readonly blobs?: string
  readonly processes?: string
  readonly streams?: string
  readonly stopWithin?: string
}

/** Memory of one set of speech processes with all languages in use, and of the model that a batch may open, in bytes. */
const SET_BYTES = 700 * 1024 * 1024
/** Texts that one set speaks at once: with all of them, each is still heard as it is made. */
const STREAMS_OF_SET = 32
const STOP_MS = 30_000
const PLAIN =
  'Nodes on other machines speak with this worker in plain text: whoever is on the network between can read and change texts and sound. Give it --tls-cert and --tls-key, or keep it in a network of its own.'

/** Speaks for the nodes of a service until `stop` is aborted, then finishes what it has begun. Throws UsageError, AppError. */
export async function runWorker(
  options: WorkerOptions,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  weighBuffersWithHeap()
  const settings = clusterSettingsOf('A worker', options.redis, environment)
  const { host, port } = addressOf('listen', options.listen)
  const tls = workerTlsOf(options)
  if (!tls && !isLoopback(host)) console.error(PLAIN)
  const sets = countIn('processes', options.processes) ?? standardSets()
  const capacity = countIn('streams', options.streams) ?? sets * STREAMS_OF_SET
  const graceMs = stopWithinOf(options.stopWithin) ?? STOP_MS
  const processes = createRunningProcesses()
  const appOptions = appOptionsOf(options, environment, processes)
  const hasDatabase = appOptions.database !== undefined
  if (hasDatabase && appOptions.blobs === undefined)
    throw new UsageError(
      'A worker with a database also needs the store of bytes of the service: --blobs ADDRESS or GRIOT_BLOBS.',
    )
  // A wrong address is told before the voices are loaded.
  const redis = await openRedis(settings.redis)
  let speech: SpeechWorkers | undefined
  let transcription: PackTranscription | undefined
  try {
    const app = await openApp({
      ...appOptions,
      signingKey: signingKeyFor({}, environment),
      openSpeech: (parts) => {
        speech = speechGroup(Array.from({ length: sets }, () => createSpeechWorkers(parts)))
        return speech
      },
      openTranscription(own) {
        transcription = own
        return own
      },
      // Without the database of the service there are no batches to work on.
      ...(hasDatabase
        ? { startBatchRunner: (tools) => startBatchWorker({ ...tools, redis, concurrency: sets }) }
        : {}),
    })
    try {
      if (!speech || !transcription) throw new Error('The program opened no speech.')
      const served = { speech, transcription, capacity, host, port, tls, processes }
      await serveNodes(served, { ...options, graceMs }, { settings, redis, environment }, stop)
    } finally {
      await app.close()
    }
  } finally {
    redis.disconnect()
  }
}

interface Served {
  readonly speech: SpeechWorkers
  readonly transcription: PackTranscription
  readonly capacity: number
  readonly host: string
  readonly port: number
  readonly tls: ReturnType<typeof workerTlsOf>
  readonly processes: RunningProcesses
}

/** Listens and announces itself as soon as it can speak, until `stop`; then takes nothing new and ends what is begun. */
async function serveNodes(
  { speech, transcription, capacity, host, port, tls, processes }: Served,
  { advertise, graceMs }: Pick<WorkerOptions, 'advertise'> & { readonly graceMs: number },
  surroundings: {
    readonly settings: ClusterSettings
    readonly redis: Redis
    readonly environment: Environment
  },
  stop: AbortSignal,
): Promise<void> {
  const { settings, redis, environment } = surroundings
  const measures = measureWorker({
    ...{ capacity, processes: processes.list },
    jobs: () => server?.jobs ?? 0,
    transcriptions: () => server?.transcriptions ?? 0,
  })
  let server: WorkerServer | undefined
  const address = (port: number): string =>
    advertisedOf(advertise, host, { port, isSecure: tls !== undefined })
  server = await serveWorker({
    ...{ speech, transcription, capacity, host, port, address, tls },
    ...{ secret: settings.secret, metrics: measures.text },
    onBug: (error) => console.error(error),
  })
  try {
    await speech.ready(stop)
    const url = address(server.port)
    const announced = announceWorker(redis, { url, version: environment.version })
    console.log(`Worker   ${url}, ${capacity} texts at once. Press Ctrl-C here to stop.`)
    await untilStopped(stop)
    console.log('Stopping.')
    await announced.withdraw()
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    await server.close(graceMs)
    measures.close()
  }
}

/** A set for each core, as far as the memory goes. */
function standardSets(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 2 / SET_BYTES)))
}
