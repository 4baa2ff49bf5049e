import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningGriot, runGriot, startGriot } from '#cli/griot.test-support.ts'
import { type RunningNode, startNode } from '#cli/service.test-support.ts'
import { tinyPack } from '#inference/packs.test-support.ts'
import { writeTranscriptionCatalog } from '#inference/transcription-catalog.test-support.ts'
import {
  type BreakableNetwork,
  openBreakableNetwork,
} from '#testing/services/breakable-network.test-support.ts'
import { type PostgresServer, startPostgres } from '#testing/services/postgres.test-support.ts'
import { type RedisServer, startRedis } from '#testing/services/redis.test-support.ts'
import { freePort } from '#testing/services/server-process.test-support.ts'
import { startSwift } from '#testing/services/swift.test-support.ts'

/** A node or worker that can be ended and started again at the same address, as whatever watches over a service does. */
export interface Part {
  readonly name: string
  /** Sends a signal and waits until it has ended; answers its code, null where the signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  start(): Promise<void>
  /** Everything that it has printed on standard error in all its lives. */
  err(): string
}

export interface NodePart extends Part {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Its own way to Redis. */
  readonly toRedis: BreakableNetwork
}

/** Two nodes and three workers on PostgreSQL, Redis and S3. The workers, and no node, have a pack that writes down speech. */
export interface MixedService {
  readonly nodes: readonly [NodePart, NodePart]
  readonly workers: readonly Part[]
  readonly postgres: PostgresServer
  readonly redis: RedisServer
  /** The way of all to S3. */
  readonly toS3: BreakableNetwork
  /** Sets what the service may do with its bucket from now on. Left out: everything. */
  setBucket(how?: { readonly quotaBytes?: number; readonly writers?: boolean }): Promise<void>
  close(): Promise<void>
}

const BUCKET = 'griot-mixed'
const SECRET = 'a secret of all nodes and workers'

/** Starts all of it with its data folders in `folder`. All are let in with the first node's key. */
export async function startMixedService(folder: string): Promise<MixedService> {
  const ends: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    // The programs before what they work with.
    for (const end of ends.reverse()) await end()
  }
  try {
    return { ...(await startAll(folder, ends)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Adds what ends each part to `ends` as soon as that is started. */
async function startAll(
  folder: string,
  ends: (() => unknown)[],
): Promise<Omit<MixedService, 'close'>> {
  const postgres = await startPostgres()
  ends.push(postgres.stop)
  const redis = await startRedis()
  ends.push(redis.stop)
  const swift = await startSwift()
  ends.push(swift.stop)
  // Swift keeps parts of uploads in a second one.
  const setBucket: MixedService['setBucket'] = async (how) => {
    for (const bucket of [BUCKET, `${BUCKET}+segments`])
      await swift.setBucket(bucket, { readers: true, writers: true, ...how })
  }
  await setBucket()
  const wayTo = async (url: string): Promise<BreakableNetwork> => {
    const way = await openBreakableNetwork(Number(new URL(url).port))
    ends.push(way.close)
    return way
  }
  const toS3 = await wayTo(swift.endpoint)
  // Credentials from which the right to write can be taken.
  const variables = {
    GRIOT_BLOBS: `s3://${BUCKET}?endpoint=http://127.0.0.1:${toS3.port}&region=${swift.region}`,
    AWS_ACCESS_KEY_ID: swift.reader.accessKeyId,
    AWS_SECRET_ACCESS_KEY: swift.reader.secretAccessKey,
    GRIOT_CLUSTER_SECRET: SECRET,
  }
  let key = ''
  const openNode = async (name: string): Promise<NodePart> => {
    const [port, toRedis] = [await freePort(), await wayTo(redis.url)]
    const own = { ...variables, GRIOT_REDIS: `redis://127.0.0.1:${toRedis.port}` }
    const options = ['--cluster', '--port', String(port)]
    let running: RunningNode | undefined
    const part = partOf(name, async () => {
      running = await startNode(join(folder, name), postgres.url, own, options)
      key = running.firstKey ?? key
      return running
    })
    ends.push(() => part.end('SIGKILL'))
    await part.start()
    return {
      ...{ ...part, toRedis },
      fetch: async (path, init) => {
        if (!running) throw new Error('It was never started.')
        return running.fetch(path, key, init)
      },
    }
  }
  const catalog = writeTranscriptionCatalog(join(folder, 'catalog'))
  const openWorker = async (name: string): Promise<Part> => {
    const own = {
      ...{ ...variables, GRIOT_REDIS: redis.url, GRIOT_DATABASE: postgres.url },
      GRIOT_PACKS_CATALOG: catalog,
    }
    await importPack(join(folder, name), own)
    const listen = ['--listen', `127.0.0.1:${await freePort()}`]
    const part = partOf(name, async () => {
      const args = ['worker', ...listen, '--processes', '1']
      const running = startGriot(join(folder, name), args, own)
      await running.printed(/^Worker {3}ws:/m)
      return running
    })
    ends.push(() => part.end('SIGKILL'))
    await part.start()
    return part
  }
  const one = await openNode('one')
  const [other, ...workers] = await Promise.all([
    openNode('two'),
    ...['first', 'second', 'third'].map((name) => openWorker(name)),
  ])
  const nodes = [one, other] as const
  return { nodes, workers, postgres, redis, toS3, setBucket }
}

/** Installs the pack that writes down speech for a worker whose data are in `home`. */
async function importPack(home: string, variables: Readonly<Record<string, string>>) {
  mkdirSync(home)
  const { folder } = tinyPack('tiny-ctc')
  const args = ['models', 'import', folder, '--accept-licence', 'Apache-2.0']
  const { code, err } = await runGriot(home, args, variables)
  if (code !== 0) throw new Error(err)
}

function partOf(name: string, start: () => Promise<RunningGriot>): Part {
  let running: RunningGriot | undefined
  let before = ''
  return {
    name,
    async start() {
      before += running?.err() ?? ''
      running = await start()
    },
    async end(signal) {
      running?.child.kill(signal)
      return (await running?.exit)?.[0] ?? null
    },
    err: () => before + (running?.err() ?? ''),
  }
}
