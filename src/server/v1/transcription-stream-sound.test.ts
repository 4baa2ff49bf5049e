import { expect, test } from 'vitest'
import { createIncomingSound } from './transcription-stream-sound.ts'

const never = new AbortController().signal

/** A tone of 440 Hz as 16 bit PCM. */
function tone(seconds: number, rate: number): Buffer {
  const bytes = Buffer.alloc(Math.round(seconds * rate) * 2)
  for (let n = 0; n < bytes.length / 2; n++)
    bytes.writeInt16LE(Math.round(16_000 * Math.sin((2 * Math.PI * 440 * n) / rate)), n * 2)
  return bytes
}

async function heard(rate: number, pcm: Buffer, sizes: readonly number[]): Promise<Float32Array> {
  const sound = createIncomingSound(rate, never)
  let at = 0
  for (let n = 0; at < pcm.length; n++) {
    const size = sizes[n % sizes.length] ?? 1
    sound.add(pcm.subarray(at, at + size))
    at += size
  }
  sound.end()
  const blocks = await Array.fromAsync(sound)
  return Float32Array.from(blocks.flatMap((block) => Array.from(block)))
}

test('messages of any length, also of half a sample, are one sound', async () => {
  const pcm = tone(0.2, 16_000)
  const whole = await heard(16_000, pcm, [pcm.length])
  expect(await heard(16_000, pcm, [1, 7, 333])).toEqual(whole)
  expect(whole).toHaveLength(3_200)
})

test('sound of another rate is resampled without seams', async () => {
  const pcm = tone(0.5, 24_000)
  const parted = await heard(24_000, pcm, [1_001, 1_280, 2])
  const whole = await heard(24_000, pcm, [pcm.length])
  const length = Math.min(parted.length, whole.length)
  expect(length).toBeGreaterThan(7_900)
  for (let n = 200; n < length; n++) expect(parted[n]).toBeCloseTo(whole[n] ?? 0, 3)
})

test('a sender that runs a minute ahead is made to wait, and one that does not is cut off', async () => {
  const sound = createIncomingSound(16_000, never)
  const minute = Buffer.alloc(16_000 * 2 * 60)
  sound.add(minute)
  expect(sound.isFull).toBe(false)
  sound.add(minute)
  expect(sound.isFull).toBe(true)
  sound.add(Buffer.alloc(4))
  expect(() => sound.add(minute)).toThrow('waiting')
  let isUsed = false
  sound.onUsed(() => {
    isUsed = !sound.isFull
  })
  sound.end()
  for await (const _ of sound);
  expect(isUsed).toBe(true)
})
