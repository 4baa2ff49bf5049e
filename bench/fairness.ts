import { BENCH_KEY, type BenchServer, startServer } from './server.ts'
import { median, quantile, report } from './statistics.ts'
import { prose } from './texts.ts'

const ROUNDS = 3
/** Texts of the owner in each round, alone and beside guests. */
const TEXTS = 20
const LENGTH = 17_500
const MOST_RATIO = 5
const MOST_MS = 300
const YORUBA = 'Ojo n ro ni Eko, awon omo ti de si ile iwe lana. '

/** What guests ask for again and again, all at once. */
interface Load {
  readonly name: string
  readonly tokens: number
  /** Requests of each token at a time. */
  readonly requests: number
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

const LONG = prose(LENGTH)
const IN_YORUBA = YORUBA.repeat(Math.ceil(LENGTH / YORUBA.length)).slice(0, LENGTH)
const SPEECH = { path: '/v1/speech', body: { text: LONG, voice: 'lina', format: 'pcm_s16le' } }
const LOADS: readonly Load[] = [
  { name: 'two long texts of a guest', tokens: 1, requests: 2, ...SPEECH },
  { name: 'eight long texts of each of eight guests', tokens: 8, requests: 8, ...SPEECH },
  {
    ...{ name: 'long texts to be detected', tokens: 2, requests: 4 },
    ...{ path: '/v1/detect', body: { text: LONG } },
  },
  {
    ...{ name: 'long texts to be put into words', tokens: 2, requests: 4 },
    ...{ path: '/v1/normalize', body: { text: LONG, language: 'en' } },
  },
  {
    ...{ name: 'long texts to be marked', tokens: 2, requests: 4 },
    ...{ path: '/v1/diacritics', body: { text: IN_YORUBA, language: 'yo' } },
  },
]

/** The first byte of two words of the owner, alone and beside guests who have much to do. */
export async function benchFairness(): Promise<void> {
  const server = await startServer()
  try {
    for (let n = 0; n < 5; n++) await firstByte(server)
    for (const load of LOADS) await beside(server, load)
  } finally {
    await server.close()
  }
}

async function beside(server: BenchServer, load: Load): Promise<void> {
  const quiet: number[] = []
  const busy: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < TEXTS; n++) quiet.push(await firstByte(server))
    const guests = await startGuests(server, load)
    for (let n = 0; n < TEXTS; n++) {
      busy.push(await firstByte(server))
      // At another place of what guests have in work.
      await new Promise((resolve) => setTimeout(resolve, 100 * Math.random()))
    }
    await guests.stop()
  }
  const [alone, besides] = [median(quiet), median(busy)]
  report(`${load.name}: first byte of two words alone (ms)`, both(quiet))
  report(
    `${load.name}: beside them (ms)`,
    `${both(busy)}, most ${Math.max(...busy).toFixed(0)}`,
    `<= ${Math.max(MOST_MS, MOST_RATIO * alone).toFixed(0)}`,
  )
  report(`${load.name}: ratio of medians`, (besides / alone).toFixed(1), `<= ${MOST_RATIO}`)
}

const both = (figures: readonly number[]): string =>
  `${median(figures).toFixed(0)}, p95 ${quantile(figures, 0.95).toFixed(0)}`

async function firstByte(server: BenchServer): Promise<number> {
  const words = { text: 'two words', voice: 'lina', language: 'en', format: 'pcm_s16le' }
  return (await server.speak(words)).firstMs
}

async function startGuests(
  { url }: BenchServer,
  { tokens, requests, path, body }: Load,
): Promise<{ stop(): Promise<void> }> {
  const stopped = new AbortController()
  const ask = async (token: string): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        const answer = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: stopped.signal,
        })
        for await (const _ of answer.body ?? []);
      } catch {
        // Ended by `stop`.
      }
    }
  }
  const asking: Promise<void>[] = []
  for (let n = 0; n < tokens; n++) {
    const token = await guestToken(url)
    for (let m = 0; m < requests; m++) asking.push(ask(token))
  }
  return {
    async stop() {
      stopped.abort()
      await Promise.all(asking)
    },
  }
}

async function guestToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/guest-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BENCH_KEY}` },
  })
  const { token } = Object(await answer.json())
  return String(token)
}
