import { describe, expect, it, test } from 'vitest'
import { PITCH, VOLUME } from '#shared/script.ts'
import { STYLE_WORDS, styleOf } from './instructions.ts'

describe('a word of the instructions changes the voice', () => {
  test.each([
    ['Speak fast.', { pace: 1.15, words: ['fast'] }],
    ['Read it slowly and clearly', { pace: 0.85, words: ['slow'] }],
    ['Use a deep voice', { pitch: -2, words: ['deep'] }],
    ['a high-pitched, childlike tone', { pitch: 2, words: ['high'] }],
    ['Whisper!', { pace: 0.95, volume: -8, words: ['whisper'] }],
    ['In a soft tone', { volume: -5, words: ['soft'] }],
    ['Say it LOUDLY', { volume: 4, words: ['loud'] }],
    ['Calm and reassuring', { pace: 0.93, pitch: -0.5, volume: -2, words: ['calm'] }],
    ['Sound excited about it', { pace: 1.08, pitch: 1.5, volume: 1, words: ['excited'] }],
    ['sadly', { pace: 0.9, pitch: -1, words: ['sad'] }],
  ])('%s', (instructions, style) => {
    expect(styleOf(instructions)).toMatchObject(style)
  })
})

it('several words act together, and one that is repeated acts once', () => {
  const { pace, pitch, words } = styleOf('Slow, slow, slowly, and deep.')
  expect([pace, pitch, words]).toEqual([0.85, -2, ['slow', 'deep']])
})

it('"very" and "slightly" count, and what is denied does not', () => {
  expect(styleOf('very deep').pitch).toBe(-3)
  expect(styleOf('a bit loud').volume).toBe(2)
  for (const denied of [
    'Do not speak fast.',
    "Don't whisper",
    'not too slow',
    'without sounding excited',
    'never loud',
  ])
    expect(styleOf(denied).words).toEqual([])
  expect(styleOf('Do not shout, speak softly.').words).toEqual(['soft'])
})

it('what says nothing of pace, pitch or level changes nothing', () => {
  for (const text of [
    '',
    'Accent: British. Affect: a butler.',
    'highway, sloth, breakfast, softwareish',
  ])
    expect(styleOf(text)).toEqual({ pace: 1, pitch: 0, volume: 0, words: [] })
})

it('no instructions leave the range of a voice, and long ones take no time', () => {
  const all = Object.keys(STYLE_WORDS).map((word) => `very ${word}`)
  const { pitch, volume } = styleOf(`${all.join(', ')}, a very high pitch`)
  expect(pitch).toBeGreaterThanOrEqual(PITCH.min)
  expect(pitch).toBeLessThanOrEqual(PITCH.max)
  expect(volume).toBeGreaterThanOrEqual(VOLUME.min)
  expect(styleOf('not '.repeat(200_000)).words).toEqual([])
})
