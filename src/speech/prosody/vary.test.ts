import { expect, test } from 'vitest'
import type { PitchTarget, Sentence, Tone } from '#speech/utterance.ts'
import { planProsody } from './plan.ts'
import { varied } from './vary.ts'

const style = {
  rate: 1,
  rangeSemitones: 6,
  ownMelody: new Set<'en'>(),
  ownTiming: new Set<'en'>(),
}
const sentence = (tones: readonly Tone[], text = 'bá'): Sentence => ({
  words: tones.map((tone) => ({
    text,
    language: 'yo' as const,
    syllables: [{ stress: 0 as const, tone, phones: [{ ipa: 'b' }, { ipa: 'a' }] }],
    breakAfter: false,
  })),
  end: 'statement',
  endsParagraph: false,
})
const TONES: readonly Tone[] = ['H', 'L', 'M', 'H', 'H', 'L', 'M', 'L']
const said = sentence(TONES)
const plan = planProsody(said, style, 1, true)

test('the same seed gives the same plan, another one another plan, and every phone stays', () => {
  expect(varied(plan, said, 7)).toEqual(varied(plan, said, 7))
  expect(varied(plan, said, 8)).not.toEqual(varied(plan, said, 7))
  expect(varied(plan, said, 7).durations).toHaveLength(plan.durations?.length ?? -1)
  const other = sentence(TONES, 'bà')
  expect(varied(plan, other, 7)).not.toEqual(varied(plan, said, 7))
})

/** The direction of every step between tones, as the plan without a seed has it: up, down, or neither. */
function stepsOf(targets: readonly PitchTarget[]): number[] {
  const heights = targets.filter(({ part }) => part < 0.5).map(({ semitones }) => semitones)
  return heights.slice(1).flatMap((height, index) => {
    const isLevel = TONES[index] === TONES[index + 1]
    return isLevel ? [] : [Math.sign(height - (heights[index] ?? 0))]
  })
}

test('changes are small, and tones step as they did', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { durations = [], targets = [], stretches } = varied(plan, said, seed)
    for (const [index, seconds] of durations.entries())
      expect(Math.abs(Math.log(seconds / (plan.durations?.[index] ?? 0)))).toBeLessThan(0.12)
    for (const stretch of stretches) expect(Math.abs(Math.log(stretch))).toBeLessThan(0.12)
    expect(stepsOf(targets)).toEqual(stepsOf(plan.targets ?? []))
  }
})

test('a pause that the text asks for is as long as it says', () => {
  const [first, ...rest] = said.words
  const paused = { ...said, words: [{ ...first!, pauseAfterSeconds: 2 }, ...rest] }
  const planned = planProsody(paused, style, 1, true)
  expect(varied(planned, paused, 3).pauses[0]).toBe(planned.pauses[0])
})
