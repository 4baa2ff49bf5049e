import { expect, test } from 'vitest'
import { alignWords } from './align-words.ts'
import { compareWords } from './compare-words.ts'
import { foldWord, wordsOfText } from './fold-word.ts'

/** Differences as "kind: expected > heard". */
function differences(expected: string, heard: string): readonly string[] {
  const [said, got] = [wordsOfText(expected), wordsOfText(heard)]
  return compareWords(said, got).map(
    ({ kind, from, to, heardFrom, heardTo }) =>
      `${kind}: ${said.slice(from, to).join(' ')} > ${got.slice(heardFrom, heardTo).join(' ')}`,
  )
}

test('the same words have no differences, whatever their marks, case and punctuation', () => {
  expect(differences('Good morning, Lagos!', 'good morning lagos')).toEqual([])
  expect(differences('Ẹ káàárọ̀, báwo ni?', 'e kaaaro bawo ni')).toEqual([])
  expect(differences('ሠላም ኀይሌ', 'ሰላም ሀይሌ')).toEqual([])
  expect(differences('ɗan ƙasa', "d'an kasa")).toEqual([])
  expect(differences('', '')).toEqual([])
})

test('missing, extra, repeated and different words are told apart', () => {
  expect(differences('one two three four', 'one three four')).toEqual(['missing: two > '])
  expect(differences('one two three', 'one two big three')).toEqual(['extra:  > big'])
  expect(differences('one two three', 'one two two three')).toEqual(['repeated:  > two'])
  expect(differences('one two three', 'one house three')).toEqual(['different: two > house'])
  expect(differences('one two three', '')).toEqual(['missing: one two three > '])
  expect(differences('', 'one two')).toEqual(['extra:  > one two'])
})

test('a phrase that is said again is repeated, and one that is written twice is not', () => {
  const said = 'the rain has come to the town'
  expect(differences(said, 'the rain has the rain has come to the town')).toEqual([
    'repeated:  > the rain has',
  ])
  expect(differences('jẹ́ jẹ́ jẹ́', 'je je je')).toEqual([])
  expect(differences('kankan kankan', 'kankan')).toHaveLength(1)
})

test('a word that is written as two, or two as one, is no difference', () => {
  expect(differences('today we go', 'to day we go')).toEqual([])
  expect(differences('to day we go', 'today we go')).toEqual([])
})

test('of two words, the one that sounds like it stands beside it', () => {
  const pairs = alignWords(['seven', 'eight'], ['sevun'])
  expect(pairs).toMatchObject([
    { a: 0, aEnd: 1, b: 0, bEnd: 1 },
    { a: 1, aEnd: 2, b: 1, bEnd: 1 },
  ])
  expect(pairs[0]?.similarity).toBeCloseTo(0.8)
})

test('a folded word has letters and digits only', () => {
  expect(foldWord('“Ọ̀nà-ìwé”,')).toBe('onaiwe')
  expect(foldWord('ƙauye’s 25')).toBe('kauyes25')
  expect(foldWord('—')).toBe('')
})

test('two thousand words are compared within a moment', () => {
  const words = Array.from({ length: 2_000 }, (_, n) => `w${(n * 7919) % 611}`)
  const heard = words.filter((_, n) => n % 50 !== 7)
  const found = compareWords(words, heard)
  expect(found.every(({ kind }) => kind === 'missing')).toBe(true)
  expect(found).toHaveLength(40)
})
