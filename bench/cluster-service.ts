import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startPostgres } from '#testing/services/postgres.test-support.ts'
import { startRedis } from '#testing/services/redis.test-support.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '#testing/services/server-process.test-support.ts'
import { BENCH_KEY } from './server.ts'

const execute = promisify(execFile)
const CLI = join(import.meta.dirname, '../out/main/cli.js')
/** A node asks every second who is there. */
const SEEN_MS = 2_500
const TRANSACTIONS = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'griot'"
/** One for each program. */
const MOST_PROGRAMS = 100
/** For a node that is to take as many texts at once as are sent. */
export const MANY_STREAMS: readonly string[] = [
  ...['--streams', '1000', '--streams-per-account', '1000'],
  ...['--streams-per-token', '1000'],
]
/** Of each node to PostgreSQL, which has a hundred: each holds one query in a turn of the event loop, and a text asks three things before it is heard. */
const CONNECTIONS = 40
const PACED_WORKER = join(import.meta.dirname, 'paced-worker.ts')

/** A service on this computer alone: PostgreSQL, Redis, and what is started of nodes and workers. */
export interface Service {
  readonly folder: string
  startNode(options?: readonly string[]): Promise<ServerProcess & { readonly url: string }>
  /** A worker of the built program with one set of speech processes, so that one core is enough for it. */
  startWorker(): Promise<ServerProcess>
  /** Workers of paced-worker.ts, `count` of them, `inProcess` in each process; left out: one. */
  startPacedWorkers(
    count: number,
    recording: string,
    options?: { readonly batches?: boolean; readonly inProcess?: number },
  ): Promise<readonly ServerProcess[]>
  /** Runs a command of the program; answers what it prints. */
  run(args: readonly string[]): Promise<string>
  /** Transactions of its database so far. */
  transactions(): number
  /** Resolves once the nodes know the workers that were started. */
  seen(): Promise<void>
  /** Ends the workers that were started last, so that `left` remain. */
  keepWorkers(left: number): Promise<void>
  /** Ends everything and removes its folder. */
  close(): Promise<void>
}

export async function openService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  const [postgres, redis] = [await startPostgres(), await startRedis()]
  process.setMaxListeners(MOST_PROGRAMS)
  // Whoever ends the benchmark half-way leaves no server behind.
  const stop = (): never => process.exit(1)
  process.once('SIGINT', stop).once('SIGTERM', stop).once('exit', postgres.stop)
  let homes = 0
  const [nodes, workers]: [ServerProcess[], ServerProcess[]] = [[], []]
  const variables = (): NodeJS.ProcessEnv => {
    const home = join(folder, `home ${++homes}`)
    mkdirSync(home)
    return {
      ...process.env,
      ...{ GRIOT_HOME: home, GRIOT_API_KEY: BENCH_KEY, GRIOT_REDIS: redis.url },
      ...{
        GRIOT_DATABASE: `${postgres.url}?connection_limit=${CONNECTIONS}`,
        GRIOT_BLOBS: join(folder, 'blobs'),
      },
      GRIOT_CLUSTER_SECRET: 'a secret of all nodes and workers',
    }
  }
  const start = (args: readonly string[], ready: RegExp): Promise<ServerProcess> =>
    startServerProcess({
      ...{ program: process.execPath, args, env: variables() },
      isReady: (output) => ready.test(output),
    })
  const keepWorkers = async (left: number): Promise<void> => {
    await Promise.all(workers.splice(left).map((worker) => worker.stop()))
  }
  const added = async (worker: Promise<ServerProcess>): Promise<ServerProcess> => {
    workers.push(await worker)
    return worker
  }
  return {
    ...{ folder, keepWorkers },
    async startNode(options = []) {
      const args = [CLI, 'serve', '--cluster', '--port', '0', ...options]
      const node = await start(args, /API\s+\S+\/v1\n/)
      nodes.push(node)
      return { ...node, url: /API\s+(\S+)\/v1\n/.exec(node.output())?.[1] ?? '' }
    },
    startWorker: () =>
      added(start([CLI, 'worker', '--listen', '127.0.0.1:0', '--processes', '1'], /^Worker/m)),
    async startPacedWorkers(count, recording, { batches = false, inProcess = 1 } = {}) {
      const fresh: ServerProcess[] = []
      // One after the other: a start is work for a core.
      for (let left = count; left > 0; left -= inProcess) {
        const workers = String(Math.min(left, inProcess))
        const args = [PACED_WORKER, recording, workers, ...(batches ? ['batches'] : [])]
        fresh.push(await added(start(args, /^Worker/m)))
      }
      return fresh
    },
    seen: () => wait(SEEN_MS),
    transactions: () => Number(postgres.ask(TRANSACTIONS)),
    run: async (args) => {
      const { stdout } = await execute(process.execPath, [CLI, ...args], {
        cwd: folder,
        env: variables(),
      })
      return stdout
    },
    async close() {
      await Promise.all(nodes.map((node) => node.stop()))
      await keepWorkers(0)
      await redis.stop()
      postgres.stop()
      process.off('SIGINT', stop).off('SIGTERM', stop).off('exit', postgres.stop)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
