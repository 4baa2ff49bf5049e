import { join } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { throughputOf } from './cluster-listen.ts'
import { busyness } from './cluster-machine.ts'
import { openService, type Service } from './cluster-service.ts'
import {
  atFactor,
  lengthOf,
  realTimeFactor,
  record,
  timeOf,
  writeRecording,
} from './paced-recording.ts'
import { report } from './statistics.ts'
import { prose } from './texts.ts'

const WORKERS = [1, 2, 4, 8, 16]
const SECONDS = 10
const LISTENERS_OF_WORKER = 4
const VOICE = 'lina'

/** Records what the paced workers give, in the folder of the service. `GRIOT_BENCH_PACE` is another real-time factor than that of the engine. */
export async function recordingFor(
  service: Service,
): Promise<{ readonly path: string; readonly factor: number; readonly voice: string }> {
  const path = join(service.folder, 'recording')
  const real = await record(VOICE)
  const factor = Number(process.env['GRIOT_BENCH_PACE'] ?? realTimeFactor(real))
  const recording = atFactor(real, factor)
  writeRecording(path, recording)
  const [first] = recording.chunks
  const words = `${(lengthOf(recording) / SAMPLE_RATE).toFixed(1)} s of sound in ${timeOf(recording).toFixed(0)} ms, ${first?.milliseconds.toFixed(0)} to the first of ${recording.chunks.length} pieces`
  report('a paced sentence', '', words)
  report(
    'its real-time factor (of the engine itself)',
    `${factor.toFixed(3)} (${realTimeFactor(real).toFixed(3)})`,
  )
  return { path, factor, voice: VOICE }
}

/** Seconds of sound in a second with one to sixteen paced workers, each a process. */
export async function benchPaced(): Promise<void> {
  const service = await openService()
  try {
    const nodes = [await service.startNode(LIMITS), await service.startNode(LIMITS)]
    const urls = nodes.map(({ url }) => url)
    const { path, factor, voice } = await recordingFor(service)
    let started = 0
    let one = 0
    for (const workers of WORKERS) {
      for (; started < workers; started++) await service.startPacedWorker(path)
      const body = (n: number) => ({ text: prose(1_200 + (n % 7)), voice })
      const listeners = workers * LISTENERS_OF_WORKER
      const speed = await throughputOf(urls, listeners, SECONDS, body)
      one ||= speed
      const [linear, engines] = [speed / workers / one, (speed / workers) * factor]
      const words = `${percent(linear)} of linear, ${percent(engines)} of what the engines can; ${busyness()}`
      report(`${workers} paced workers`, `${speed.toFixed(0)} s a second`, words)
    }
  } finally {
    await service.close()
  }
}

export const LIMITS = [
  '--streams',
  '1000',
  '--streams-per-account',
  '1000',
  '--streams-per-token',
  '1000',
]

const percent = (part: number): string => `${(100 * part).toFixed(0)} %`
