import { expect, test } from 'vitest'
import { type Change, marginalOdds } from './two-label-field.ts'

const OWN = [1.5, -0.25, 0.5, -2]
const CHANGES: readonly Change[] = [
  [-1, -0.5],
  [0.25, -3],
  [-2, 1],
]

test('the odds are those of all labellings, one by one', () => {
  const totals = OWN.map(() => [0, 0])
  for (let labels = 0; labels < 2 ** OWN.length; labels++) {
    const isFirst = OWN.map((_, at) => ((labels >> at) & 1) === 1)
    const ofWords = OWN.map((odds, at) => (isFirst[at] ? odds : 0))
    const ofChanges = CHANGES.map(([toSecond, toFirst], at) => {
      if (isFirst[at] === isFirst[at + 1]) return 0
      return isFirst[at] ? toSecond : toFirst
    })
    const score = [...ofWords, ...ofChanges].reduce((sum, part) => sum + part, 0)
    for (const [at, own] of totals.entries())
      own[isFirst[at] ? 0 : 1] = (own[isFirst[at] ? 0 : 1] ?? 0) + Math.exp(score)
  }
  const expected = totals.map(([first = 0, second = 0]) => Math.log(first / second))
  for (const [at, odds] of marginalOdds(OWN, CHANGES).entries())
    expect(odds).toBeCloseTo(expected[at] ?? Number.NaN, 10)
})

test('where a change costs nothing, each word stands for itself', () => {
  const free: readonly Change[] = OWN.slice(1).map(() => [0, 0])
  for (const [at, odds] of marginalOdds(OWN, free).entries())
    expect(odds).toBeCloseTo(OWN[at] ?? Number.NaN, 10)
})

test('where a change costs much, all words have the label of most', () => {
  const dear: readonly Change[] = OWN.slice(1).map(() => [-50, -50])
  for (const odds of marginalOdds(OWN, dear)) expect(odds).toBeCloseTo(-0.25, 10)
})

test('a thousand sure words stay finite, and no words have no odds', () => {
  const found = marginalOdds(Array<number>(1000).fill(30), Array<Change>(999).fill([-5, -5]))
  expect(found.every(Number.isFinite)).toBe(true)
  expect(marginalOdds([], [])).toEqual([])
})
