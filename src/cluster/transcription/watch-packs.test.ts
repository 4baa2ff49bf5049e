import { expect, onTestFinished, test } from 'vitest'
import { packsForTests, tinyPack } from '#inference/packs.test-support.ts'
import { watchPacks } from './watch-packs.ts'

test('packs for transcription are told when they come and go, without where they lie', async () => {
  const store = packsForTests([tinyPack('tiny-ctc'), tinyPack('tiny-nllb')])
  const told: unknown[] = []
  const { stop } = watchPacks(store, (packs) => told.push(packs), 10)
  onTestFinished(stop)
  const { id, name, task, languages, memoryMegabytes } = tinyPack('tiny-ctc')
  await expect.poll(() => told).toEqual([[{ id, name, task, languages, memoryMegabytes }]])
  await store.remove('tiny-ctc')
  await expect.poll(() => told.length).toBe(2)
  expect(told[1]).toEqual([])
})

test('where the catalog cannot be read for a moment, what was known stays', async () => {
  let isThere = true
  const packs = [tinyPack('tiny-ctc')]
  const told: unknown[] = []
  let looks = 0
  const installed = async () => {
    looks += 1
    if (isThere) return packs
    throw new Error('The catalog cannot be read.')
  }
  const { stop } = watchPacks({ installed }, (found) => told.push(found), 10)
  onTestFinished(stop)
  await expect.poll(() => told.length).toBe(1)
  isThere = false
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before + 3)
  expect(told).toHaveLength(1)
})
