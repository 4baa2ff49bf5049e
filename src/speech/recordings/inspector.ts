import { SAMPLE_RATE } from '#shared/audio.ts'
import type { RecordingCheck } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { cleanNoise } from '#speech/dsp/clean-noise.ts'
import { analyse } from './analyse.ts'
import { judgeLength, judgeRecording } from './check-recording.ts'

/**
 * Checks and cleans recordings before voices are made of them, in this process or in another one. `samples`: mono at
 * `SAMPLE_RATE`.
 */
export interface Inspector {
  /** Every check, in the order of RECORDING_CHECKS. */
  inspect(samples: Float32Array, signal: AbortSignal): Promise<readonly RecordingCheck[]>
  /** Removes the noise around the speech; the length stays the same. */
  clean(samples: Float32Array, signal: AbortSignal): Promise<Float32Array>
}

/** Length in seconds that is measured: a longer recording is refused, a shorter one is padded with silence. */
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
