import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { AppOptions } from '#app/app-options.ts'
import type { Environment } from './environment.ts'
import { UsageError } from './usage-error.ts'

/** Options of a program that is one of several. */
export const REDIS = [
  '--redis <URL>',
  'Redis by which nodes and workers find each other, such as redis://HOST:6379 (default: GRIOT_REDIS)',
] as const

/** Option of a node for workers with TLS. */
export const CLUSTER_CA = [
  '--cluster-ca <FILE>',
  'certificates (PEM) of the authorities of workers with TLS; workers without are then used on this machine alone (default: GRIOT_CLUSTER_CA)',
] as const

/** What a node or a worker needs to work with the others. */
export interface ClusterSettings {
  /** Address of Redis. */
  readonly redis: string
  /** Secret that all nodes and workers share. */
  readonly secret: string
}

/** Shorter ones could be guessed by whoever reaches a worker. */
const SHORTEST_SECRET = 16

/** Where the others are, and the secret by which they know each other; `who` needs them. Throws UsageError. */
export function clusterSettingsOf(
  who: string,
  given: string | undefined,
  { variables, clusterSecret }: Pick<Environment, 'variables' | 'clusterSecret'>,
): ClusterSettings {
  const redis = given ?? (variables['GRIOT_REDIS'] || undefined)
  if (redis === undefined)
    throw new UsageError(
      `${who} needs the Redis by which nodes and workers find each other: --redis URL or GRIOT_REDIS.`,
    )
  if (clusterSecret === undefined || clusterSecret.length < SHORTEST_SECRET)
    throw new UsageError(
      `${who} needs the environment variable GRIOT_CLUSTER_SECRET: at least ${SHORTEST_SECRET} characters, the same for all nodes and workers.`,
    )
  return { redis, secret: clusterSecret }
}

/** Host and port of an option such as 0.0.0.0:7071 or [::1]:7071. Throws UsageError. */
export function addressOf(
  option: string,
  text: string,
): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits = ''] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]/\s]+)):(\d{1,5})$/.exec(text) ?? []
  const [host, port] = [bracketed ?? plain, Number(digits)]
  if (host !== undefined && port <= 65_535) return { host, port }
  throw new UsageError(
    `--${option} is an address with a port, such as 0.0.0.0:7071, not "${text}".`,
  )
}

/**
 * The address under which nodes reach a worker that listens on `host`: that of an option, or this computer's name where it listens on
 * all; `wss:` with TLS.
 */
export function advertisedOf(
  given: string | undefined,
  host: string,
  { port, isSecure }: { readonly port: number; readonly isSecure: boolean },
): string {
  const scheme = isSecure ? 'wss' : 'ws'
  if (given !== undefined) {
    const { host: name, port: at } = addressOf('advertise', given)
    return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${at}`
  }
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? hostname() : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Certificates of an option or of GRIOT_CLUSTER_CA; undefined: neither is given. Throws UsageError. */
export function clusterCaOf(
  given: string | undefined,
  { variables }: Pick<Environment, 'variables'>,
): string | undefined {
  const path = given ?? (variables['GRIOT_CLUSTER_CA'] || undefined)
  if (path === undefined) return undefined
  const text = readOrRefuse('cluster-ca', path)
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new UsageError(`${path} of --cluster-ca holds no certificate in PEM.`)
}

/** Certificate and key of a worker; undefined: neither is given. Throws UsageError. */
export function workerTlsOf(options: {
  readonly tlsCert?: string
  readonly tlsKey?: string
}): { readonly cert: string; readonly key: string } | undefined {
  const { tlsCert, tlsKey } = options
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined)
    throw new UsageError('--tls-cert and --tls-key go together: give both files, or none.')
  return { cert: readOrRefuse('tls-cert', tlsCert), key: readOrRefuse('tls-key', tlsKey) }
}

function readOrRefuse(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The file of --${option} cannot be read (${reason}).`)
  }
}

/** Parts of a node that are made by workers; see `AppOptions`. */
export interface ClusterNode {
  readonly app: Pick<AppOptions, 'openSpeech' | 'openTranscription' | 'startBatchRunner'>
  /** Call it when the program is closed. */
  close(): void
}

/** A node that makes its own speech. */
export const NO_CLUSTER: ClusterNode = { app: {}, close: () => undefined }

/**
 * A node whose speech is made and written down by workers, and its batches too where they are in a database that workers share (`isShared`). Throws AppError where
 * Redis cannot be used.
 */
export async function openClusterNode(
  { redis: url, secret, ca }: ClusterSettings & { readonly ca?: string | undefined },
  isShared: boolean,
): Promise<ClusterNode> {
  const [
    { openRedis },
    { redisDirectory },
    { createWorkerPool },
    { createClusterSpeech },
    { createClusterTranscription },
    { createQueueRunner },
  ] = await Promise.all([
    import('#cluster/redis.ts'),
    import('#cluster/redis-directory.ts'),
    import('#cluster/worker-pool.ts'),
    import('#cluster/cluster-speech.ts'),
    import('#cluster/transcription/cluster-transcription.ts'),
    import('#batches/queue-runner.ts'),
  ])
  const redis = await openRedis(url)
  const directory = redisDirectory(redis, { secret, ca }, (words) => console.error(words))
  const pool = createWorkerPool({ directory })
  return {
    app: {
      openSpeech: ({ onBug }) => createClusterSpeech(pool, { onBug }),
      openTranscription: (own) => createClusterTranscription(pool, own),
      ...(isShared
        ? { startBatchRunner: ({ rows, onBug }) => createQueueRunner({ redis, rows, onBug }) }
        : {}),
    },
    close() {
      pool.close()
      redis.disconnect()
    },
  }
}
