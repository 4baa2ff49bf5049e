import { createHash } from 'node:crypto'
import { BENCH_KEY, type BenchServer, startServer } from './server.ts'
import { median, quantile, report } from './statistics.ts'
import { prose } from './texts.ts'

const SECONDS = 60
const READS_PER_SECOND = 200
const TEXTS = Array.from({ length: 16 }, (_, n) => prose(300 + 20 * n))

/** Streams and reads at the same time for a minute each: nothing lost or mixed, who waits how long, does memory grow. */
export async function benchLoad(): Promise<void> {
  const server = await startServer()
  try {
    const alone = await Promise.all(TEXTS.map((text) => digestOf(server, text)))
    for (const streams of [1, 8, 64]) await load(server, streams, alone)
  } finally {
    await server.close()
  }
}

interface Load {
  /** Waits for the first byte of the streams that all began in the same instant, in ms. */
  readonly atOnce: number[]
  /** The same of those that began later, each when the one before it had ended. */
  readonly later: number[]
  readonly reads: number[]
  readonly problems: string[]
  readonly memory: number[]
}

async function load(server: BenchServer, streams: number, alone: readonly string[]): Promise<void> {
  const seen: Load = { atOnce: [], later: [], reads: [], problems: [], memory: [] }
  const until = performance.now() + SECONDS * 1_000
  const watch = setInterval(() => seen.memory.push(server.residentMb()), 1_000)
  await Promise.all([
    readFor(server, until, seen),
    ...Array.from({ length: streams }, (_, n) => speakFor(server, until, n, alone, seen)),
  ])
  clearInterval(watch)
  reportLoad(streams, seen)
}

async function speakFor(
  server: BenchServer,
  until: number,
  stream: number,
  alone: readonly string[],
  { atOnce, later, problems }: Load,
): Promise<void> {
  for (let n = stream; performance.now() < until; n++) {
    const index = n % TEXTS.length
    try {
      const { firstMs, digest } = await heard(server, TEXTS[index] ?? '')
      const waits = n === stream ? atOnce : later
      waits.push(firstMs)
      if (digest !== alone[index]) problems.push('a stream that differs from the same text alone')
    } catch (error) {
      problems.push(String(error))
    }
  }
}

/** Reads at a steady pace, whether or not earlier ones are answered. */
async function readFor(
  server: BenchServer,
  until: number,
  { reads, problems }: Load,
): Promise<void> {
  const paths = ['/health', '/v1/voices', '/v1/files', '/v1/files:usage', '/v1/voices/lina']
  const read = async (path: string): Promise<void> => {
    const startedAt = performance.now()
    const answer = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${BENCH_KEY}` },
    })
    await answer.arrayBuffer()
    if (answer.ok) reads.push(performance.now() - startedAt)
    else problems.push(`${path}: ${answer.status}`)
  }
  const waiting: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; performance.now() < until; n++) {
    const path = paths[n % paths.length] ?? ''
    const failed = (error: unknown): void => {
      problems.push(`${path}: ${error}`)
    }
    waiting.push(read(path).catch(failed))
    const dueIn = startedAt + ((n + 1) * 1_000) / READS_PER_SECOND - performance.now()
    if (dueIn > 0) await new Promise((resolve) => setTimeout(resolve, dueIn))
  }
  await Promise.all(waiting)
}

function reportLoad(streams: number, { atOnce, later, reads, problems, memory }: Load): void {
  const half = Math.floor(memory.length / 2)
  const growth = median(memory.slice(half)) / median(memory.slice(0, half))
  const about = `${streams} streams`
  report(`${about}: answers, reads`, `${atOnce.length + later.length}, ${reads.length}`)
  report(`${about}: errors, lost or mixed streams`, String(problems.length), '0')
  for (const problem of new Set(problems)) console.log(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  reportWaits(`${about} begun in one instant`, atOnce)
  reportWaits(`${about} going on`, later)
  report(`${about}: reads at 200/s, p50 and p95 (ms)`, both(reads))
  report(`${about}: resident MB, second half against first`, growth.toFixed(2), 'flat')
  report(`${about}: resident MB, most`, Math.max(...memory).toFixed(0))
}

function reportWaits(about: string, waits: readonly number[]): void {
  report(`${about}: first byte, p50 and p95 (ms)`, both(waits))
  report(
    `${about}: longest wait in medians`,
    (Math.max(...waits) / median(waits)).toFixed(2),
    '<= 3',
  )
}

function both(figures: readonly number[]): string {
  return `${median(figures).toFixed(0)}, ${quantile(figures, 0.95).toFixed(0)}`
}

async function digestOf(server: BenchServer, text: string): Promise<string> {
  return (await heard(server, text)).digest
}

async function heard(
  server: BenchServer,
  text: string,
): Promise<{ readonly firstMs: number; readonly digest: string }> {
  const hash = createHash('sha256')
  const { firstMs } = await server.speak({ text, voice: 'lina', format: 'pcm_s16le' }, (piece) =>
    hash.update(piece),
  )
  return { firstMs, digest: hash.digest('base64') }
}
