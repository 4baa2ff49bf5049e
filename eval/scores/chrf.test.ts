import { expect, test } from 'vitest'
import { bleuOf, chrf, chrfOf, chrfPlusOf, statisticsOf } from './chrf.ts'

test('a translation like its reference scores 100, one that shares no character 0', () => {
  expect(chrf(['Ẹ káàárọ̀ o'], ['Ẹ káàárọ̀ o'])).toBeCloseTo(100, 10)
  expect(chrf(['abcdefg'], ['hijklmn'])).toBe(0)
})

test('recall counts twice as much as precision, and white space does not count', () => {
  // "abc" against "abcd": precision 1, recall 3/4, 2/3, 1/2 for n of 1, 2, 3; none for longer n-grams.
  const f = (recall: number): number => (5 * recall) / (4 + recall)
  const byHand = (100 * (f(3 / 4) + f(2 / 3) + f(1 / 2))) / 6
  expect(chrf(['abc'], ['abcd'])).toBeCloseTo(byHand, 10)
  expect(chrf(['a b c'], ['ab cd'])).toBeCloseTo(byHand, 10)
  // The other way round precision is less and recall is whole, which costs less.
  const g = (precision: number): number => (5 * precision) / (4 * precision + 1)
  expect(chrf(['abcd'], ['abc'])).toBeCloseTo((100 * (g(3 / 4) + g(2 / 3) + g(1 / 2))) / 6, 10)
})

test('n-grams are counted over the whole corpus, each as often as the reference has it', () => {
  // One character: 3 of 4 match ("aab" has a twice, "ab" once; "c" matches); two: 1 of 2; nothing longer.
  const one = { precision: 3 / 4, recall: 3 / 3 }
  const two = { precision: 1 / 2, recall: 1 / 1 }
  const f = ({ precision: p, recall: r }: typeof one): number => (5 * p * r) / (4 * p + r)
  expect(chrf(['aab', 'c'], ['ab', 'c'])).toBeCloseTo((100 * (f(one) + f(two))) / 6, 10)
})

test('words and their order count in chrF++ and BLEU, and BLEU fines a text that is too short', () => {
  const right = statisticsOf('the red house is old', 'the red house is old')
  const turned = statisticsOf('the house red is old', 'the red house is old')
  expect(chrfPlusOf(right)).toBeCloseTo(100, 10)
  expect(bleuOf(right)).toBeCloseTo(100, 10)
  // All five words match, of the pairs only "is old".
  expect(chrfPlusOf(turned)).toBeCloseTo((6 * chrfOf(turned) + 100 + 25) / 8, 10)
  expect(bleuOf(turned)).toBeCloseTo(100 * Math.sqrt(1 / 4), 10)
  // Everything matches, but one word of five is missing.
  const short = statisticsOf('the red house is', 'the red house is old')
  expect(bleuOf(short)).toBeCloseTo(100 * Math.exp(1 - 5 / 4), 10)
})
