import { expect, test } from 'vitest'
import { patternOf } from './avatar-pattern.ts'

const VOICES = ['john', 'lucy', 'lina', 'jude', 'henry', 'kani', 'kingsley', 'remi']

test('a voice always has the same pattern', () => {
  expect(patternOf('sade')).toEqual(patternOf('sade'))
})

test('the eight English voices have different patterns', () => {
  const cloths = VOICES.map((voice) => JSON.stringify(patternOf(voice)))
  expect(new Set(cloths).size).toBe(VOICES.length)
})

test('the two motifs of a pattern differ', () => {
  for (const voice of VOICES) {
    const { motif, secondMotif } = patternOf(voice)
    expect(motif).not.toBe(secondMotif)
  }
})
