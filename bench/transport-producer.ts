/**
 * The worker's side of both ways that `cluster-transports.ts` compares, in a process of its own: pieces of sound that take no time, over the
 * project's socket and through a stream of Redis. Arguments: the address of Redis, the secret, the samples of a piece, pieces in an answer.
 */
import { Redis } from 'ioredis'
import { decodeMessage, encodeMessage } from '#cluster/codec.ts'
import { serveWorker } from '#cluster/worker-server.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import type { SpeechWorkers } from '#speech/worker/workers.ts'

const [url = '', secret = '', samples = '7200', pieces = '100'] = process.argv.slice(2)
const total = Number(pieces)
const sound = Float32Array.from({ length: Number(samples) }, (_, n) => Math.sin(n / 20) / 3)
const NO_TIMINGS = { words: [], phones: [], syllables: [] }

async function* answer(): AsyncGenerator<SpokenChunk> {
  for (let done = 1; done <= total; done++)
    yield { samples: sound, timings: NO_TIMINGS, done, total, samplesToCome: undefined }
}

const onlySpeaks = async (): Promise<never> => {
  throw new Error('This worker only speaks.')
}
const speech: SpeechWorkers = {
  speak: answer,
  ...{ restoreMarks: onlySpeaks, normalise: onlySpeaks },
  ...{ readWords: onlySpeaks, detectWords: onlySpeaks },
  ...{ clone: onlySpeaks, inspect: onlySpeaks, clean: onlySpeaks },
  ...{ state: 'ready', step: 'Ready', ready: async () => undefined, close: () => undefined },
}
const worker = await serveWorker({
  ...{ speech, capacity: 1_000, host: '127.0.0.1', port: 0, secret },
  ...{ metrics: async () => '', onBug: (error) => console.error(error) },
})

/** Takes orders from one stream; each names its job, and the stream of the node that waits for it. */
async function serveStreams(): Promise<void> {
  const [orders, answers] = [new Redis(url), new Redis(url)]
  for (let last = '0'; ; ) {
    const found = await orders.xreadBuffer('BLOCK', 0, 'STREAMS', 'bench:orders', last)
    for (const [, entries] of found ?? [])
      for (const [id, [, value]] of entries) {
        last = String(id)
        const { job, to } = decodeMessage(value ?? Buffer.of()) as { job: number; to: string }
        send(answers, job, to).catch((error) => console.error(error))
      }
  }
}

/** As many pieces may be in Redis unread as the reader can hold up to: an older one would be lost. */
const MOST_UNREAD = 10_000

async function send(redis: Redis, job: number, to: string): Promise<void> {
  for await (const chunk of answer()) {
    const bytes = Buffer.from(encodeMessage({ kind: 'chunk', job, chunk }))
    await redis.xadd(to, 'MAXLEN', '~', MOST_UNREAD, '*', 'm', bytes)
  }
}

console.log(`Worker ws://127.0.0.1:${worker.port}`)
await serveStreams()
