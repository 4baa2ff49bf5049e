import { expect, test } from 'vitest'
import { avatarPattern } from './avatar-pattern.ts'

const VOICES = ['john', 'lucy', 'lina', 'jude', 'henry', 'kani', 'kingsley', 'remi']

test('a voice always has the same pattern', () => {
  expect(avatarPattern('sade')).toEqual(avatarPattern('sade'))
})

test('the eight English voices have different patterns', () => {
  const cloths = VOICES.map((voice) => JSON.stringify(avatarPattern(voice)))
  expect(new Set(cloths).size).toBe(VOICES.length)
})

test('the two motifs of a pattern differ', () => {
  for (const voice of VOICES) {
    const { motif, secondMotif } = avatarPattern(voice)
    expect(motif).not.toBe(secondMotif)
  }
})
