import { SAMPLE_RATE } from '#shared/audio.ts'
import type { RecordingCheck } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { cleanNoise } from '#speech/dsp/clean-noise.ts'
import { analyse } from './analyse.ts'
import { judgeLength, judgeRecording } from './check-recording.ts'

/** Works on recordings before a voice is made of them. In this process or in another one. `samples`: mono at `SAMPLE_RATE`. */
export interface Inspector {
  /** Every check, in the order of RECORDING_CHECKS. */
  inspect(samples: Float32Array, signal: AbortSignal): Promise<readonly RecordingCheck[]>
  /** The same without the noise around its speech, as long as before. */
  clean(samples: Float32Array, signal: AbortSignal): Promise<Float32Array>
}

/** What is measured of a recording, in seconds: a longer one is refused, a shorter one is filled up with silence. */
const MEASURED_SECONDS = { min: 0.2, max: CUSTOM_VOICE_LIMITS.seconds.max + 1 } as const

/** The inspector of this process. */
export const INSPECTOR: Inspector = { inspect, clean: cleanNoise }

async function inspect(
  samples: Float32Array,
  signal: AbortSignal,
): Promise<readonly RecordingCheck[]> {
  const [least, most] = [MEASURED_SECONDS.min * SAMPLE_RATE, MEASURED_SECONDS.max * SAMPLE_RATE]
  const measured = new Float32Array(Math.min(most, Math.max(least, samples.length)))
  measured.set(samples.subarray(0, most))
  const checks = judgeRecording(await analyse(measured, signal))
  return [judgeLength(samples.length / SAMPLE_RATE), ...checks]
}
