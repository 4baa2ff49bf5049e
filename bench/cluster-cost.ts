import { setTimeout as wait } from 'node:timers/promises'
import { listen } from './cluster-listen.ts'
import { busyness, processorMs } from './cluster-machine.ts'
import { recordingFor } from './cluster-recording.ts'
import { MANY_STREAMS, openService } from './cluster-service.ts'
import { BENCH_KEY } from './server.ts'
import { report } from './statistics.ts'
import { prose, twelveWords } from './texts.ts'

const WORKERS = 8
const CALLERS = 16
/** PostgreSQL counts with a delay. */
const TOLD_MS = 2_000
const READS = 4_000
const SHORT = 1_000
const LONG = 64

/** Processor time of a node for a request, from which follow the requests a second that one core answers. */
export async function benchCost(): Promise<void> {
  const service = await openService()
  try {
    const node = await service.startNode(MANY_STREAMS)
    const { path, voice } = await recordingFor(service.folder)
    const workers = await service.startPacedWorkers(WORKERS, path)
    await service.seen()
    const read = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${BENCH_KEY}` }
      const answer = await fetch(`${node.url}/v1/files:usage`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${answer.status}`)
    }
    let seconds = 0
    const speak = (format: string, textOf: (n: number) => string) => async (n: number) => {
      const heard = await listen(node.url, { text: textOf(n), voice, format })
      seconds += heard.seconds
    }
    const ofWorkers = (): number => workers.reduce((sum, { pid }) => sum + processorMs(pid), 0)
    const measure = async (name: string, times: number, work: (n: number) => Promise<unknown>) => {
      await allOf(Math.ceil(times / 4), work)
      await wait(TOLD_MS)
      seconds = 0
      const before = [processorMs(node.pid), ofWorkers(), service.transactions()] as const
      await allOf(times, work)
      const spent = processorMs(node.pid) - before[0]
      const moved = (ofWorkers() - before[1]) / times
      report(`${name}: processor of the node (${busyness()})`, `${(spent / times).toFixed(2)} ms`)
      await wait(TOLD_MS)
      const each = (service.transactions() - before[2]) / times
      report(`${name}: transactions of PostgreSQL`, each.toFixed(1))
      report(`${name}: a second with one core`, ((1_000 * times) / spent).toFixed(0))
      return { spent, moved }
    }
    await measure('GET /v1/files:usage', READS, read)
    const short = await measure('12 words as pcm', SHORT, speak('pcm_s16le', twelveWords))
    report(
      '12 words as pcm: processor of a worker beside its engine',
      `${short.moved.toFixed(2)} ms`,
    )
    const { spent } = await measure(
      '1,500 characters as pcm',
      LONG,
      speak('pcm_s16le', (n) => prose(1_500 + n)),
    )
    report(
      '1,500 characters as pcm: of the node',
      `${(spent / seconds).toFixed(2)} ms for each second of sound`,
    )
    await measure('12 words as mulaw', SHORT, speak('mulaw', twelveWords))
    await measure('12 words as wav, signed', SHORT, speak('wav', twelveWords))
  } finally {
    await service.close()
  }
}

/** `times` pieces of work, some at the same time. */
async function allOf(times: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const go = async (): Promise<void> => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: CALLERS }, go))
}
