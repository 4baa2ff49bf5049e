import { describe, expect, it } from 'vitest'
import { adtsFrames, cutSegments, LONGEST_SEGMENT_SECONDS, timestampTag } from './adts.ts'
import { encodeCompressed } from './compressed.ts'
import { collect, ffmpegsHere, glideInPieces } from './sound.test-support.ts'

const [ffmpeg] = await ffmpegsHere()
const aac = await collect(
  encodeCompressed(
    glideInPieces(7, 1),
    'adts',
    '64k',
    async () => ffmpeg as NonNullable<typeof ffmpeg>,
    new AbortController().signal,
  ),
)

async function* inPiecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('an AAC stream', () => {
  it.each([1, 7, 1_000, 1_000_000])(
    'is cut into the same frames when it comes %i bytes at a time',
    async (size) => {
      const frames = await Array.fromAsync(adtsFrames(inPiecesOf(aac, size)))
      expect(frames.length).toBe(Math.ceil((7 * 24_000) / 1_024) + 1)
      expect(Buffer.concat(frames).equals(aac)).toBe(true)
    },
  )

  it('is an error when it breaks off within a frame or is something else', async () => {
    const cut = aac.subarray(0, aac.length - 5)
    await expect(collect(adtsFrames(inPiecesOf(cut, 999)))).rejects.toMatchObject({
      code: 'encode/failed',
    })
    const text = Buffer.from('This is a letter, not a sound.')
    await expect(collect(adtsFrames(inPiecesOf(text, 9)))).rejects.toMatchObject({
      code: 'encode/failed',
    })
  })
})

describe('segments', () => {
  it('are the whole stream in order, each after its timestamp, none longer than announced', async () => {
    const segments = await Array.fromAsync(cutSegments(inPiecesOf(aac, 500)))
    expect(segments.map(({ durationSeconds }) => durationSeconds.toFixed(3))).toEqual([
      '2.005',
      '2.987',
      '2.091',
    ])
    for (const { durationSeconds } of segments)
      expect(durationSeconds).toBeLessThanOrEqual(LONGEST_SEGMENT_SECONDS)
    const tagBytes = timestampTag(0).length
    expect(Buffer.concat(segments.map(({ bytes }) => bytes.subarray(tagBytes))).equals(aac)).toBe(
      true,
    )
    const ticks = segments.map(({ bytes }) => Buffer.from(bytes).readBigUInt64BE(tagBytes - 8))
    expect(ticks).toEqual([0n, 180_480n, 449_280n])
  })

  it('tell the time as RFC 8216 wants it, in 33 bits', () => {
    const tag = Buffer.from(timestampTag(0x2_0000_0003))
    expect(tag.length).toBe(73)
    expect([...tag.subarray(0, 10)]).toEqual([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 63])
    expect(tag.toString('latin1', 10, 14)).toBe('PRIV')
    expect([...tag.subarray(14, 20)]).toEqual([0, 0, 0, 53, 0, 0])
    expect(tag.toString('latin1', 20, 65)).toBe('com.apple.streaming.transportStreamTimestamp\0')
    expect(tag.readBigUInt64BE(65)).toBe(3n)
  })
})
