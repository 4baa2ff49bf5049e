import { SAMPLE_RATE } from '#shared/audio.ts'
import { createResampler, type Sharpness } from '#speech/dsp/resample.ts'
import type { SizedChunk } from './planned-length.ts'

/** Flat to 3.5 kHz and 80 dB down at 4 kHz, where the sound of a telephone ends: nothing above is folded into it. */
const TELEPHONE: Sharpness = { halfWidth: 48, passBand: 0.93 }

/** Resamples 24 kHz sound to a lower sample rate, in Hz. Where the first chunk with sound tells the length, these do too. */
export async function* changeRate(
  chunks: AsyncIterable<SizedChunk>,
  rate: number,
): AsyncGenerator<SizedChunk> {
  const resampler = createResampler(SAMPLE_RATE, rate, TELEPHONE)
  let left: number | undefined
  let isKnown = false
  const planned = (samples: Float32Array): SizedChunk => {
    if (left !== undefined) left -= samples.length
    return left === undefined ? { samples } : { samples, samplesToCome: left }
  }
  for await (const { samples, samplesToCome } of chunks) {
    if (!isKnown && samples.length > 0) {
      isKnown = true
      if (samplesToCome !== undefined)
        left = Math.ceil(((samples.length + samplesToCome) * rate) / SAMPLE_RATE)
    }
    yield planned(resampler.push(samples))
  }
  yield planned(resampler.end())
}
