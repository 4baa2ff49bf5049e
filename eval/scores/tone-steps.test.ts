import { expect, test } from 'vitest'
import { toneSteps } from './tone-steps.ts'

/** Three syllables of 0.2 s, and their pitch in Hz. */
function steps(tones: string, pitches: readonly number[], gap = 0) {
  const syllables = [...tones].map((tone, at) => ({
    ...{ tone, start: at * (0.2 + gap), end: at * (0.2 + gap) + 0.2 },
  }))
  const f0 = Array.from({ length: 200 }, (_, frame) => {
    const at = syllables.findIndex(({ start, end }) => frame / 100 >= start && frame / 100 < end)
    return pitches[at] ?? 0
  })
  return toneSteps(syllables, f0)
}

test('a fall of an octave from high to low is a step of 12 semitones the right way', () => {
  expect(steps('HL', [200, 100])).toMatchObject({ steps: 1, right: 1, syllables: 2, unvoiced: 0 })
  expect(steps('HL', [200, 100]).semitones).toBeCloseTo(12, 10)
})

test('a rise where the tone falls counts against', () => {
  expect(steps('HLH', [100, 200, 400])).toMatchObject({ steps: 2, right: 1 })
  expect(steps('HLH', [100, 200, 400]).semitones).toBeCloseTo(0, 10)
})

test('the same tone, a pause and a syllable without pitch are no steps', () => {
  expect(steps('HH', [200, 100]).steps).toBe(0)
  expect(steps('HL', [200, 100], 0.4).steps).toBe(0)
  expect(steps('HL', [200, 0])).toMatchObject({ steps: 0, unvoiced: 1 })
})
