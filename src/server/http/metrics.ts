import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '#app/app.ts'
import type { Spoken } from '#history/history.ts'
import type { RunningProcess } from '#speech/worker/running-processes.ts'
import { measureMemory } from '#telemetry/process-memory.ts'
import { measureBatches } from './batch-metrics.ts'
import type { SpeechQueue } from './speech-queue.ts'

/** What a server measures of itself, for Prometheus. */
export interface Metrics {
  readonly contentType: string
  /** All measures in the text format of Prometheus. */
  text(): Promise<string>
  /** Counts an answer that was replayed to a request with an Idempotency-Key. */
  replayed(): void
  close(): void
}

export interface MetricsSources {
  readonly app: Pick<App, 'onSpoken' | 'health' | 'workerWaits' | 'batches'>
  readonly speechQueue: Pick<SpeechQueue, 'state'>
  /** The processes that this program has started. */
  readonly processes: () => readonly RunningProcess[]
}

/** Bounds of times of answers, in seconds: from a health check to a long text that is spoken whole. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
/** Bounds of times until the first sound, in seconds. */
const FIRST_SECONDS = [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10, 30]
/** Bounds of the time to make speech over its length. */
const REAL_TIME_FACTORS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5]
/** Status of an answer that nobody waited for. */
const GONE = '499'
/** What is no operation of the API: pages of the studio, unknown paths. */
const OTHER = 'other'

/**
 * Measures every answer of a server by operation (rate, errors, duration: the RED method, Wilkie 2015) and the time until its first byte,
 * all that is spoken, the queue of texts, the backlog of batches, and the memory of the processes. Call before any other hook.
 */
export function measureRequests(fastify: FastifyInstance, sources: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'griot_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer; the count is that of the requests.',
    labelNames: ['operation', 'status'],
    buckets: ANSWER_SECONDS,
    registers,
  })
  const firstBytes = new Histogram({
    name: 'griot_http_first_byte_seconds',
    help: 'Time from a request to the first byte of its answer.',
    labelNames: ['operation'],
    buckets: FIRST_SECONDS,
    registers,
  })
  const inProgress = new Gauge({
    name: 'griot_http_requests_in_progress',
    help: 'Requests whose answer is not over.',
    registers,
  })
  const replays = new Counter({
    name: 'griot_http_replays_total',
    help: 'Answers that were kept and sent again to a request with the same Idempotency-Key.',
    registers,
  })
  addHealth(registers, sources)
  addQueue(registers, sources)
  addWorkerWaits(registers, sources)
  measureBatches(registers, sources.app.batches)
  measureMemory(registers, sources.processes)
  const stop = sources.app.onSpoken(speechMeasures(registers))
  fastify.addHook('onRequest', async (request, reply) => {
    const startedAt = performance.now()
    inProgress.inc()
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? String(reply.raw.statusCode) : GONE
      inProgress.dec()
      answers.observe({ operation: operationOf(request), status }, secondsSince(startedAt))
    })
  })
  // Runs when the first piece of an answer is there, and its head is sent with it.
  fastify.addHook('onSend', async (request, reply) => {
    firstBytes.observe({ operation: operationOf(request) }, reply.elapsedTime / 1_000)
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    replayed: () => replays.inc(),
    close() {
      stop()
      registry.clear()
    },
  }
}

function operationOf(request: FastifyRequest): string {
  return request.routeOptions.config?.operation?.id ?? OTHER
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000

type Registers = Registry[]

/** Measures of all that is spoken, to be told of each text. */
function speechMeasures(registers: Registers): (spoken: Spoken) => void {
  const labelNames = ['engine', 'language', 'source'] as const
  const sound = new Counter({
    name: 'griot_speech_seconds_total',
    help: 'Length of all speech that was made.',
    labelNames,
    registers,
  })
  const characters = new Counter({
    name: 'griot_speech_characters_total',
    help: 'Characters of all texts that were spoken.',
    labelNames,
    registers,
  })
  const firstSound = new Histogram({
    name: 'griot_speech_first_sound_seconds',
    help: 'Time from the order of a text to its first sound.',
    labelNames,
    buckets: FIRST_SECONDS,
    registers,
  })
  const factors = new Histogram({
    name: 'griot_speech_real_time_factor',
    help: 'Time to make the speech of a text over its length, where no slow listener held it back.',
    labelNames,
    buckets: REAL_TIME_FACTORS,
    registers,
  })
  return ({ engine, language, source, ...spoken }) => {
    const labels = { engine, language, source }
    sound.inc(labels, spoken.seconds)
    characters.inc(labels, spoken.characters)
    firstSound.observe(labels, spoken.firstSoundMs / 1_000)
    if (spoken.realTimeFactor !== undefined) factors.observe(labels, spoken.realTimeFactor)
  }
}

function addHealth(registers: Registers, { app }: MetricsSources): void {
  new Gauge({
    name: 'griot_health',
    help: 'The state of the program: 1 for the one that it is in.',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset()
      this.set({ state: app.health().state }, 1)
    },
  })
}

function addQueue(registers: Registers, { speechQueue }: MetricsSources): void {
  const gauges = [
    ['griot_speech_speaking', 'Texts that are being spoken.', 'speaking', 1],
    ['griot_speech_waiting', 'Texts that wait to be spoken.', 'waiting', 1],
    [
      'griot_speech_oldest_wait_seconds',
      'How long the first of the waiting texts has waited.',
      'oldestWaitMs',
      1 / 1_000,
    ],
  ] as const
  for (const [name, help, part, scale] of gauges)
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(speechQueue.state()[part] * scale)
      },
    })
}

/** A text that is being spoken may still wait for a worker of the service. */
function addWorkerWaits(registers: Registers, { app }: MetricsSources): void {
  new Gauge({
    name: 'griot_worker_waiting',
    help: 'Texts and other jobs that wait for a worker of the service.',
    registers,
    collect() {
      this.set(app.workerWaits().waiting)
    },
  })
  new Gauge({
    name: 'griot_worker_oldest_wait_seconds',
    help: 'How long the first of those that wait for a worker has waited.',
    registers,
    collect() {
      this.set(app.workerWaits().oldestWaitMs / 1_000)
    },
  })
}
