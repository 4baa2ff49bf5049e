import { expect, test } from 'vitest'
import type { CachedDecoder } from '#inference/runtimes/decoder-cache.ts'
import { repetitionsOf, searchAnswer } from './beam-search.ts'

const END = 0

/** A decoder whose next id depends on the last one alone; its cache counts the steps of each sequence. */
function chain(table: Readonly<Record<number, readonly number[]>>): CachedDecoder {
  return {
    async step(ids) {
      const rows = ids.map((row) => Float32Array.from(table[row.at(-1) ?? 0] ?? [], Math.log))
      return { logits: rows, cache: new Map() }
    },
  }
}

const options = {
  prefix: [1],
  end: END,
  forbidden: new Set<number>(),
  ...{ beams: 2, noRepeatNgram: 0, lengthPenalty: 1, most: 10 },
}
const hidden = { values: new Float32Array(1), shape: [1, 1, 1] }
const between = async (): Promise<void> => undefined

test('a beam finds the likelier answer whose first word is not the likeliest', async () => {
  const table = {
    1: [0.01, 0.01, 0.55, 0.43, 0, 0],
    2: [0, 0, 0, 0, 0.5, 0.5],
    3: [0, 0, 0, 0, 0, 1],
    4: [0.5, 0, 0.25, 0.25, 0, 0],
    5: [1, 0, 0, 0, 0, 0],
  }
  expect(await searchAnswer(chain(table), hidden, options, between)).toEqual([3, 5])
  expect(await searchAnswer(chain(table), hidden, { ...options, beams: 1 }, between)).toEqual([
    2, 4,
  ])
})

test('an answer that would go on for ever is cut off, and does not repeat itself', async () => {
  const table = { 1: [0.1, 0, 0.9], 2: [0.1, 0, 0.9] }
  expect(await searchAnswer(chain(table), hidden, { ...options, beams: 1 }, between)).toHaveLength(
    10,
  )
  const strict = { ...options, noRepeatNgram: 3 }
  expect(await searchAnswer(chain(table), hidden, strict, between)).toEqual([2, 2, 2])
})

test('ids that are forbidden are never written', async () => {
  const table = { 1: [0.1, 0, 0.8, 0.1], 3: [1, 0, 0, 0] }
  const strict = { ...options, forbidden: new Set([2]) }
  expect(await searchAnswer(chain(table), hidden, strict, between)).not.toContain(2)
})

test('the ids that would repeat three in a row are known', () => {
  expect([...repetitionsOf([5, 6, 7, 5, 6], 3)]).toEqual([7])
  expect([...repetitionsOf([5, 6], 3)]).toEqual([])
  expect([...repetitionsOf([5, 6, 5], 2)]).toEqual([6])
  expect([...repetitionsOf([5, 5], 0)]).toEqual([])
})
