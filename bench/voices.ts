import { LANGUAGES } from '#shared/languages/languages.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import { startServer } from './server.ts'
import { median, medianAndP95, report } from './statistics.ts'

const BYTES_PER_SECOND = 48_000
const RUNS = 5

/** First byte and real-time factor of every voice in its own language, and the slowest of them. */
export async function benchVoices(): Promise<void> {
  const server = await startServer()
  const slowest: number[] = []
  try {
    for (const { code, name } of LANGUAGES) {
      const first: number[] = []
      const factors: number[] = []
      for (const voice of systemVoices().filter(({ language }) => language === code)) {
        const speak = (text: string) =>
          server.speak({ text, voice: voice.id, language: code, format: 'pcm_s16le' })
        await speak(voice.sample)
        for (let n = 0; n < RUNS; n++) {
          first.push((await speak(voice.sample)).firstMs)
          const { totalMs, bytes } = await speak(`${voice.sample} `.repeat(10))
          factors.push(totalMs / 1_000 / (bytes / BYTES_PER_SECOND))
        }
        slowest.push(median(factors.slice(-RUNS)))
      }
      report(
        `first byte, a greeting in ${name}, all its voices`,
        medianAndP95(first),
        'median <= 80 ms',
      )
      report(`real-time factor, ${name}, all its voices`, median(factors).toFixed(4), '<= 0.05')
    }
    report('real-time factor, the slowest of 28 voices', Math.max(...slowest).toFixed(4), '<= 0.05')
  } finally {
    await server.close()
  }
}
