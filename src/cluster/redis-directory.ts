import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { WorkerAddress, WorkerDirectory } from './directory.ts'
import { PROTOCOL } from './protocol.ts'

/** What a worker says of itself. */
const Entry = z.object({
  url: z
    .string()
    .max(300)
    .regex(/^wss?:\/\/(?:\[[\da-f:.]+\]|[^\s:/?#@[\]]+):\d{1,5}$/i),
  protocol: z.string(),
  version: z.string(),
})
export type WorkerEntry = Omit<z.infer<typeof Entry>, 'protocol'>

/** All ids; each has a key of its own, which Redis removes by its own clock when a worker says nothing any more. */
const IDS = 'griot:workers'
const keyOf = (id: string): string => `griot:worker:${id}`
const ANNOUNCE_MS = 2_000
const EXPIRY_MS = 8_000
/** A Redis that does not answer for so long counts as away. */
const ANSWER_MS = 2_000

/** Says in Redis that a worker is there, until `withdraw`, or until its process ends. Redis may be away meanwhile. */
export function announceWorker(redis: Redis, entry: WorkerEntry): { withdraw(): Promise<void> } {
  const id = randomUUID()
  const text = JSON.stringify({ ...entry, protocol: PROTOCOL } satisfies z.infer<typeof Entry>)
  const say = (): void => {
    redis
      .multi()
      .set(keyOf(id), text, 'PX', EXPIRY_MS)
      .sadd(IDS, id)
      .exec()
      .catch(() => undefined)
  }
  say()
  const timer = setInterval(say, ANNOUNCE_MS)
  return {
    async withdraw() {
      clearInterval(timer)
      const gone = redis.multi().del(keyOf(id)).srem(IDS, id).exec()
      await answered(gone).catch(() => undefined)
    },
  }
}

/**
 * The workers that have announced themselves in Redis and speak this node's protocol. `onNotice` is told once of each other protocol, as it is
 * seen while an older version is replaced, and once of workers on other machines without TLS. With `ca`, those are not used.
 */
export function redisDirectory(
  redis: Redis,
  { secret, ca }: Pick<WorkerAddress, 'secret' | 'ca'>,
  onNotice: (words: string) => void,
): WorkerDirectory {
  const noticed = new Set<string>()
  const tellOnce = (about: string, words: string): void => {
    if (noticed.has(about)) return
    noticed.add(about)
    onNotice(words)
  }
  const addressOf = (text: string): WorkerAddress | undefined => {
    const entry = entryIn(text)
    if (!entry) return undefined
    const { url, protocol, version } = entry
    if (protocol !== PROTOCOL) {
      tellOnce(
        protocol,
        `There are workers of Griot ${version}, which this version cannot use (their protocol is ${protocol}, this one's ${PROTOCOL}). Update them or this node.`,
      )
      return undefined
    }
    if (isReadable(url) && ca !== undefined) {
      tellOnce(
        'without TLS',
        `Workers without TLS, such as ${url}, are not used, because this node was given certificates of authorities. Start them with --tls-cert and --tls-key.`,
      )
      return undefined
    }
    if (isReadable(url))
      tellOnce(
        'without TLS',
        `Texts and sound go to workers on other machines, such as ${url}, in plain text: whoever is on the network between can read and change them. Start workers with --tls-cert and --tls-key, or keep them in a network of their own.`,
      )
    return { url, secret, ca }
  }
  return {
    async list() {
      const ids = await answered(redis.smembers(IDS))
      if (ids.length === 0) return []
      const texts = await answered(redis.mget(ids.map(keyOf)))
      const gone = ids.filter((_, n) => texts[n] === null)
      if (gone.length > 0) redis.srem(IDS, ...gone).catch(() => undefined)
      return texts.flatMap((text) => (text === null ? [] : (addressOf(text) ?? [])))
    },
  }
}

/** Whether what goes to this address leaves the machine in plain text. */
function isReadable(url: string): boolean {
  const { protocol, hostname: host } = new URL(url)
  return protocol === 'ws:' && !isLoopback(host) && host !== hostname().toLowerCase()
}

/** Whether nobody outside of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d+){3}|\[?::1\]?|localhost)$/.test(host)
}

/** Undefined for what no worker has written. */
function entryIn(text: string): z.infer<typeof Entry> | undefined {
  try {
    return Entry.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      answer,
      sleep(ANSWER_MS, undefined, { ref: false, signal: late.signal }).then(() => {
        throw new Error('Redis does not answer.')
      }),
    ])
  } finally {
    late.abort()
  }
}
