import { expect, test } from 'vitest'
import type { Sentence, SentenceEnd, Word } from '#speech/utterance.ts'
import { utteranceText } from './utterance-text.ts'

const word = (text: string, phones: string, stress: 0 | 1 = 1, breakAfter = false): Word => ({
  text,
  language: 'en',
  breakAfter,
  syllables: [{ stress, phones: phones.split(' ').map((base) => ({ base, ipa: base })) }],
})
const sentence = (words: readonly Word[], end: SentenceEnd = 'statement'): Sentence => ({
  words,
  end,
  endsParagraph: false,
})

test('function words keep their spelling, which tells flite their part of speech', () => {
  const { text, pronunciations } = utteranceText(
    sentence([word('to', 't ax', 0), word('cats', 'k ae t s')]),
  )
  expect(text).toMatch(/^to zo\w+\.$/)
  expect(pronunciations.get('to')).toEqual(['t', 'ax0'])
})

test('two pronunciations of one spelling get two names', () => {
  const { text, pronunciations } = utteranceText(
    sentence([word('record', 'r ax k ao r d'), word('record', 'r eh k er d')]),
  )
  const [first, second] = text.slice(0, -1).split(' ')
  expect(first).not.toBe(second)
  expect(pronunciations.get(first!)?.join(' ')).toBe('r ax0 k ao1 r d')
  expect(pronunciations.get(second!)?.join(' ')).toBe('r eh1 k er1 d')
})

test('a function word with a second pronunciation in the same sentence gets a name of its own', () => {
  const { text, pronunciations } = utteranceText(sentence([word('a', 'ax', 0), word('a', 'ey')]))
  expect(text.startsWith('a zo')).toBe(true)
  expect([...pronunciations.values()]).toEqual([['ax0'], ['ey1']])
})

test('"the" is left to flite, which knows the sound that follows', () => {
  const { text, pronunciations } = utteranceText(sentence([word('the', 'dh iy', 0)]))
  expect(text).toBe('the.')
  expect(pronunciations.size).toBe(0)
})

test('breaks become commas and the end its own mark', () => {
  const words = [word('yes', 'y eh s', 1, true), word('no', 'n ow', 1, true)]
  expect(utteranceText(sentence(words, 'question')).text).toMatch(/^zo\w+, no\?$/)
  expect(utteranceText(sentence(words, 'clause')).text).toMatch(/^zo\w+, no,$/)
  expect(utteranceText(sentence(words, 'exclamation')).text).toMatch(/^zo\w+, no\.$/)
})

test('a requested pause is a phrase break for flite too', () => {
  const words = [{ ...word('good', 'g uh d'), pauseAfterSeconds: 1 }, word('day', 'd ey')]
  expect(utteranceText(sentence(words)).text).toMatch(/^zo\w+, zo\w+\.$/)
})

test('two thousand different words get two thousand different names', () => {
  const words = Array.from({ length: 2_000 }, (_, i) => word(`word${i}`, 'k ae t'))
  expect(utteranceText(sentence(words)).pronunciations.size).toBe(2_000)
})
