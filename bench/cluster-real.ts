import { percent } from '../eval/scores/percent.ts'
import { throughputOf } from './cluster-listen.ts'
import { busyness } from './cluster-machine.ts'
import { openService } from './cluster-service.ts'
import { median, report } from './statistics.ts'
import { prose } from './texts.ts'

const ROUNDS = Number(process.env['GRIOT_BENCH_ROUNDS'] ?? 8)
const SECONDS = 6
const LISTENERS_OF_WORKER = 4

/** Seconds of sound in a second with one and with two real workers, of one core each, in turn. */
export async function benchReal(): Promise<void> {
  const service = await openService()
  try {
    const node = await service.startNode()
    for (const voice of ['john', 'lina']) {
      const figures: Record<1 | 2, number[]> = { 1: [], 2: [] }
      const ratios: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        for (const workers of [1, 2] as const) {
          await service.keepWorkers(workers - 1)
          await service.startWorker()
          await service.seen()
          const body = (n: number) => ({ text: prose(400 + (n % 200)), voice })
          const listeners = workers * LISTENERS_OF_WORKER
          figures[workers].push(await throughputOf([node.url], listeners, SECONDS, body))
        }
        ratios.push((figures[2].at(-1) ?? 0) / (figures[1].at(-1) ?? 1))
      }
      await service.keepWorkers(0)
      report(`${voice}: ${ROUNDS} rounds (${busyness()})`, '')
      report(`${voice}: one worker`, `${median(figures[1]).toFixed(1)} s a second`)
      report(`${voice}: two workers`, `${median(figures[2]).toFixed(1)} s a second`)
      report(
        `${voice}: part of linear, by medians`,
        percent(median(figures[2]), 2 * median(figures[1]), 0),
        '>= 90 %',
      )
      report(
        `${voice}: part of linear, median of the rounds`,
        percent(median(ratios), 2, 0),
        '>= 90 %',
      )
    }
  } finally {
    await service.close()
  }
}
