import { expect, test } from 'vitest'
import { alignWords } from './align-words.ts'
import type { SegmentScores } from './segment-recogniser.ts'

const NAMES = ['', 'a', 'm', 's']

/** Scores of a recording in which each letter of `heard` fills one frame; "_" is the pause. */
function scoresOf(heard: string): SegmentScores {
  const values = Float32Array.from(
    [...heard].flatMap((letter) =>
      NAMES.map((name) => Math.log(name === letter.replace('_', '') ? 0.91 : 0.03)),
    ),
  )
  return { names: NAMES, frames: heard.length, values }
}

const said = (...words: readonly string[]) => words.map((text) => ({ text, segments: [...text] }))

test('words lie where they are heard, with a pause between them or without', () => {
  const { words, names, deficits } = alignWords(
    scoresOf('__mmaa___ssaamm_'),
    said('ma', 'sa', 'm'),
  ) ?? { words: [], names: [], deficits: [] }
  expect([...words]).toEqual([-1, -1, 0, 0, 0, 0, -1, -1, -1, 1, 1, 1, 1, 2, 2, -1])
  expect(names.join('')).toBe('mmaassaamm')
  expect(Math.max(...deficits)).toBe(0)
})

test('what is not said shows as a deficit in its place', () => {
  const aligned = alignWords(scoresOf('__mmmaaasssaaa__'), said('ma', 'mm'))
  const [first = 0, last = 0] = [aligned?.deficits[4], aligned?.deficits[9]]
  expect(first).toBe(0)
  expect(last).toBeGreaterThan(3)
})

test('words without room, and a transcript of nothing that can be heard, lie nowhere', () => {
  expect(alignWords(scoresOf('mas'), said('mas', 'mas'))).toBeUndefined()
  expect(alignWords(scoresOf('mas'), said('xyz'))).toBeUndefined()
  expect(alignWords(scoresOf('mas'), [])).toBeUndefined()
})
