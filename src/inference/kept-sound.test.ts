import { expect, test } from 'vitest'
import { keepSound } from './kept-sound.ts'

/** Blocks of four samples that count up. */
async function* counting(blocks: number, asked = { times: 0 }): AsyncGenerator<Float32Array> {
  for (let block = 0; block < blocks; block++) {
    asked.times++
    yield Float32Array.from({ length: 4 }, (_, at) => 4 * block + at)
  }
}
const all = async (sound: AsyncIterable<Float32Array>): Promise<number[]> =>
  (await Array.fromAsync(sound)).flatMap((block) => [...block])

test('a second reader goes on where it is told to, with what the first one had read', async () => {
  const kept = keepSound(counting(4), 100)
  const first = kept.from(0)
  for (let n = 0; n < 3; n++) await first.next()
  await first.return(undefined)
  expect(await all(kept.from(6))).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
})

test('a block for which a reader waits that is given up goes to the next one', async () => {
  const waits = Promise.withResolvers<void>()
  async function* late(): AsyncGenerator<Float32Array> {
    yield Float32Array.of(1)
    await waits.promise
    yield Float32Array.of(2)
  }
  const kept = keepSound(late(), 100)
  const first = kept.from(0)
  await first.next()
  const pending = first.next()
  const second = all(kept.from(0))
  waits.resolve()
  await pending
  expect(await second).toEqual([1, 2])
})

test('no more is read than is asked for, and no more is kept than was said', async () => {
  const asked = { times: 0 }
  const kept = keepSound(counting(10, asked), 8)
  const first = kept.from(0)
  for (let n = 0; n < 5; n++) await first.next()
  expect(asked.times).toBe(5)
  // What is forgotten is skipped.
  const again = kept.from(0)
  expect((await again.next()).value).toEqual(Float32Array.of(12, 13, 14, 15))
  expect([kept.earliest(0), kept.earliest(13)]).toEqual([12, 13])
  kept.forget(20)
  expect(kept.earliest(0)).toBe(20)
  expect((await kept.from(0).next()).value?.[0]).toBe(20)
})

test('sound that fails fails for who reads it', async () => {
  async function* broken(): AsyncGenerator<Float32Array> {
    yield Float32Array.of(1)
    throw new Error('the microphone is gone')
  }
  await expect(all(keepSound(broken(), 8).from(0))).rejects.toThrow('the microphone is gone')
})
