import { expect, test } from 'vitest'
import { pitchMovement, timingOf } from './prosody-figures.ts'

test('a silence of a tenth of a second between syllables is a pause', () => {
  const syllables = [
    { start: 0.1, end: 0.3 },
    { start: 0.32, end: 0.5 },
    { start: 0.7, end: 1.1 },
  ]
  expect(timingOf(syllables)).toEqual({
    ...{ syllables: 3, pauses: 1, seconds: 1 },
    spokenSeconds: expect.closeTo(0.8, 9),
  })
  expect(timingOf([])).toBeUndefined()
})

test('pitch that alternates by four semitones deviates by two, and ranges over four', () => {
  const f0 = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 100 : 100 * 2 ** (4 / 12)))
  const movement = pitchMovement([...f0, 0, 0, 420])
  expect(movement?.deviation).toBeCloseTo(2, 6)
  expect(movement?.range).toBeCloseTo(4, 6)
  expect(pitchMovement([0, 0, 120])).toBeUndefined()
})
