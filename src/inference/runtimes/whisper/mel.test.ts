import { expect, test } from 'vitest'
import { logMel, MEL_FRAMES } from './mel.ts'

/** The band that is loudest in a frame. */
function loudest(mel: Float32Array, bands: number, frame: number): number {
  const column = Array.from({ length: bands }, (_, band) => mel[band * MEL_FRAMES + frame] ?? 0)
  return column.indexOf(Math.max(...column))
}

test('silence is the same everywhere', () => {
  const mel = logMel(new Float32Array(16_000), 80)
  expect(mel).toHaveLength(80 * 3_000)
  // log10 of 1e-10 is -10, plus 4, divided by 4.
  expect(new Set(mel)).toEqual(new Set([-1.5]))
})

test('a tone stands in the band of its frequency for as long as it sounds', () => {
  const tone = Float32Array.from({ length: 16_000 }, (_, n) =>
    Math.sin((2 * Math.PI * 1_000 * n) / 16_000),
  )
  const mel = logMel(tone, 80)
  // Slaney's scale has 15 mels at 1 kHz and 45.2 at 8 kHz: 81 steps make it the 26th band.
  expect(loudest(mel, 80, 50)).toBe(26)
  expect(mel[26 * MEL_FRAMES + 50]).toBeGreaterThan(1)
  expect(mel[26 * MEL_FRAMES + 200]).toBeLessThan(0)
  expect(logMel(tone, 128)).toHaveLength(128 * 3_000)
})
