import { expect, test } from 'vitest'
import { z } from 'zod'
import { arrayUntilWrong, recordUntilWrong } from './first-wrong.ts'

const Item = z.object({ text: z.string() })

/** Wrong items, which count how many of them are looked at. */
function wrongItems(count: number) {
  let looks = 0
  const item = () => ({
    get text() {
      looks++
      return 1
    },
  })
  return { items: Array.from({ length: count }, item), looks: () => looks }
}

test('of many wrong values the first one is looked at, and named by its place', () => {
  const { items, looks } = wrongItems(1_000)
  const result = arrayUntilWrong(Item, 20_000).safeParse([{ text: 'good' }, ...items])
  expect(result.error?.issues).toHaveLength(1)
  expect(result.error?.issues[0]?.path).toEqual([1, 'text'])
  expect(looks()).toBe(1)
})

test('of too many values none is looked at', () => {
  const { items, looks } = wrongItems(11)
  expect(arrayUntilWrong(Item, 10).safeParse(items).success).toBe(false)
  expect(looks()).toBe(0)
})

test('a record is read until a value, a name or the number of them is wrong', () => {
  const read = (value: unknown) => recordUntilWrong(z.string().max(3), Item, 2).safeParse(value)
  const good = { a: { text: 'x' }, b: { text: 'y' } }
  expect(read(good).data).toEqual(good)
  const { items, looks } = wrongItems(1_000)
  expect(read({ ...items }).success).toBe(false)
  expect(looks()).toBe(1)
  expect(read({ ...good, c: { text: 'z' } }).success).toBe(false)
  expect(read({ long: { text: 'x' } }).success).toBe(false)
  expect(read([]).success).toBe(false)
})
