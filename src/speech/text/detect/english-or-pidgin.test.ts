import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEnglishOrPidgin } from './english-or-pidgin.ts'

const bytes = readFileSync(
  new URL('../../../../models/language/english-or-pidgin.bin', import.meta.url),
)
const englishOrPidgin = createEnglishOrPidgin(new Int8Array(bytes))

test('the log odds are those of PyTorch, as train/language/learn_mixes.py prints them', () => {
  const words = 'di oga tell dem say the meeting has been postponed until next week'.split(' ')
  const expected = [
    -5.92, -10.92, -12.7, -12.12, -4.62, 4.82, 5.62, 7.74, 6.45, 3.18, 1.77, 1.46, 1.38,
  ]
  const found = englishOrPidgin(words)
  expect(found).toHaveLength(expected.length)
  for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 1)
})

test('words that both languages have follow their neighbours', () => {
  const ofGo = (text: string): number => {
    const words = text.split(' ')
    return englishOrPidgin(words)[words.indexOf('go')] ?? 0
  }
  expect(ofGo('dem no go pay di workers again')).toBeLessThan(-1.5)
  expect(ofGo('the children will go to school with their mother')).toBeGreaterThan(1.5)
})

test('no words have no languages', () => {
  expect(englishOrPidgin([])).toEqual([])
})

test('weights of another size are refused', () => {
  expect(() => createEnglishOrPidgin(new Int8Array(10))).toThrow(
    /network .* 5 weights.* install Griot again/,
  )
})
