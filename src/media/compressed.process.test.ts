import { describe, expect, it } from 'vitest'
import type { AudioChunk } from '#shared/audio.ts'
import { BITRATES } from '#shared/formats.ts'
import { encodeCompressed, type FfmpegFormat } from './compressed.ts'
import { bestWorking } from './ffmpeg.ts'
import {
  childProcesses,
  collect,
  decode,
  ffmpegsHere,
  fidelity,
  glide,
  glideInPieces,
} from './sound.test-support.ts'

const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()

/** Demuxer of each format, most samples that the decoder may add, and least fidelity at 128k in dB. */
const formats: readonly {
  format: FfmpegFormat
  decoder: string
  extra: number
  worstDb: number
}[] = [
  { format: 'mp3', decoder: 'mp3', extra: 3 * 576, worstDb: 20 },
  { format: 'ogg_opus', decoder: 'ogg', extra: 480, worstDb: 20 },
  { format: 'webm_opus', decoder: 'matroska', extra: 480, worstDb: 20 },
  { format: 'flac', decoder: 'flac', extra: 0, worstDb: 80 },
  { format: 'adts', decoder: 'aac', extra: 2 * 1_024, worstDb: 20 },
]

describe.each(ffmpegs)('with ffmpeg $version', (ffmpeg) => {
  const getFfmpeg = async () => ffmpeg

  describe.each(formats)('$format', ({ format, decoder, extra, worstDb }) => {
    const encode = (seconds: number, pieceSeconds: number) =>
      encodeCompressed(glideInPieces(seconds, pieceSeconds), format, '128k', getFfmpeg, never)

    it('is heard without a gap, a click or a lost end', async () => {
      const heard = await decode(ffmpeg, await collect(encode(4, 0.37)), decoder)
      expect(heard.length).toBeGreaterThanOrEqual(96_000)
      expect(heard.length).toBeLessThanOrEqual(96_000 + extra)
      expect(fidelity(heard, glide(4)).worstDb).toBeGreaterThan(worstDb)
    })

    it('holds a word shorter than one frame', async () => {
      const heard = await decode(ffmpeg, await collect(encode(0.01, 0.01)), decoder)
      expect(heard.length).toBeGreaterThanOrEqual(240)
    })

    it('is the same for the same sound, and names neither program nor machine', async () => {
      const [once, again] = await Promise.all([collect(encode(2, 0.5)), collect(encode(2, 0.5))])
      expect(once.equals(again)).toBe(true)
      expect(once.toString('latin1')).not.toMatch(/Lav[fc]\d|x86|linux/i)
    })

    it('comes out while the voice is still speaking', async () => {
      const heardEnough = Promise.withResolvers<void>()
      async function* speech(): AsyncGenerator<AudioChunk> {
        yield* glideInPieces(1.5, 0.25)
        await heardEnough.promise
      }
      let bytes = Buffer.alloc(0)
      for await (const piece of encodeCompressed(speech(), format, '128k', getFfmpeg, never)) {
        bytes = Buffer.concat([bytes, piece])
        const heard = await decode(ffmpeg, bytes, decoder).catch(() => [])
        if (heard.length > 1.25 * 24_000) heardEnough.resolve()
      }
    })
  })

  it.each(formats)(
    '$format takes every bitrate, and is larger at the highest than at the lowest',
    async ({ format }) => {
      const sizes = await Promise.all(
        BITRATES.map(async (bitrate) => {
          const sound = encodeCompressed(glideInPieces(2, 1), format, bitrate, getFfmpeg, never)
          return (await collect(sound)).length
        }),
      )
      const least = (sizes[0] ?? 0) * (format === 'flac' ? 0.99 : 1.3)
      expect(sizes.at(-1)).toBeGreaterThan(least)
    },
  )

  it.each(['ogg_opus', 'webm_opus'] as const)(
    '%s is on average as large as its bitrate says',
    async (format) => {
      for (const bitrate of BITRATES) {
        const sound = encodeCompressed(glideInPieces(6, 1), format, bitrate, getFfmpeg, never)
        const kbit = ((await collect(sound)).length * 8) / 6 / 1_000
        const asked = Number.parseInt(bitrate, 10)
        // Pages and clusters add up to 3 kbit/s.
        expect(kbit).toBeGreaterThan(asked * 0.85)
        expect(kbit).toBeLessThan(asked * 1.08 + 3)
      }
    },
  )

  it.each([
    ['32k', 32],
    ['64k', 64],
    ['128k', 128],
    ['192k', 160],
  ] as const)('mp3 at %s stays at 24 kHz with %i kbit/s', async (bitrate, kbit) => {
    const sound = encodeCompressed(glideInPieces(2, 1), 'mp3', bitrate, getFfmpeg, never)
    const bytes = await collect(sound)
    // ISO/IEC 13818-3: sync, MPEG-2, layer III, no checksum; then bitrate and sampling frequency.
    expect(bytes.readUInt16BE(0)).toBe(0xfff3)
    expect(
      [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][((bytes[2] ?? 0) >> 4) - 1],
    ).toBe(kbit)
    expect(((bytes[2] ?? 0) >> 2) & 3).toBe(1)
    expect(bytes.length / 2 / 125).toBeGreaterThan(kbit - 1)
    expect(bytes.length / 2 / 125).toBeLessThan(kbit * 1.06)
  })

  it('speaks for minutes without keeping them', async () => {
    const SECONDS = 180
    let pulled = 0
    async function* speech() {
      for await (const chunk of glideInPieces(SECONDS, 5)) {
        pulled += 1
        yield chunk
      }
    }
    let bytes = 0
    let ahead = 0
    for await (const piece of encodeCompressed(speech(), 'mp3', '128k', getFfmpeg, never)) {
      bytes += piece.length
      ahead = Math.max(ahead, pulled * 5 - bytes / 16_000)
    }
    expect(bytes / 16_000).toBeGreaterThan(SECONDS)
    expect(bytes / 16_000).toBeLessThan(SECONDS + 0.1)
    expect(ahead).toBeLessThan(60)
    expect(childProcesses()).toEqual([])
  })

  it('refuses in words to encode nothing', async () => {
    async function* nothing(): AsyncGenerator<AudioChunk> {
      yield* []
    }
    await expect(
      encodeCompressed(nothing(), 'mp3', '64k', getFfmpeg, never).next(),
    ).rejects.toMatchObject({
      code: 'encode/failed',
      message: expect.stringContaining('nothing was spoken'),
    })
  })
})

describe('without any ffmpeg', () => {
  it('says how to mend it before the voice is asked', async () => {
    let asked = false
    async function* speech() {
      asked = true
      yield* glideInPieces(1, 1)
    }
    const sound = encodeCompressed(speech(), 'mp3', '128k', () => bestWorking([]), never)
    await expect(sound.next()).rejects.toMatchObject({ code: 'encode/no-ffmpeg' })
    expect(asked).toBe(false)
  })
})
