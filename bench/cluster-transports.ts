import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createClusterSpeech } from '#cluster/cluster-speech.ts'
import { decodeMessage, encodeMessage } from '#cluster/codec.ts'
import { createWorkerPool } from '#cluster/worker-pool.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import { startRedis } from '#testing/services/redis.test-support.ts'
import { startServerProcess } from '#testing/services/server-process.test-support.ts'
import { busyness, processorMs } from './cluster-machine.ts'
import { median, medianAndP95, report } from './statistics.ts'

const SECRET = 'a secret of both sides'
/** 0.3 s of sound, as voices give it. */
const SAMPLES = 7_200
const PIECES = 100
const ROUNDS = 40
const AT_ONCE = 32
const PIECE_SECONDS = 0.3

/** One way to a worker: the pieces of an answer. */
interface Transport {
  readonly name: string
  ask(): AsyncIterable<SpokenChunk>
}

/**
 * The same pieces of sound from one process to another over the project's socket and through streams of Redis, in turn: the first piece of an
 * answer, then many answers at once. Redis keeps no file here, which is its quickest.
 */
export async function benchTransports(): Promise<void> {
  const redis = await startRedis(['--appendonly', 'no'])
  const producer = await startServerProcess({
    program: process.execPath,
    args: [
      join(import.meta.dirname, 'transport-producer.ts'),
      redis.url,
      SECRET,
      `${SAMPLES}`,
      `${PIECES}`,
    ],
    isReady: (output) => /^Worker/m.test(output),
  })
  const url = /ws:\S+/.exec(producer.output())?.[0] ?? ''
  const pool = createWorkerPool({ directory: { list: async () => [{ url, secret: SECRET }] } })
  const speech = createClusterSpeech(pool, { onBug: (error) => console.error(error) })
  const streams = openStreams(redis.url)
  try {
    await speech.ready(new AbortController().signal)
    const order = { text: 'Good morning.', voice: 'john', speed: 1 }
    const ways: readonly Transport[] = [
      { name: 'socket', ask: () => speech.speak(order, new AbortController().signal) },
      { name: 'Redis streams', ask: streams.ask },
    ]
    const spentMs = async (): Promise<number> =>
      processorMs(process.pid) + processorMs(producer.pid) + (await streams.redisMs())
    const firsts = new Map<string, number[]>()
    const speeds = new Map<string, number[]>()
    const costs = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round++)
      for (const way of ways) add(firsts, way.name, await firstPieceMs(way))
    for (let round = 0; round < 6; round++)
      for (const way of ways) {
        const before = await spentMs()
        add(speeds, way.name, await piecesASecond(way))
        const spent = (await spentMs()) - before
        add(costs, way.name, spent / (AT_ONCE * PIECES * PIECE_SECONDS))
      }
    for (const { name } of ways) {
      const [first = [], speed = [], cost = []] = [firsts, speeds, costs].map((map) =>
        map.get(name),
      )
      report(`${name}: first piece (${busyness()})`, medianAndP95(first, 1))
      report(
        `${name}: ${AT_ONCE} answers at once`,
        `${(median(speed) * PIECE_SECONDS).toFixed(0)} s of sound a second`,
      )
      report(
        `${name}: processor of both sides and Redis`,
        `${median(cost).toFixed(2)} ms for each second of sound`,
      )
    }
  } finally {
    speech.close()
    streams.close()
    await producer.stop()
    await redis.stop()
  }
}

function add(figures: Map<string, number[]>, name: string, figure: number): void {
  figures.set(name, [...(figures.get(name) ?? []), figure])
}

async function firstPieceMs(way: Transport): Promise<number> {
  const startedAt = performance.now()
  let first = 0
  for await (const _ of way.ask()) first ||= performance.now() - startedAt
  return first
}

async function piecesASecond(way: Transport): Promise<number> {
  const startedAt = performance.now()
  const count = async (): Promise<number> => {
    let pieces = 0
    for await (const _ of way.ask()) pieces++
    return pieces
  }
  const counts = await Promise.all(Array.from({ length: AT_ONCE }, count))
  const seconds = (performance.now() - startedAt) / 1_000
  return counts.reduce((sum, pieces) => sum + pieces, 0) / seconds
}

/** A node's side of the streams: one for all of its answers, which one blocking connection reads. */
function openStreams(url: string): {
  ask(): AsyncIterable<SpokenChunk>
  /** Processor time of Redis itself so far. */
  redisMs(): Promise<number>
  close(): void
} {
  const [orders, answers] = [new Redis(url), new Redis(url)]
  const to = 'bench:answers'
  let lastJob = 0
  const waiting = new Map<number, { pieces: SpokenChunk[]; wake: () => void }>()
  const read = async (): Promise<void> => {
    for (let last = '0'; ; ) {
      const found = await answers.xreadBuffer('BLOCK', 0, 'STREAMS', to, last)
      for (const [, entries] of found ?? [])
        for (const [id, [, value]] of entries) {
          last = String(id)
          const { job, chunk } = decodeMessage(value ?? Buffer.of()) as {
            job: number
            chunk: SpokenChunk
          }
          waiting.get(job)?.pieces.push(chunk)
          waiting.get(job)?.wake()
        }
    }
  }
  // It ends with its connection.
  read().catch(() => undefined)
  return {
    async *ask() {
      const job = ++lastJob
      const mine = { pieces: [] as SpokenChunk[], wake: (): void => undefined }
      waiting.set(job, mine)
      await orders.xadd(
        'bench:orders',
        'MAXLEN',
        '~',
        1_000,
        '*',
        'm',
        Buffer.from(encodeMessage({ job, to })),
      )
      for (let isOver = false; !isOver; ) {
        const piece = mine.pieces.shift()
        if (piece) {
          yield piece
          isOver = piece.done === piece.total
        } else
          await new Promise<void>((resolve) => {
            mine.wake = resolve
          })
      }
      waiting.delete(job)
    },
    async redisMs() {
      const told = await orders.info('cpu')
      const parts = [...told.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)]
      return parts.reduce((sum, [, seconds]) => sum + Number(seconds) * 1_000, 0)
    },
    close() {
      orders.disconnect()
      answers.disconnect()
    },
  }
}
