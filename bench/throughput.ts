import { type BenchServer, startServer } from './server.ts'
import { median, report } from './statistics.ts'
import { prose } from './texts.ts'

const BYTES_PER_SECOND = 48_000

/** Real-time factor, whether time is linear in the text, and memory over five long texts in a row. */
export async function benchThroughput(): Promise<void> {
  const server = await startServer()
  try {
    await realTimeFactor(server)
    await linearity(server)
    await memory(server)
  } finally {
    await server.close()
  }
}

async function realTimeFactor(server: BenchServer): Promise<void> {
  for (const voice of ['john', 'lina', 'jude']) {
    const figures: number[] = []
    for (let n = 0; n < 5; n++) {
      const { totalMs, bytes } = await server.speak({
        text: prose(1_500 + n),
        voice,
        format: 'pcm_s16le',
      })
      figures.push(totalMs / 1_000 / (bytes / BYTES_PER_SECOND))
    }
    report(
      `real-time factor, text to pcm over HTTP, ${voice}`,
      median(figures).toFixed(4),
      '<= 0.05',
    )
  }
}

async function linearity(server: BenchServer): Promise<void> {
  const perCharacter: number[] = []
  for (const factor of [1, 4, 16]) {
    const text = prose(1_200 * factor)
    const figures: number[] = []
    for (let n = 0; n < 3; n++)
      figures.push((await server.speak({ text, voice: 'john', format: 'pcm_s16le' })).totalMs)
    perCharacter.push(median(figures) / text.length)
  }
  const [first = 1] = perCharacter
  const ratios = perCharacter.map((figure) => (figure / first).toFixed(2)).join(' : ')
  report('time per character at 1x, 4x, 16x (1200 characters)', ratios, 'flat')
}

async function memory(server: BenchServer): Promise<void> {
  const text = prose(20_000)
  const peaks: number[] = []
  for (let n = 0; n < 5; n++) {
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, server.residentMb())
    }, 200)
    await server.speak({ text, voice: 'lina', format: 'pcm_s16le' })
    clearInterval(watch)
    peaks.push(peak)
  }
  const value = peaks.map((peak) => peak.toFixed(0)).join(' ')
  report(
    'resident MB, host and speech worker, 20,000 characters five times',
    value,
    '<= 400, no growth',
  )
}
