import { expect, test } from 'vitest'
import type { PitchTarget, Sentence, Tone } from '#speech/utterance.ts'
import { withToneSteps } from './tone-steps.ts'

function sentence(tones: readonly (Tone | undefined)[], breakAfter = -1): Sentence {
  const words = tones.map((tone, index) => ({
    text: 'bá',
    language: 'yo' as const,
    syllables: [
      { stress: 0 as const, phones: [{ ipa: 'b' }, { ipa: 'a' }], ...(tone ? { tone } : {}) },
    ],
    breakAfter: index === breakAfter,
  }))
  return { words, end: 'statement', endsParagraph: false }
}
const stepped = (targets: readonly PitchTarget[], of: Sentence): readonly PitchTarget[] =>
  withToneSteps(targets, of, 1)
/** Two targets a syllable at the same height. */
const level = (heights: readonly number[]): readonly PitchTarget[] =>
  heights.flatMap((semitones, syllable) =>
    [0.4, 0.8].map((part) => ({ syllable, part, semitones })),
  )
const heights = (targets: readonly PitchTarget[]): number[] =>
  targets.filter(({ part }) => part === 0.4).map(({ semitones }) => semitones)

test('a melody whose steps are large enough stays as it is', () => {
  const targets = level([3, 0, -3, 0])
  expect(stepped(targets, sentence(['H', 'M', 'L', 'M']))).toEqual(targets)
})

test('a step that is missing or goes the wrong way is made, and the middle of the two stays', () => {
  const [high, low] = heights(stepped(level([0, 1]), sentence(['H', 'L']))) as number[]
  expect(high! - low!).toBeGreaterThanOrEqual(2.2)
  expect((high! + low!) / 2).toBeCloseTo(0.5, 6)
})

test('all steps of a long flat phrase come out, one level or two apart', () => {
  const tones = ['H', 'M', 'L', 'H', 'L', 'M', 'H', 'H', 'L', 'L', 'M'] as const
  const found = heights(stepped(level(tones.map(() => 0)), sentence(tones)))
  const value = { H: 2, M: 1, L: 0 }
  for (let i = 0; i + 1 < tones.length; i++) {
    const levels = value[tones[i + 1]!] - value[tones[i]!]
    if (levels === 0) continue
    const least = Math.abs(levels) === 2 ? 2.2 : 1.3
    expect(Math.sign(levels) * (found[i + 1]! - found[i]!)).toBeGreaterThan(least - 0.1)
  }
})

test('a contour tone meets its neighbours with its end and its beginning', () => {
  const found = heights(stepped(level([0, 0, 0]), sentence(['HL', 'H', 'LH'])))
  expect(found[1]! - found[0]!).toBeGreaterThan(2)
  expect(found[1]! - found[2]!).toBeGreaterThan(2)
})

test('syllables on both sides of a phrase break, and those without tones, are left alone', () => {
  const targets = level([0, 0, 0])
  expect(stepped(targets, sentence(['H', 'L', undefined], 0))).toEqual(targets)
})

test('a rise to a high and a fall to a low go no further than in native speech, in a voice with its range', () => {
  const wide = level([-4, 4, -4, 0])
  const tones = sentence(['M', 'H', 'L', 'M'])
  const found = heights(stepped(wide, tones))
  expect(found[1]! - found[0]!).toBeLessThan(2)
  expect(found[1]! - found[2]!).toBeLessThan(4.6)
  expect(found[3]! - found[2]!).toBeGreaterThan(1.2)
  const wider = heights(withToneSteps(wide, tones, 2))
  expect(wider[1]! - wider[0]!).toBeGreaterThan(found[1]! - found[0]! + 1)
})
