import { listen } from './cluster-listen.ts'
import { busyness } from './cluster-machine.ts'
import { openService } from './cluster-service.ts'
import { startServer } from './server.ts'
import { median, medianAndP95, report } from './statistics.ts'
import { twelveWords } from './texts.ts'

const PAIRS = 80
const WARM_UP = 15

/** First byte of the same twelve words from one program, and through a node and a worker: in turn, so that both have the same machine. */
export async function benchFirst(): Promise<void> {
  const alone = await startServer()
  const service = await openService()
  try {
    await service.startWorker()
    const node = await service.startNode()
    const [ofOne, ofService, ratios]: [number[], number[], number[]] = [[], [], []]
    for (let n = 0; n < WARM_UP + PAIRS; n++) {
      const body = { text: twelveWords(n), voice: 'john' }
      const one = (await listen(alone.url, body)).firstMs
      const other = (await listen(node.url, body)).firstMs
      if (n < WARM_UP) continue
      ofOne.push(one)
      ofService.push(other)
      ratios.push(other / one)
    }
    report(`first byte of ${PAIRS} pairs (${busyness()})`, '')
    report('first byte, one program', medianAndP95(ofOne))
    report('first byte, node and worker', medianAndP95(ofService))
    report('ratio of the medians', (median(ofService) / median(ofOne)).toFixed(2), '<= 1.5')
    report('median of the ratios of the pairs', median(ratios).toFixed(2), '<= 1.5')
  } finally {
    await service.close()
    await alone.close()
  }
}
