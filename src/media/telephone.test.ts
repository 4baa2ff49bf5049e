import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AudioChunk, SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import type { Encoding } from '#shared/formats.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { compand } from './g711.ts'
import { render } from './render.ts'
import { collect, ffmpegsHere, glideInPieces } from './sound.test-support.ts'
import { patchWavSizes } from './wav.ts'

const RATE = 8_000
const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()
const folder = folderForTests('griot tẹlifóònù')

const encoded = (chunks: AsyncIterable<AudioChunk>, encoding: Omit<Encoding, 'sampleRate'>) =>
  collect(
    render(
      chunks,
      { ...encoding, sampleRate: RATE, bitrate: '128k' },
      async () => {
        throw new Error('no ffmpeg is needed')
      },
      never,
    ),
  )

async function* tone(hz: number, samples = SAMPLE_RATE): AsyncGenerator<AudioChunk> {
  for (let at = 0; at < samples; at += 1_000)
    yield {
      samples: Float32Array.from(
        { length: Math.min(1_000, samples - at) },
        (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * (at + i)) / SAMPLE_RATE),
      ),
    }
}

/** Mean square of 16 bit samples in dB against that of the tone, away from the edges. */
function levelOf(pcm: Buffer): number {
  const samples = Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(2 * i) / 32_768)
  const middle = samples.slice(1_000, -1_000)
  const power = middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length
  return 10 * Math.log10(power / 0.125 + 1e-12)
}

describe('telephone sound', () => {
  it.each([300, 1_000, 2_500, 3_400])('keeps a tone of %i Hz as loud as it was', async (hz) => {
    expect(levelOf(await encoded(tone(hz), { format: 'pcm_s16le' }))).toBeCloseTo(0, 1)
  })

  it.each([4_050, 4_600, 7_000, 9_500])(
    'has nothing of a tone of %i Hz, which would come back as another one',
    async (hz) => {
      expect(levelOf(await encoded(tone(hz), { format: 'pcm_s16le' }))).toBeLessThan(-65)
    },
  )

  it('has a third of the samples of the voice, whatever pieces it comes in', async () => {
    for (const [samples, expected] of [
      [24_000, 8_000],
      [23_999, 8_000],
      [24_001, 8_001],
      [1, 1],
    ] as const)
      expect((await encoded(tone(500, samples), { format: 'alaw' })).length).toBe(expected)
  })
})

describe.each([
  ['mulaw', 7],
  ['alaw', 6],
] as const)('a wav of %s', (law, tag) => {
  it('says its format, its samples and its sizes as the specification has them', async () => {
    const path = join(folder, `${law}.wav`)
    // 8,001 samples: an odd data chunk would need a byte of its own behind it.
    await writeFile(path, await encoded(tone(500, 24_001), { format: 'wav', law }))
    await patchWavSizes(path)
    const wav = await readFile(path)
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect([wav.readUInt32LE(16), wav.readUInt16LE(20), wav.readUInt16LE(22)]).toEqual([18, tag, 1])
    expect([wav.readUInt32LE(24), wav.readUInt32LE(28)]).toEqual([RATE, RATE])
    expect([wav.readUInt16LE(32), wav.readUInt16LE(34), wav.readUInt16LE(36)]).toEqual([1, 8, 0])
    expect([wav.toString('latin1', 38, 42), wav.readUInt32LE(42)]).toEqual(['fact', 4])
    expect(wav.readUInt32LE(46)).toBe(8_002)
    expect([wav.toString('latin1', 50, 54), wav.readUInt32LE(54)]).toEqual(['data', 8_002])
    expect(wav.length).toBe(58 + 8_002)
  })

  it('knows its length from the start where the speech does', async () => {
    async function* speech(): AsyncGenerator<SpokenChunk> {
      let left = 24_001
      for await (const { samples } of tone(500, left)) {
        left -= samples.length
        const timings = { words: [], phones: [], syllables: [] }
        yield { samples, timings, done: 0, total: 1, samplesToCome: left }
      }
    }
    const wav = await encoded(speech(), { format: 'wav', law })
    expect([wav.readUInt32LE(4), wav.readUInt32LE(54)]).toEqual([wav.length - 8, wav.length - 58])
  })

  it.each(ffmpegs)(
    'is decoded by ffmpeg $version, and holds what we made of it',
    async (ffmpeg) => {
      const wav = await encoded(glideInPieces(1.5, 0.3), { format: 'wav', law })
      const decoder = ['-loglevel', 'error', '-f', 'wav', '-i', 'pipe:0', '-f', 's16le', 'pipe:1']
      const { stdout, stderr } = spawnSync(ffmpeg.path, decoder, { input: wav })
      expect(stderr.toString()).toBe('')
      expect(stdout.length).toBe(2 * 12_000)
      const heard = new Int16Array(Uint8Array.from(stdout).buffer)
      expect(Buffer.from(compand(heard, law)).equals(wav.subarray(58))).toBe(true)
      const plain = await encoded(glideInPieces(1.5, 0.3), { format: 'pcm_s16le' })
      const meant = new Int16Array(Uint8Array.from(plain).buffer)
      const noise = heard.reduce((sum, sample, i) => sum + (sample - (meant[i] ?? 0)) ** 2, 0)
      const power = meant.reduce((sum, sample) => sum + sample ** 2, 0)
      expect(10 * Math.log10(power / noise)).toBeGreaterThan(33)
    },
  )
})

it('a wav of 16 bit at 8 kHz says so, and keeps it when its sizes are written', async () => {
  const path = join(folder, 'plain.wav')
  await writeFile(path, await encoded(tone(500), { format: 'wav' }))
  await patchWavSizes(path)
  const wav = await readFile(path)
  expect([wav.readUInt32LE(24), wav.readUInt32LE(28)]).toEqual([RATE, 2 * RATE])
  expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, 16_000])
})
