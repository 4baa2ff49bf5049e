import { type BenchServer, startServer } from './server.ts'
import { medianAndP95, report } from './statistics.ts'
import { prose, twelveWords } from './texts.ts'

const RUNS = 60

/** First byte of sound for twelve words, and how quickly the server answers while three texts are being spoken. */
export async function benchLatency(): Promise<void> {
  const server = await startServer()
  try {
    for (let n = 0; n < 15; n++)
      await server.speak({ text: twelveWords(900 + n), voice: 'john', format: 'mp3' })
    await firstByte(server, 'pcm_s16le', 'median <= 80 ms, p95 <= 150 ms')
    await firstByte(server, 'wav', '')
    await firstByte(server, 'mp3', 'median <= 150 ms')
    for (const format of ['ogg_opus', 'webm_opus', 'flac', 'mulaw', 'm3u8'])
      await firstByte(server, format, '', 20)
    await healthUnderLoad(server)
  } finally {
    await server.close()
  }
}

async function firstByte(
  server: BenchServer,
  format: string,
  target: string,
  runs = RUNS,
): Promise<void> {
  const voices = ['john', 'lina', 'jude']
  const figures: number[] = []
  for (let n = 0; n < runs; n++) {
    const voice = voices[n % voices.length]
    figures.push((await server.speak({ text: twelveWords(n), voice, format })).firstMs)
  }
  report(`first byte, 12 words, ${format}`, medianAndP95(figures), target)
}

async function healthUnderLoad(server: BenchServer): Promise<void> {
  const text = prose(15_000)
  let speaking = true
  const streams = Promise.all(
    ['pcm_s16le', 'mp3', 'ogg_opus'].map((format) => server.speak({ text, voice: 'lucy', format })),
  ).finally(() => {
    speaking = false
  })
  const figures: number[] = []
  while (speaking && figures.length < 2_000) {
    const startedAt = performance.now()
    await (await fetch(`${server.url}/health`)).arrayBuffer()
    figures.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await streams
  const value = medianAndP95(figures, 1)
  report(`GET /health during three streams (${figures.length} calls)`, value, 'p95 <= 10 ms')
}
