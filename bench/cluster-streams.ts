import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Heard, type Listening, listen } from './cluster-listen.ts'
import { busyness, processorMs, residentMb } from './cluster-machine.ts'
import { recordingFor } from './cluster-recording.ts'
import { MANY_STREAMS, openService } from './cluster-service.ts'
import { median, medianAndP95, quantile, report } from './statistics.ts'
import { prose } from './texts.ts'

const STREAMS = Number(process.env['GRIOT_BENCH_STREAMS'] ?? 500)
/** Share of their time that the workers are at work while all listen, so that a text finds a free one: what docs/service.md counts with. */
const UTILISATION = 0.6
/** So that the two cores are left to what is measured. */
const WORKERS_IN_PROCESS = 12
/** Within which the listeners come: as long as a text is heard, so that as many texts begin in each second from then on. */
const COME_MS = 30_000
/** For which each of them keeps listening, one text after the other. */
const STAY_MS = 60_000
const ALONE = 40
/** So that listeners who come one after the other hear texts of lengths that have nothing to do with each other, and do not end in waves. */
const MIXING = 73
/** Texts before that: code that is not compiled yet is slow for the first ones. */
const WARM_UP = 15

/**
 * One listener alone, then 500 at once who hear their texts in real time, each with the next text as soon as its last one has ended; last, 500 who
 * all begin in one instant.
 */
export async function benchStreams(): Promise<void> {
  const service = await openService()
  try {
    const nodes = [await service.startNode(MANY_STREAMS), await service.startNode(MANY_STREAMS)]
    const nodeOf = (n: number): string => nodes[n % nodes.length]?.url ?? ''
    const { path, voice, factor } = await recordingFor(service.folder)
    const enough = Math.ceil((STREAMS * factor) / UTILISATION)
    const workers = Number(process.env['GRIOT_BENCH_WORKERS'] ?? enough)
    report('paced workers', String(workers))
    await service.startPacedWorkers(workers, path, { inProcess: WORKERS_IN_PROCESS })
    await service.seen()
    const problems: string[] = []
    const hear = async (n: number, how: Listening): Promise<Heard | undefined> =>
      listen(nodeOf(n), { text: prose(400 + ((n * MIXING) % 200)), voice }, how).catch((error) => {
        problems.push(String(error))
        return undefined
      })
    for (let n = 0; n < WARM_UP; n++) await hear(n, {})
    const alone: number[] = []
    for (let n = 0; n < ALONE; n++) alone.push((await hear(n, {}))?.firstMs ?? Number.NaN)
    report(`first byte of one stream (${busyness()})`, medianAndP95(alone))

    const connections: number[] = []
    const [first, last]: [number[], number[]] = [[], []]
    let [now, highest] = [0, 0]
    const until = performance.now() + COME_MS + STAY_MS
    const usedMs = (): readonly number[] => nodes.map(({ pid }) => processorMs(pid))
    const before = { ms: usedMs(), at: performance.now() }
    const stay = async (listener: number): Promise<void> => {
      await wait((listener * COME_MS) / STREAMS)
      // A proxy in front of a node, or a program that has asked for the voices, has its connection.
      connections.push(await connect(nodeOf(listener)))
      highest = Math.max(highest, ++now)
      for (let n = listener; performance.now() < until; n += nodes.length) {
        const figures = now === STREAMS ? last : first
        const heard = await hear(n, { inRealTime: true })
        if (heard) figures.push(heard.firstMs)
      }
      now--
    }
    await Promise.all(Array.from({ length: STREAMS }, (_, n) => stay(n)))
    const spanMs = performance.now() - before.at
    const cores = usedMs().map((ms, n) => ((ms - (before.ms[n] ?? 0)) / spanMs).toFixed(2))
    report(
      `${highest} listeners at once: texts (${busyness()})`,
      String(first.length + last.length),
    )
    report('a new connection while they come', medianAndP95(connections))
    report('first byte while they come', medianAndP95(first))
    report(`first byte while all ${STREAMS} listen`, medianAndP95(last), '<= 2 x one stream')
    const [all95, alone95] = [quantile(last, 0.95), quantile(alone, 0.95)]
    const ratios = [all95 / alone95, all95 / median(alone)].map((ratio) => ratio.toFixed(2))
    report('p95 in p95 and in medians of one stream', ratios.join(', '), '<= 2')
    report('the nodes: cores', cores.join(', '))
    report('the nodes: MB', nodes.map(({ pid }) => residentMb(pid).toFixed(0)).join(', '))

    const burst = await Promise.all(Array.from({ length: STREAMS }, (_, n) => hear(n, {})))
    report(
      `first byte of ${STREAMS} begun in one instant`,
      medianAndP95(burst.flatMap((heard) => heard?.firstMs ?? [])),
    )
    report('errors', String(problems.length), '0')
    for (const problem of new Set(problems)) console.log(`  ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  } finally {
    await service.close()
  }
}
