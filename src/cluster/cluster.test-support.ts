import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { NO_TRANSCRIPTION, type PackTranscription } from '#inference/pack-transcription.ts'
import {
  PLANNED,
  registerToneEngines,
} from '#speech/engines/tone-for-tests/engines.test-support.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import { createSpeechWorkers, type SpeechWorkers } from '#speech/worker/workers.ts'
import { createClusterSpeech } from './cluster-speech.ts'
import { createWorkerPool } from './worker-pool.ts'
import { serveWorker, type WorkerServer } from './worker-server.ts'

const root = join(import.meta.dirname, '../..')
const entry = join(root, 'src/speech/engines/tone-for-tests/worker.test-support.ts')

export const SECRET = 'a secret of all nodes and workers'
export const forever: AbortSignal = new AbortController().signal

/** Real speech processes with the built-in engines and one of tones, for the tests of a file. */
export function speechForTests(): { readonly speech: SpeechWorkers; readonly toneVoice: string } {
  const removeEngines = registerToneEngines()
  const speech = createSpeechWorkers({
    start: (engine) => forkWorker(entry, [join(root, 'resources'), engine]),
    onBug: (error) => console.error(error),
  })
  beforeAll(() => speech.ready(forever))
  afterAll(() => {
    speech.close()
    removeEngines()
  })
  return { speech, toneVoice: PLANNED.voices()[0]?.id ?? '' }
}

/** A worker on a port of its own until the end of the test. */
export async function workerForTests(
  speech: SpeechWorkers,
  {
    capacity = 8,
    secret = SECRET,
    transcription = NO_TRANSCRIPTION,
    tls,
  }: {
    readonly capacity?: number
    readonly secret?: string
    readonly transcription?: PackTranscription
    readonly tls?: { readonly cert: string; readonly key: string }
  } = {},
): Promise<WorkerServer & { readonly url: string }> {
  const address = (port: number): string => `${tls ? 'wss' : 'ws'}://127.0.0.1:${port}`
  const worker = await serveWorker({
    ...{ speech, transcription, capacity, secret, host: '127.0.0.1', port: 0, tls, address },
    metrics: async () => 'griot_worker_jobs 0\n',
    onBug: () => undefined,
  })
  onTestFinished(() => worker.close(0))
  const { port, close } = worker
  return {
    ...{ port, close, url: address(port) },
    get jobs() {
      return worker.jobs
    },
    get transcriptions() {
      return worker.transcriptions
    },
  }
}

/** The speech of a node with these workers, until the end of the test. */
export function nodeForTests(
  urls: readonly string[],
  {
    waitMs = 10_000,
    secret = SECRET,
    ca,
    onBug = (error: Error) => console.error(error),
  }: {
    readonly waitMs?: number
    readonly secret?: string
    readonly ca?: string
    readonly onBug?: (error: Error) => void
  } = {},
): SpeechWorkers {
  const directory = { list: async () => urls.map((url) => ({ url, secret, ca })) }
  const node = createClusterSpeech(createWorkerPool({ directory, lookMs: 50, waitMs }), { onBug })
  onTestFinished(() => node.close())
  return node
}
