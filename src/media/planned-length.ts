import type { AudioChunk, SpokenChunk } from '#shared/audio.ts'

/** A sound whose length is known from its first chunk on, as a wav header needs it. */
export type SizedChunk = AudioChunk & Pick<SpokenChunk, 'samplesToCome'>

/**
 * `change` makes the sound `factor` times as fast, and its length only roughly: it is padded with silence, or cut, to
 * the number of samples that follows from the length of `chunks`, where their first one with sound tells it. ffmpeg's
 * tempo gives 2 to 130 ms less than that (measured at 0.36 to 3.33), so that it is the silence that happens.
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
    // What is beyond the plan is still taken, so that the speech comes to its end.
    if (fitting.length > 0) yield { samples: fitting, samplesToCome: left }
  }
  if (left) yield { samples: new Float32Array(left), samplesToCome: 0 }
}
