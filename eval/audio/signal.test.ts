import { expect, test } from 'vitest'
import { addNoise } from './add-noise.ts'
import { f0Track } from './f0.ts'
import { melCepstra } from './mel-cepstra.ts'
import { RATE } from './read-sound.ts'
import { speechFrames } from './speech-frames.ts'

/** A voice-like sound: a fundamental and its overtones. */
function hum(hz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, at) => {
    const phase = (2 * Math.PI * hz * at) / RATE
    return 0.2 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase))
  })
}

test.each([80, 123.4, 220, 400])(
  'the pitch of a hum at %f Hz is found within half a per cent',
  (hz) => {
    const track = f0Track(hum(hz, 0.5))
    expect(track.length).toBeGreaterThan(40)
    for (const found of track) expect(Math.abs(found / hz - 1)).toBeLessThan(0.005)
  },
)

test('silence and noise have no pitch', () => {
  expect(f0Track(new Float32Array(RATE)).every((hz) => hz === 0)).toBe(true)
  const noise = addNoise(hum(100, 1), 'pink', -60)
  expect(f0Track(noise).filter((hz) => hz > 0).length).toBeLessThan(10)
})

test('mel-cepstra do not change with the level, and pauses have none', () => {
  const sound = addNoise(hum(150, 1), 'pink', 30)
  const loud = melCepstra(sound)
  const quiet = melCepstra(sound.map((sample) => sample / 4))
  expect(quiet.length).toBe(loud.length)
  for (const [at, value] of (loud[20] ?? []).entries())
    expect(quiet[20]?.[at]).toBeCloseTo(value, 2)
  const withPause = new Float32Array(2 * RATE)
  withPause.set(sound)
  expect(Math.abs(melCepstra(withPause).length - loud.length)).toBeLessThan(4)
})

test('a pause counts in the length of speech and not in its speech alone', () => {
  const sound = new Float32Array(3 * RATE)
  sound.set(hum(150, 1))
  sound.set(hum(150, 1), 2 * RATE)
  const { seconds, speechSeconds, f0 } = speechFrames(sound)
  expect(seconds).toBeCloseTo(3, 1)
  expect(speechSeconds).toBeCloseTo(2, 1)
  expect(f0.filter((hz) => Math.abs(hz - 150) < 2).length / f0.length).toBeGreaterThan(0.9)
})

test('noise lies as far below the speech as it is asked to', () => {
  const speech = hum(150, 2)
  const power = (samples: Float32Array): number =>
    samples.reduce((sum, sample) => sum + sample * sample, 0)
  for (const kind of ['pink', 'babble'] as const) {
    const noisy = addNoise(speech, kind, 10, [hum(90, 1), hum(210, 0.7)])
    const noise = noisy.map((sample, at) => sample - (speech[at] ?? 0))
    expect(10 * Math.log10(power(speech) / power(noise))).toBeCloseTo(10, 3)
  }
})
