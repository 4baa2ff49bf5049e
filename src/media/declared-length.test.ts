import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { BITRATES, type Bitrate, type StreamFormat } from '#shared/formats.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { countSamples, declaresLength, needsLengthFirst, patchLength } from './declared-length.ts'
import type { SizedChunk } from './planned-length.ts'
import { render } from './render.ts'
import { collect, decode, ffmpegsHere, glide } from './sound.test-support.ts'

const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()
const folder = folderForTests('griot gígùn')

/** A sound in pieces, the first of which may say how much follows; `surplus`: what comes beyond that. */
async function* sound(samples: number, told = true, surplus = 0): AsyncGenerator<SizedChunk> {
  // Only says that work goes on.
  yield { samples: new Float32Array() }
  const whole = glide((samples + surplus) / 24_000)
  for (let at = 0; at < whole.length; at += 5_000) {
    const piece = whole.subarray(at, at + 5_000)
    const samplesToCome = told ? samples - at - piece.length : undefined
    yield { samples: piece, samplesToCome }
  }
}

/** Total samples of STREAMINFO (RFC 9639, section 8.2). */
const totalSamples = (flac: Buffer): number =>
  (flac.readUInt8(21) & 15) * 2 ** 32 + flac.readUInt32BE(22)

/** Milliseconds that a WebM's Info says; undefined where it says none. */
function durationOf(webm: Buffer): number | undefined {
  const head = webm.subarray(0, webm.indexOf('1f43b675', 0, 'hex'))
  const at = head.indexOf('448988', 0, 'hex')
  return at < 0 ? undefined : head.readDoubleBE(at + 3)
}

/** Frames and bytes that the first frame of an mp3 says. */
function xingOf(mp3: Buffer): { frames: number; bytes: number } | undefined {
  const at = mp3.subarray(0, 96).indexOf('Info')
  return at < 0 ? undefined : { frames: mp3.readUInt32BE(at + 8), bytes: mp3.readUInt32BE(at + 12) }
}

/** Samples that a player hears in an mp3 file: from a pipe, ffmpeg cuts its delay and leaves its padding. */
function heardIn({ path }: (typeof ffmpegs)[number], mp3: Buffer): number {
  const file = join(folder, `${crypto.randomUUID()}.mp3`)
  writeFileSync(file, mp3)
  const args = ['-loglevel', 'error', '-i', file, '-f', 's16le', 'pipe:1']
  return execFileSync(path, args).length / 2
}

describe.each(ffmpegs)('with ffmpeg $version', (ffmpeg) => {
  const made = (
    format: StreamFormat,
    chunks: AsyncIterable<SizedChunk>,
    more: { bitrate?: Bitrate; isPatched?: boolean; onSound?: (seconds: number) => void } = {},
  ): Promise<Buffer> =>
    collect(render(chunks, { format, bitrate: '64k', ...more }, async () => ffmpeg, never))

  it.each([240, 24_000, 40_001])(
    'a flac of %i samples says so before its first frame',
    async (samples) => {
      const flac = await made('flac', sound(samples))
      expect(totalSamples(flac)).toBe(samples)
      expect(await decode(ffmpeg, flac, 'flac')).toHaveLength(samples)
    },
  )

  it.each([240, 24_000, 40_001])(
    'a webm of %i samples says how long it is before its first cluster',
    async (samples) => {
      const webm = await made('webm_opus', sound(samples))
      expect(durationOf(webm)).toBeCloseTo(samples / 24, 6)
      const untold = await made('webm_opus', sound(samples, false))
      expect(await decode(ffmpeg, webm, 'matroska')).toEqual(
        await decode(ffmpeg, untold, 'matroska'),
      )
    },
  )

  // Around the edges of a frame of 576 samples with the encoder's delay of 1,105.
  it.each([240, 24_000, 24_047, 24_048, 40_001])(
    'an mp3 of %i samples says how many frames it has, and gives back exactly its samples',
    async (samples) => {
      const mp3 = await made('mp3', sound(samples))
      expect(xingOf(mp3)).toEqual({ frames: mp3.length / 192 - 1, bytes: mp3.length })
      expect(heardIn(ffmpeg, mp3)).toBe(samples)
    },
  )

  it.each(BITRATES)('an mp3 at %s says how many frames it has', async (bitrate) => {
    const mp3 = await made('mp3', sound(30_000), { bitrate })
    expect(xingOf(mp3)).toEqual({ frames: 55, bytes: mp3.length })
    expect(heardIn(ffmpeg, mp3)).toBe(30_000)
  })

  it.each(['mp3', 'flac', 'webm_opus'] as const)(
    'a %s file of unknown length gets it when it is whole',
    async (format) => {
      const length = countSamples()
      const options = { isPatched: true, onSound: length.add }
      const path = join(folder, `patched ${ffmpeg.version}.${format}`)
      writeFileSync(path, await made(format, sound(30_001, false), options))
      await patchLength(path, format, length.samples())
      expect((await readFile(path)).equals(await made(format, sound(30_001)))).toBe(true)
    },
  )

  it.each(['mp3', 'flac', 'webm_opus', 'ogg_opus'] as const)(
    'a %s of unknown length is as it came from the encoder',
    async (format) => {
      const bytes = await made(format, sound(30_001, false))
      expect([xingOf(bytes), durationOf(bytes)]).toEqual([undefined, undefined])
      if (format === 'flac') expect(totalSamples(bytes)).toBe(0)
    },
  )

  it.each(['mp3', 'flac', 'webm_opus', 'ogg_opus'] as const)(
    'a %s that comes out other than it was laid out never comes to a good end',
    async (format) => {
      for (const surplus of [-1, 1]) {
        const late = made(format, sound(30_001, true, surplus))
        await expect(late).rejects.toThrow('declared as 30001 samples and has')
      }
    },
  )
})

test('wav, mp3, flac and webm say how long they are in their first bytes, nothing else does', () => {
  const stating = (['wav', 'mp3', 'flac', 'webm_opus'] as const).map(declaresLength)
  const others = (['ogg_opus', 'pcm_s16le', 'mulaw', 'alaw', 'adts'] as const).map(declaresLength)
  expect([...stating, ...others].join()).toBe('true,true,true,true,false,false,false,false,false')
})

test('a raw text begins with its first sentence; of the others whatever says its length, and a short Ogg, is laid out before', () => {
  const first = (text: string) =>
    (['wav', 'mp3', 'flac', 'webm_opus', 'ogg_opus', 'pcm_s16le', 'mulaw', 'alaw'] as const).filter(
      (format) => needsLengthFirst(format, text),
    )
  expect(first('Yes.')).toEqual(['wav', 'mp3', 'flac', 'webm_opus', 'ogg_opus'])
  expect(first('Yes. '.repeat(200))).toEqual(['wav', 'mp3', 'flac', 'webm_opus'])
})
