import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Heard, type Listening, listen } from './cluster-listen.ts'
import { busyness, processorMs, residentMb } from './cluster-machine.ts'
import { recordingFor } from './cluster-recording.ts'
import { MANY_STREAMS, openService } from './cluster-service.ts'
import { median, medianAndP95, quantile, report } from './statistics.ts'
import { prose } from './texts.ts'

const STREAMS = Number(process.env['GRIOT_BENCH_STREAMS'] ?? 500)
/** Share of their time that the workers are at work while all listen, so that a text finds a free one: what docs/scale.md counts with. */
const UTILISATION = 0.6
/** So that the two cores are left to what is measured. */
const WORKERS_IN_PROCESS = 12
/** Within which the listeners come. */
const COME_MS = 20_000
/** For which each of them keeps listening, one text after the other. */
const STAY_MS = 30_000
const ALONE = 40

/**
 * One listener alone, then 500 at once who hear their texts in real time, each with the next text as soon as its last one has ended; last, 500 who
 * all begin in one instant.
 */
export async function benchStreams(): Promise<void> {
  const service = await openService()
  try {
    const node = await service.startNode(MANY_STREAMS)
    const { path, voice, factor } = await recordingFor(service.folder)
    const enough = Math.ceil((STREAMS * factor) / UTILISATION)
    const workers = Number(process.env['GRIOT_BENCH_WORKERS'] ?? enough)
    report('paced workers', String(workers))
    await service.startPacedWorkers(workers, path, { inProcess: WORKERS_IN_PROCESS })
    await service.seen()
    const problems: string[] = []
    const hear = async (n: number, how: Listening): Promise<Heard | undefined> =>
      listen(node.url, { text: prose(400 + (n % 200)), voice }, how).catch((error) => {
        problems.push(String(error))
        return undefined
      })
    const alone: number[] = []
    for (let n = 0; n < ALONE; n++) alone.push((await hear(n, {}))?.firstMs ?? Number.NaN)
    report(`first byte of one stream (${busyness()})`, medianAndP95(alone))

    const connections: number[] = []
    const [first, last]: [number[], number[]] = [[], []]
    let [now, highest] = [0, 0]
    const until = performance.now() + COME_MS + STAY_MS
    const before = { ms: processorMs(node.pid), at: performance.now() }
    const stay = async (listener: number): Promise<void> => {
      await wait((listener * COME_MS) / STREAMS)
      // A proxy in front of a node, or a program that has asked for the voices, has its connection.
      connections.push(await connect(node.url))
      highest = Math.max(highest, ++now)
      for (let n = listener; performance.now() < until; n++) {
        const figures = now === STREAMS ? last : first
        const heard = await hear(n, { inRealTime: true })
        if (heard) figures.push(heard.firstMs)
      }
      now--
    }
    await Promise.all(Array.from({ length: STREAMS }, (_, n) => stay(n)))
    const cores = (processorMs(node.pid) - before.ms) / (performance.now() - before.at)
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
    report('the node: cores, MB', `${cores.toFixed(2)}, ${residentMb(node.pid).toFixed(0)}`)

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
