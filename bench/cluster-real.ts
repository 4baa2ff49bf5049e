import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { percent } from '../eval/scores/percent.ts'
import { throughputOf } from './cluster-listen.ts'
import { busyness } from './cluster-machine.ts'
import { openService } from './cluster-service.ts'
import { median, report } from './statistics.ts'
import { prose } from './texts.ts'

const ROUNDS = Number(process.env['GRIOT_BENCH_ROUNDS'] ?? 8)
const SECONDS = 6
const WARM_UP_MS = 2_000
const LISTENERS_OF_WORKER = 4
const BARE_ENGINE = join(import.meta.dirname, 'bare-engine.ts')

/**
 * Seconds of sound in a second with one and with two real workers, of one core each, in turn; and with one and two engines by themselves. Two
 * cores of a machine that share caches, memory or the units of one processor are not twice as quick as one, so that the engines show how much
 * two workers can reach here at all.
 */
export async function benchReal(): Promise<void> {
  const service = await openService()
  try {
    const node = await service.startNode()
    for (const voice of ['john', 'lina']) {
      const [workers, engines] = [new Scaling(), new Scaling()]
      for (let round = 0; round < ROUNDS; round++) {
        for (const count of [1, 2] as const) {
          await service.keepWorkers(count - 1)
          engines.add(count, await soundOfEngines(count, voice))
          await service.startWorker()
          await service.seen()
          const body = (n: number) => ({ text: prose(400 + (n % 200)), voice })
          const listeners = count * LISTENERS_OF_WORKER
          workers.add(count, await throughputOf([node.url], listeners, SECONDS, body))
        }
      }
      await service.keepWorkers(0)
      report(`${voice}: ${ROUNDS} rounds (${busyness()})`, '')
      engines.report(`${voice}: engines by themselves`)
      workers.report(`${voice}: workers of a service`, '>= 90 %')
      report(
        `${voice}: workers, of what the engines reach by themselves`,
        percent(workers.ofLinear, engines.ofLinear, 0),
      )
    }
  } finally {
    await service.close()
  }
}

/** How much more two do than one. */
class Scaling {
  readonly #figures: Readonly<Record<1 | 2, number[]>> = { 1: [], 2: [] }

  add(count: 1 | 2, secondsOfSound: number): void {
    this.#figures[count].push(secondsOfSound)
  }

  /** Median of the rounds: one and two of a round have the same machine. 1: twice as much. */
  get ofLinear(): number {
    return median(this.#figures[2].map((two, round) => two / 2 / (this.#figures[1][round] ?? 1)))
  }

  report(name: string, target = ''): void {
    const [one, two] = [median(this.#figures[1]), median(this.#figures[2])]
    report(`${name}: one, two`, `${one.toFixed(1)}, ${two.toFixed(1)} s a second`)
    report(`${name}: part of linear, by medians`, percent(two, 2 * one, 0), target)
    report(`${name}: part of linear, median of the rounds`, percent(this.ofLinear, 1, 0), target)
  }
}

/** Seconds of sound in a second of `count` engines at the same time, each a process of its own. */
async function soundOfEngines(count: number, voice: string): Promise<number> {
  const engines = Array.from({ length: count }, () => fork(BARE_ENGINE, [voice]))
  try {
    await Promise.all(engines.map((engine) => once(engine, 'message')))
    const ask = async (milliseconds: number): Promise<number> => {
      const answers = engines.map((engine) => once(engine, 'message'))
      for (const engine of engines) engine.send(milliseconds)
      const heard = await Promise.all(answers)
      return heard.reduce((sum, [seconds]) => sum + Number(seconds), 0)
    }
    await ask(WARM_UP_MS)
    return (await ask(SECONDS * 1_000)) / SECONDS
  } finally {
    for (const engine of engines) engine.kill()
  }
}
