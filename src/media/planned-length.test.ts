import { expect, test } from 'vitest'
import type { AudioChunk } from '#shared/audio.ts'
import { fitPlannedLength, type SizedChunk } from './planned-length.ts'

async function* speech(told: boolean): AsyncGenerator<SizedChunk> {
  // The first says only that work goes on.
  yield { samples: new Float32Array() }
  for (let piece = 0; piece < 3; piece++)
    yield {
      samples: new Float32Array(100).fill(1),
      samplesToCome: told ? 200 - 100 * piece : undefined,
    }
}

/** Changes the length by `difference` samples more than it should. */
function changed(difference: number) {
  return async function* (chunks: AsyncIterable<AudioChunk>): AsyncGenerator<AudioChunk> {
    let length = 0
    for await (const { samples } of chunks) length += samples.length
    yield { samples: new Float32Array(100).fill(1) }
    yield { samples: new Float32Array(length / 2 - 100 + difference).fill(1) }
  }
}

test.each([-30, 0, 30])(
  'a sound that came out %i samples off is as long as was planned, and every piece tells what follows',
  async (difference) => {
    const sound = await Array.fromAsync(fitPlannedLength(speech(true), 2, changed(difference)))
    let length = 0
    for (const { samples, samplesToCome } of sound) {
      length += samples.length
      expect(samplesToCome).toBe(150 - length)
    }
    expect(length).toBe(150)
    const loud = sound.flatMap(({ samples }) => [...samples]).filter((sample) => sample !== 0)
    expect(loud).toHaveLength(150 + Math.min(0, difference))
  },
)

test('a sound of unknown length is left as it came out', async () => {
  const sound = await Array.fromAsync(fitPlannedLength(speech(false), 2, changed(30)))
  expect(sound.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(180)
})
