/**
 * npm run fuzz [-- MUTATIONS [SEED]]: shows the verifier changed files (200,000 unless said otherwise) and ends with
 * exit code 1 where it crashed, hung, kept memory, or believed one of them. The same seed gives the same files.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type FuzzReport, fuzzVerifier } from '#provenance/c2pa/fuzz.test-support.ts'
import { shortSounds } from '#provenance/c2pa/samples.test-support.ts'

interface Order {
  readonly mutations: number
  readonly seed: number
  /** The number of the file that is being tried, plus one. */
  readonly progress: Int32Array
}

const LOOK_MS = 10_000
/** Longest time for one verdict. */
const LONGEST_MS = 1_000
/** Long beside a verdict that took too long, so that a busy machine is not taken for a hang. */
const HUNG_MS = 60_000
const MOST_MEMORY_MB = 512
const MOST_GROWTH_MB = 32

if (isMainThread) await watch()
else parentPort?.postMessage(await work(workerData as Order))

async function work({ mutations, seed, progress }: Order): Promise<FuzzReport> {
  return fuzzVerifier(shortSounds(), mutations, seed, {
    onStep: (n) => Atomics.store(progress, 0, n + 1),
    longestMs: LONGEST_MS,
  })
}

/** The work runs in a thread of its own: what never returns there, or takes all memory, is seen from here. */
async function watch(): Promise<void> {
  const [mutations = 200_000, seed = 1] = process.argv.slice(2).map(wholeNumber)
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const from = performance.now()
  const order: Order = { mutations, seed, progress }
  const worker = new Worker(import.meta.filename, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  })
  const ended = Promise.withResolvers<FuzzReport>()
  worker.once('message', ended.resolve)
  worker.once('error', ended.reject)
  const looking = lookAfter(order, ended.reject)
  try {
    const report = await ended.promise
    printReport(report, seed, (performance.now() - from) / 1_000)
  } catch (error) {
    console.log(`Failed at mutation ${progress[0]} of seed ${seed}: ${String(error)}`)
    process.exitCode = 1
  } finally {
    clearInterval(looking)
    await worker.terminate()
  }
}

function lookAfter({ mutations, progress }: Order, fail: (reason: Error) => void): NodeJS.Timeout {
  let seen = 0
  let movedAt = performance.now()
  return setInterval(() => {
    const now = Atomics.load(progress, 0)
    if (now !== seen) movedAt = performance.now()
    seen = now
    if (performance.now() - movedAt > HUNG_MS) fail(new Error(`no verdict after ${HUNG_MS} ms`))
    else console.log(`${now} of ${mutations}`)
  }, LOOK_MS)
}

function printReport(
  { verdicts, slowestMs, growthMb, ...report }: FuzzReport,
  seed: number,
  s: number,
) {
  const failures = [...report.failures]
  if (growthMb > MOST_GROWTH_MB) failures.push(`memory grew by ${growthMb.toFixed(0)} MB`)
  const kinds = Object.entries(verdicts).sort(([, a], [, b]) => b - a)
  console.log(`${report.mutations} mutations of seed ${seed} in ${s.toFixed(0)} s`)
  console.log(`verdicts      ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}`)
  console.log(`slowest       ${slowestMs.toFixed(1)} ms`)
  console.log(`memory grown  ${growthMb.toFixed(1)} MB`)
  console.log(`findings      ${failures.length}`)
  for (const failure of failures) console.log(`  ${failure}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  console.log(`"${text}" is no whole number: npm run fuzz -- MUTATIONS SEED`)
  process.exit(2)
}
