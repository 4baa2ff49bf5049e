import { expect, test } from 'vitest'
import { classOf, nameAt, SOUND_NAMES, soundsOf } from './sounds.ts'

const phones = [
  { text: 't', start: 0, end: 0.1 },
  { text: 'aɪ', start: 0.1, end: 0.3 },
  { text: 'm', start: 0.3, end: 0.4 },
]

test('a stop is a closure and a release, a diphthong its two ends', () => {
  expect(soundsOf(phones).map(({ name }) => name)).toEqual(['t<', 't>', 'ay<', 'ay>', 'm'])
  expect(soundsOf(phones)[1]).toEqual({ name: 't>', start: 0.05, end: 0.1 })
})

test('sounds of other languages are named after what the base says for them', () => {
  const named = (text: string) => soundsOf([{ text, start: 0, end: 1 }]).map(({ name }) => name)
  expect(named('ɡ͡b')).toEqual(['g<', 'g>', 'b>'])
  expect(named('e')).toEqual(['ey<'])
  expect(named('ʔ')).toEqual([])
  expect(named('ɝ')).toEqual(['er'])
})

test('at any time the nearest sound is found, and every sound has a kind', () => {
  const sounds = soundsOf(phones)
  expect([-1, 0.06, 0.15, 0.35, 9].map((seconds) => nameAt(sounds, seconds))).toEqual([
    't<',
    't>',
    'ay<',
    'm',
    'm',
  ])
  expect(nameAt([], 0)).toBe('')
  expect(new Set(SOUND_NAMES.map(classOf)).size).toBe(11)
})
