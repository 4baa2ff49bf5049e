import { describe, expect, test } from 'vitest'
import type { Sentence, Word } from '#speech/utterance.ts'
import { timesByBounds, timesByLengths, timingsOf } from './piece-times.ts'
import { piecesOf } from './pieces.ts'
import type { ReadWord } from './word-symbols.ts'

const word = (text: string, more: Partial<Word> = {}): Word => ({
  ...{ text, language: 'en', breakAfter: false },
  syllables: [{ stress: 0, phones: [...text].map((ipa) => ({ ipa })) }],
  ...more,
})
const sentence = (...words: Word[]): Sentence => ({ words, end: 'question', endsParagraph: false })
const read: ReadWord = ({ text }) => [...text].map((symbol, phone) => ({ symbol, phone }))
const FACTS = { symbols: [...'abcdefghi ,.?!'], mostSymbols: 20, tellsDurations: true }
const shown = (said: Sentence, facts = FACTS): string[] =>
  piecesOf(said, read, facts).map(({ symbols }) => symbols.map(({ symbol }) => symbol).join(''))

describe('pieces of a sentence', () => {
  test('one goes to the model with its punctuation, which pauses by itself', () => {
    expect(shown(sentence(word('ab', { breakAfter: true }), word('cd')))).toEqual(['ab, cd?'])
  })

  test('a pause that was asked for is made between two of them', () => {
    const said = sentence(word('ab', { pauseAfterSeconds: 0.5 }), word('cd'))
    expect(shown(said)).toEqual(['ab,', 'cd?'])
  })

  test('a model without durations or commas is given what stands between two breaks', () => {
    const said = sentence(word('ab', { breakAfter: true }), word('cd'))
    expect(shown(said, { ...FACTS, tellsDurations: false })).toEqual(['ab,', 'cd?'])
    expect(shown(said, { ...FACTS, symbols: [...'abcd '] })).toEqual(['ab', 'cd'])
  })

  test('a long one is divided between words, and a word that is too long is cut', () => {
    const said = sentence(word('abcdefgh'), word('abcdefgh'), word('abc'.repeat(20)))
    for (const piece of shown(said)) expect(piece.length).toBeLessThanOrEqual(20)
    expect(shown(said)).toHaveLength(2)
  })

  test('words of which nothing can be read stay in their place without a symbol', () => {
    const said = sentence(word('ab'), word(''), word('cd'))
    expect(shown(said)).toEqual(['ab cd?'])
    expect(shown(sentence(word('')))).toEqual([''])
  })
})

describe('times of words', () => {
  const words = [word('ab'), word('c')]

  test('come from the bounds of their symbols, and so do those of phones', () => {
    const [piece] = piecesOf(sentence(...words), read, FACTS)
    if (!piece) throw new Error('no piece')
    const times = timesByBounds(piece, words, [0.1, 0.2, 0.4, 0.5, 0.9, 1])
    expect(times).toEqual([
      {
        start: 0.1,
        end: 0.4,
        phones: [
          { start: 0.1, end: 0.2 },
          { start: 0.2, end: 0.4 },
        ],
      },
      { start: 0.5, end: 0.9, phones: [{ start: 0.5, end: 0.9 }] },
    ])
    expect(timingsOf(words, times).syllables.map(({ text }) => text)).toEqual(['ab', 'c'])
  })

  test('of letters are shared among the phones of the word', () => {
    const letters: ReadWord = ({ text }) =>
      [...text].map((symbol) => ({ symbol, phone: undefined }))
    const [piece] = piecesOf(sentence(...words), letters, FACTS)
    if (!piece) throw new Error('no piece')
    const [first] = timesByBounds(piece, words, [0, 0.2, 0.4, 0.5, 0.9, 1])
    expect(first?.phones[0]?.start).toBe(0)
    expect(first?.phones.at(-1)?.end).toBeCloseTo(0.4)
    expect(first?.phones[0]?.end).toBeCloseTo(first?.phones[1]?.start ?? 0)
  })

  test('are estimated by the lengths of phones where the model says nothing', () => {
    const times = timesByLengths([word('sa'), word('t')], { start: 0, end: 1 })
    expect(times[0]?.start).toBe(0)
    expect(times[1]?.end).toBeCloseTo(1)
    expect(times[0]?.end).toBeGreaterThan(0.5)
  })
})
