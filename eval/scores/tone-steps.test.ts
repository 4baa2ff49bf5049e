import { expect, test } from 'vitest'
import { toneSteps, toneStepsByKind } from './tone-steps.ts'

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

test('a fall of a fifth from high to low is a step of about 7 semitones the right way', () => {
  expect(steps('HL', [150, 100])).toMatchObject({ steps: 1, right: 1, syllables: 2, unvoiced: 0 })
  expect(steps('HL', [150, 100]).semitones).toBeCloseTo(7.02, 2)
})

test('a rise where the tone falls counts against', () => {
  expect(steps('HLH', [100, 120, 144])).toMatchObject({ steps: 2, right: 1 })
  expect(steps('HLH', [100, 120, 144]).semitones).toBeCloseTo(0, 10)
})

test('the same tone, a pause and a syllable without pitch are no steps', () => {
  expect(steps('HH', [150, 100]).steps).toBe(0)
  expect(steps('HL', [150, 100], 0.4).steps).toBe(0)
  expect(steps('HL', [200, 0])).toMatchObject({ steps: 0, unvoiced: 1 })
})

test('a syllable in which the tracker found the octave above is no step', () => {
  const f0 = [...Array(20).fill(150), ...Array(20).fill(340), ...Array(20).fill(140)]
  const syllables = ['M', 'H', 'M'].map((tone, at) => ({
    ...{ tone, start: at * 0.2, end: at * 0.2 + 0.2 },
  }))
  expect(toneSteps(syllables, f0)).toMatchObject({ steps: 0, unvoiced: 1 })
  expect([...toneStepsByKind(syllables, f0)]).toEqual([])
  const heard = f0.map((hz) => (hz === 340 ? 170 : hz))
  expect(toneStepsByKind(syllables, heard).get('M→H')).toEqual([expect.closeTo(2.17, 2)])
})
