import { describe, expect, it } from 'vitest'
import { encodePcm, toInt16, toPcm } from './pcm.ts'
import { collect, glide, glideInPieces } from './sound.test-support.ts'

const never = new AbortController().signal

describe('raw samples', () => {
  it('are rounded to the nearest step and clipped at both ends', () => {
    const samples = Float32Array.of(0, 1 / 32_768, 1.4 / 32_768, 1.6 / 32_768, -1, 1, 2, -2)
    expect([...toInt16(samples)]).toEqual([0, 1, 1, 2, -32_768, 32_767, 32_767, -32_768])
  })

  it('are silence where the sound is not a number', () => {
    expect([...toInt16(Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY))]).toEqual([0, 32_767])
  })

  it('come back unchanged through 16 bits', () => {
    const once = toInt16(glide(0.5))
    expect(toInt16(Float32Array.from(once, (sample) => sample / 32_768))).toEqual(once)
  })

  it('are little endian', () => {
    expect([...toPcm(Float32Array.of(258 / 32_768))]).toEqual([2, 1])
  })

  it('have no header and are the same however the sound comes in pieces', async () => {
    const whole = await collect(encodePcm(glideInPieces(1, 1), never))
    const pieces = await collect(encodePcm(glideInPieces(1, 0.25), never))
    expect(whole.length).toBe(48_000)
    expect(pieces.length).toBe(48_000)
    expect(whole.subarray(0, 100)).toEqual(pieces.subarray(0, 100))
  })

  it('are refused in words when nothing was spoken', async () => {
    async function* nothing() {
      yield { samples: new Float32Array(0) }
    }
    await expect(collect(encodePcm(nothing(), never))).rejects.toMatchObject({
      code: 'encode/failed',
      message: expect.stringContaining('nothing was spoken'),
    })
  })

  it('stop when the listener goes away', async () => {
    const stop = new AbortController()
    const stream = encodePcm(glideInPieces(600, 1), stop.signal)
    expect((await stream.next()).done).toBe(false)
    stop.abort()
    await expect(stream.next()).rejects.toMatchObject({ code: 'speech/cancelled' })
  })
})
