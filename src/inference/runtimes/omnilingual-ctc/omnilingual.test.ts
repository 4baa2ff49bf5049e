import { expect, test } from 'vitest'
import { alignSymbols } from './align.ts'
import { searchBeams } from './beam-search.ts'
import { bestPath, framesOf } from './frames.ts'
import { normalised } from './omnilingual.ts'
import { textScorer } from './score-text.ts'
import { treeOf } from './special-words.ts'
import { maskOf, readTokens } from './tokens.ts'
import { wordsOf } from './words.ts'

/** As the published file: the space's line begins with it, specials stand in brackets, the blank is id 0. */
const FILE = '<s> 0\n<pad> 1\n</s> 2\n<unk> 3\n  4\na 5\nb 6\nአ 7\nд 8\n\u0300 9\nọ 10\n'
const TOKENS = readTokens(FILE)
const ALL = maskOf(TOKENS, ['Latin', 'Ethiopic'])

/** Frames in which one symbol is likely and a second one is less so. */
function framesFor(rows: readonly (readonly [id: number, other?: number])[]) {
  const count = TOKENS.texts.length
  const logits = new Float32Array(rows.length * count)
  for (const [at, [id, other]] of rows.entries()) {
    logits[at * count + id] = 8
    if (other !== undefined) logits[at * count + other] = 7
  }
  return framesOf(logits, count, ALL)
}

test('tokens are read with the space and without the specials', () => {
  expect(TOKENS.space).toBe(4)
  expect(TOKENS.texts.slice(0, 6)).toEqual([undefined, undefined, undefined, undefined, ' ', 'a'])
  // A file whose lines were trimmed.
  expect(readTokens('<s> 0\n 1\na 2').space).toBe(1)
  expect(() => readTokens('a b c')).toThrow('Line 1 of tokens.txt')
})

test('only the letters of the script, and the marks on them, may be written', () => {
  expect([...maskOf(TOKENS, ['Latin'])]).toEqual([1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1])
  expect([...maskOf(TOKENS, ['Ethiopic'])]).toEqual([1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0])
})

test('repetitions are merged unless a blank parts them', () => {
  expect(bestPath(framesFor([[5], [5], [0], [5], [6], [6], [4]]))).toEqual([5, 5, 6, 4])
})

test('symbols are found in their frames, and words in their times', () => {
  const frames = framesFor([[0], [0], [0], [5], [6], [0], [4], [0], [0], [10], [9], [0]])
  const ids = [5, 6, 4, 10, 9]
  const spans = alignSymbols(frames, ids) ?? []
  expect(spans.map(({ first, last }) => [first, last])).toEqual([
    [3, 3],
    [4, 4],
    [6, 6],
    [9, 9],
    [10, 10],
  ])
  const words = wordsOf(ids, spans, TOKENS, frames.count)
  expect(words.map(({ text }) => text)).toEqual(['ab', 'ọ̀'])
  expect(words[0]?.start).toBeLessThan(0.06)
  for (const { averageLogProbability } of words)
    expect(averageLogProbability).toBeCloseTo(-0.003, 2)
  expect(words[0]?.end).toBeLessThanOrEqual(words[1]?.start ?? 0)
  // Too short a sound.
  expect(alignSymbols(framesFor([[5]]), [5, 5])).toBeUndefined()
})

test('a special word is preferred where it is nearly as likely, and only as a whole', () => {
  const frames = framesFor([[5], [0], [6, 5], [0], [4], [0], [6]])
  const search = (words: readonly string[]) =>
    searchBeams(frames, {
      tree: treeOf(words, (word) => Array.from(word, (letter) => TOKENS.ids.get(letter) ?? 0)),
      space: TOKENS.space,
    })
  expect(search([])).toEqual([5, 6, 4, 6])
  expect(search(['aa'])).toEqual([5, 5, 4, 6])
  // The beginning of a longer word earns nothing.
  expect(search(['aabbbb'])).toEqual([5, 6, 4, 6])
})

test('a sound is brought to zero mean and unit variance, and silence stays silence', () => {
  const values = normalised(Float32Array.from([1, 3, 1, 3]))
  expect(Array.from(values, (value) => Math.round(value * 100) / 100)).toEqual([-1, 1, -1, 1])
  expect(normalised(new Float32Array(4))).toEqual(new Float32Array(4))
})

test('a text is scored by the sound: one that was nearly heard little worse, one that was not much worse', () => {
  const frames = framesFor([[0], [5], [0], [6, 5], [0], [4], [0], [10, 9], [0]])
  const symbolsOf = (word: string) => {
    const ids = Array.from(word, (letter) => TOKENS.ids.get(letter))
    return ids.every((id) => id !== undefined) ? ids : undefined
  }
  const words = ['ab', 'aa', 'ọ', 'ọ̀', 'b', 'ñ']
  const scoreOf = textScorer(frames, words, symbolsOf, TOKENS)
  const score = (text: string): number => scoreOf(text) ?? Number.NaN
  expect(score('ab ọ') - score('aa ọ')).toBeCloseTo(1)
  expect(score('ab ọ') - score('ab')).toBeGreaterThan(10)
  expect(score('ab ọ') - score('ab b ọ')).toBeGreaterThan(10)
  // With its mark or without: what fits better.
  expect(score('ab ọ̀')).toBe(score('ab ọ'))
  expect(scoreOf('ñ')).toBeUndefined()
  expect(scoreOf('never named')).toBeUndefined()
  // Too short a sound for so many letters.
  expect(scoreOf('ab ab ab ab ab ab')).toBe(Number.NEGATIVE_INFINITY)
})
