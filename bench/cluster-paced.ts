import { percent } from '../eval/scores/percent.ts'
import { throughputOf } from './cluster-listen.ts'
import { busyness } from './cluster-machine.ts'
import { recordingFor } from './cluster-recording.ts'
import { MANY_STREAMS, openService } from './cluster-service.ts'
import { report } from './statistics.ts'
import { prose } from './texts.ts'

const WORKERS = [1, 2, 4, 8, 16]
const SECONDS = 10
const LISTENERS_OF_WORKER = 4

/** Seconds of sound in a second with one to sixteen paced workers, each a process. */
export async function benchPaced(): Promise<void> {
  const service = await openService()
  try {
    const nodes = [await service.startNode(MANY_STREAMS), await service.startNode(MANY_STREAMS)]
    const urls = nodes.map(({ url }) => url)
    const { path, factor, voice } = await recordingFor(service.folder)
    let started = 0
    let one = 0
    for (const workers of WORKERS) {
      await service.startPacedWorkers(workers - started, path)
      started = workers
      await service.seen()
      const body = (n: number) => ({ text: prose(400 + (n % 200)), voice })
      const listeners = workers * LISTENERS_OF_WORKER
      const speed = await throughputOf(urls, listeners, SECONDS, body)
      one ||= speed
      const [linear, engines] = [
        percent(speed, workers * one, 0),
        percent(speed * factor, workers, 0),
      ]
      const words = `${linear} of linear, ${engines} of what the engines can; ${busyness()}`
      report(`${workers} paced workers`, `${speed.toFixed(0)} s a second`, words)
    }
  } finally {
    await service.close()
  }
}
