import type { AudioChunk, SpokenChunk } from '#shared/audio.ts'

/** A chunk that may tell how many samples follow it, as a wav header needs it. */
export type SizedChunk = AudioChunk & Pick<SpokenChunk, 'samplesToCome'>

/**
 * Pads with silence, or cuts, the result of `change`, which makes a sound `factor` times as fast but its length only
 * roughly, to the number of samples that follows from the length of `chunks`, where their first one with
 * sound tells it. ffmpeg's tempo gives 2 to 130 ms less (measured at 0.36 to 3.33), so it is padded.
 */
export async function* fitPlannedLength(
  chunks: AsyncIterable<SizedChunk>,
  factor: number,
  change: (chunks: AsyncIterable<AudioChunk>) => AsyncIterable<AudioChunk>,
): AsyncGenerator<SizedChunk> {
  let left: number | undefined
  let isKnown = false
  const measured = async function* (): AsyncGenerator<AudioChunk> {
    for await (const chunk of chunks) {
      if (!isKnown && chunk.samples.length > 0) {
        isKnown = true
        const { samplesToCome } = chunk
        if (samplesToCome !== undefined)
          left = Math.round((chunk.samples.length + samplesToCome) / factor)
      }
      yield chunk
    }
  }
  for await (const { samples } of change(measured())) {
    const fitting = left === undefined ? samples : samples.subarray(0, left)
    if (left !== undefined) left -= fitting.length
    // Samples beyond the plan are still read, so that the speech comes to its end.
    if (fitting.length > 0) yield { samples: fitting, samplesToCome: left }
  }
  if (left) yield { samples: new Float32Array(left), samplesToCome: 0 }
}
