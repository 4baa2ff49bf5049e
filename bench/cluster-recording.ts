import { join } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import {
  atFactor,
  lengthOf,
  realTimeFactor,
  record,
  timeOf,
  writeRecording,
} from './paced-recording.ts'
import { report } from './statistics.ts'

const VOICE = 'lina'

/**
 * Writes what paced workers give into a folder, and reports it. `sentence`: left out, one of twelve words. `GRIOT_BENCH_PACE` is another real-time
 * factor than that of the engine.
 */
export async function recordingFor(
  folder: string,
  sentence?: string,
): Promise<{ readonly path: string; readonly factor: number; readonly voice: string }> {
  const path = join(folder, 'recording')
  const real = await record(VOICE, sentence)
  const factor = Number(process.env['GRIOT_BENCH_PACE'] ?? realTimeFactor(real))
  const recording = atFactor(real, factor)
  writeRecording(path, recording)
  const [first] = recording.chunks
  const sound = `${(lengthOf(recording) / SAMPLE_RATE).toFixed(1)} s in ${timeOf(recording).toFixed(0)} ms`
  report('a paced sentence', sound)
  report('of which to its first piece', `${first?.milliseconds.toFixed(0)} ms`)
  const factors = `${factor.toFixed(3)} (${realTimeFactor(real).toFixed(3)})`
  report('its real-time factor (and that of the engine)', factors)
  return { path, factor, voice: VOICE }
}
