import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { BENCH_KEY } from './server.ts'

/** Any number of connections, kept for the next text. */
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
const BYTES_PER_SECOND = 48_000

/** Opens a connection, or takes one that is open, by a request for which the server has nothing to do. Milliseconds that this took. */
export async function connect(url: string): Promise<number> {
  const startedAt = performance.now()
  const asked = request(`${url}/health/live`, { agent }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await answer.toArray()
  return performance.now() - startedAt
}

export interface Heard {
  readonly firstMs: number
  readonly seconds: number
}

export interface Listening {
  /** Whether the listener takes the sound no quicker than it is heard; left out: as quickly as it comes. */
  readonly inRealTime?: boolean
  /** Told of the seconds of sound in every piece. */
  readonly onSound?: (seconds: number) => void
}

/** Asks for a text as PCM and takes all of it. Throws with status and answer for everything but 200. */
export function listen(
  url: string,
  body: Readonly<Record<string, unknown>>,
  { inRealTime = false, onSound }: Listening = {},
): Promise<Heard> {
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Heard>()
  const asked = request(`${url}/v1/speech`, {
    ...{ method: 'POST', agent },
    headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' },
  })
  asked.once('error', (error: NodeJS.ErrnoException) => {
    // The server had closed a silent connection in the same moment: nothing of this text has come there.
    const isStale = asked.reusedSocket && error.code === 'ECONNRESET'
    if (isStale)
      listen(url, body, { inRealTime, ...(onSound && { onSound }) }).then(resolve, reject)
    else reject(error)
  })
  asked.once('response', async (answer) => {
    try {
      if (answer.statusCode !== 200)
        throw new Error(`${answer.statusCode} ${Buffer.concat(await answer.toArray())}`)
      let [firstMs, bytes] = [0, 0]
      for await (const piece of answer as AsyncIterable<Buffer>) {
        if (bytes === 0) firstMs = performance.now() - startedAt
        bytes += piece.length
        onSound?.(piece.length / BYTES_PER_SECOND)
        const ahead = (bytes / BYTES_PER_SECOND) * 1_000 + firstMs - (performance.now() - startedAt)
        if (inRealTime && ahead > 0) await wait(ahead)
      }
      resolve({ firstMs, seconds: bytes / BYTES_PER_SECOND })
    } catch (error) {
      reject(error)
    }
  })
  asked.end(JSON.stringify({ format: 'pcm_s16le', ...body }))
  return promise
}

/**
 * Seconds of sound in a second: `listeners` at the same time, each with the next text as soon as its last one has ended, over `seconds` after a
 * pause to warm up. All texts are taken to their end before it resolves.
 */
export async function throughputOf(
  urls: readonly string[],
  listeners: number,
  seconds: number,
  body: (n: number) => Readonly<Record<string, unknown>>,
): Promise<number> {
  const WARM_UP_MS = 2_000
  const from = performance.now() + WARM_UP_MS
  const until = from + seconds * 1_000
  let heard = 0
  const onSound = (more: number): void => {
    const now = performance.now()
    if (now >= from && now < until) heard += more
  }
  const go = async (listener: number): Promise<void> => {
    for (let n = listener; performance.now() < until; n += listeners)
      await listen(urls[listener % urls.length] ?? '', body(n), { onSound })
  }
  await Promise.all(Array.from({ length: listeners }, (_, n) => go(n)))
  return heard / seconds
}
