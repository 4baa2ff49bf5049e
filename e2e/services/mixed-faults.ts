import { setTimeout as wait } from 'node:timers/promises'
import { SLOW_DOWN } from '#testing/services/breakable-network.test-support.ts'
import type { MixedService } from './mixed-service.ts'

/** Something that goes wrong: begins, lasts, and is over; what it ended is started again. */
type Fault = (service: MixedService, random: () => number) => Promise<void>

const LONGEST_MS = 4_000
/** How much room a full bucket has. */
const NO_ROOM = 1

const anyOf = <T>(of: readonly T[], random: () => number): T =>
  of[Math.floor(random() * of.length)] as T
const aWhile = (random: () => number): Promise<unknown> => wait(200 + random() * LONGEST_MS)

/** All faults, by what a report calls them. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  async 'node killed'({ nodes }, random) {
    const node = anyOf(nodes, random)
    await node.end('SIGKILL')
    await aWhile(random)
    await node.start()
  },
  async 'worker killed'({ workers }, random) {
    const worker = anyOf(workers, random)
    await worker.end('SIGKILL')
    await aWhile(random)
    await worker.start()
  },
  async 'two of three workers killed'({ workers }, random) {
    const spared = anyOf(workers, random)
    const killed = workers.filter((worker) => worker !== spared)
    await Promise.all(killed.map((worker) => worker.end('SIGKILL')))
    await aWhile(random)
    await Promise.all(killed.map((worker) => worker.start()))
  },
  async 'node replaced'({ nodes }, random) {
    const node = anyOf(nodes, random)
    const code = await node.end('SIGTERM')
    if (code !== 0) throw new Error(`Node ${node.name} ended with ${code}: ${node.err()}`)
    await node.start()
  },
  async 'worker replaced'({ workers }, random) {
    const worker = anyOf(workers, random)
    const code = await worker.end('SIGTERM')
    if (code !== 0) throw new Error(`Worker ${worker.name} ended with ${code}: ${worker.err()}`)
    await worker.start()
  },
  async 'Redis killed, data kept'({ redis }, random) {
    await redis.end('SIGKILL')
    await aWhile(random)
    await redis.startAgain({ keepsData: true })
  },
  async 'Redis killed, data lost'({ redis }, random) {
    await redis.end('SIGKILL')
    await aWhile(random)
    await redis.startAgain({ keepsData: false })
  },
  async 'PostgreSQL crashed'({ postgres }, random) {
    postgres.halt('immediate')
    await aWhile(random)
    postgres.start()
  },
  async 'PostgreSQL restarted'({ postgres }, random) {
    postgres.halt('fast')
    await wait(random() * 1_000)
    postgres.start()
  },
  async 'S3 answers 503'({ toS3 }, random) {
    toS3.refuse(SLOW_DOWN)
    await aWhile(random)
    toS3.mend()
  },
  async 'S3 slow'({ toS3 }, random) {
    toS3.slow(20 + random() * 400)
    await aWhile(random)
    toS3.mend()
  },
  async 'S3 cut off'({ toS3 }, random) {
    toS3.cut()
    await aWhile(random)
    toS3.mend()
  },
  async 'S3 silent'({ toS3 }, random) {
    toS3.hang()
    await aWhile(random)
    toS3.mend()
  },
  async 'bucket full'({ setBucket }, random) {
    await setBucket({ quotaBytes: NO_ROOM })
    await aWhile(random)
    await setBucket()
  },
  async 'bucket read-only'({ setBucket }, random) {
    await setBucket({ writers: false })
    await aWhile(random)
    await setBucket()
  },
  async 'node cut off from Redis'({ nodes }, random) {
    const { toRedis } = anyOf(nodes, random)
    toRedis.cut()
    await aWhile(random)
    toRedis.mend()
  },
  async 'Redis silent to a node'({ nodes }, random) {
    const { toRedis } = anyOf(nodes, random)
    toRedis.hang()
    await aWhile(random)
    toRedis.mend()
  },
}

/** Names of faults, each kind once before any comes again, in an order that follows from `random`. */
export function* faultsInAnyOrder(random: () => number): Generator<string, never> {
  for (;;) {
    const left = Object.keys(FAULTS)
    while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1)
  }
}
