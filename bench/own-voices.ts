import { BENCH_KEY, type BenchServer, startServer } from './server.ts'
import { median, report } from './statistics.ts'
import { prose } from './texts.ts'

const BYTES_PER_SECOND = 48_000
const RUNS = 7
/** About ten seconds when it is read. */
const READ =
  'The old man walked slowly down to the river and sat on a stone by the water. Nobody knew why he had come back after so many years.'

/** How long a voice of one's own takes to be made over HTTP, and whether it speaks as fast as a system voice. */
export async function benchOwnVoices(): Promise<void> {
  const server = await startServer()
  try {
    const { recording, seconds } = await readAloud(server)
    const ids: string[] = []
    const made: number[] = []
    for (let n = 0; n < RUNS; n++) {
      const from = performance.now()
      ids.push(await make(server, recording))
      made.push(performance.now() - from)
    }
    const about = `from upload to a voice, ${seconds.toFixed(1)} s of recording`
    report(about, `${median(made).toFixed(0)} ms`, '<= 3000 ms for 10 s')
    await compare(server, ids[0] ?? '')
  } finally {
    await server.close()
  }
}

async function readAloud(
  server: BenchServer,
): Promise<{ readonly recording: Blob; readonly seconds: number }> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const order = { text: READ, voice: 'lucy', format: 'wav' }
  const { bytes } = await server.speak(order, (piece) => pieces.push(Uint8Array.from(piece)))
  return { recording: new Blob(pieces), seconds: bytes / BYTES_PER_SECOND }
}

async function make(server: BenchServer, recording: Blob): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ transcript: READ, name: 'Mine', consent: 'true' }))
    form.append(name, value)
  form.append('audio', recording, 'recording.wav')
  const answer = await fetch(`${server.url}/v1/voices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BENCH_KEY}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return String(Object(await answer.json()).voice_id)
}

/** In turns, so that a busy machine slows both. */
async function compare(server: BenchServer, own: string): Promise<void> {
  const first: number[] = []
  const ratios: number[] = []
  const factor = async (text: string, voice: string): Promise<number> => {
    const { totalMs, bytes } = await server.speak({ text, voice, format: 'pcm_s16le' })
    return totalMs / 1_000 / (bytes / BYTES_PER_SECOND)
  }
  for (let n = 0; n < RUNS; n++) {
    const text = prose(1_500 + n)
    ratios.push((await factor(text, own)) / (await factor(text, 'lucy')))
    first.push((await server.speak({ text, voice: own, format: 'pcm_s16le' })).firstMs)
  }
  report('a voice of one’s own, first byte', `${median(first).toFixed(0)} ms`, '<= 80 ms')
  report('its real-time factor against a system voice', median(ratios).toFixed(2), 'about 1')
}
