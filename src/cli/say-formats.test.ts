import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriotHere } from './griot.test-support.ts'

const home = folderForTests('griot ìpè')
const at = (name: string): string => join(home, name)
const say = (...args: readonly string[]) => runGriotHere(home, ['say', 'Yes.', ...args])

test('say writes what telephones take at 8 kHz, with a header and without', async () => {
  await say('--out', at('full.wav'))
  const seconds = (await readFile(at('full.wav'))).readUInt32LE(40) / 48_000
  const near = (bytes: number, bytesPerSecond: number): void =>
    expect(Math.abs(bytes / bytesPerSecond - seconds)).toBeLessThan(0.001)
  for (const [format, tag, bytesPerSecond] of [
    ['wav_8k', 1, 16_000],
    ['wav_mulaw', 7, 8_000],
    ['wav_alaw', 6, 8_000],
  ] as const) {
    expect((await say('--format', format, '--out', at(format))).code).toBe(0)
    const wav = await readFile(at(format))
    expect([format, wav.readUInt16LE(20), wav.readUInt32LE(24)]).toEqual([format, tag, 8_000])
    near(wav.readUInt32LE(tag === 1 ? 40 : 54), bytesPerSecond)
  }
  for (const name of ['a.ulaw', 'a.alaw']) {
    expect((await say('--out', at(name))).code).toBe(0)
    near((await readFile(at(name))).length, 8_000)
  }
  await say('--sample-rate', '24000', '--out', at('b.ulaw'))
  near((await readFile(at('b.ulaw'))).length, 24_000)
  await say('--sample-rate', '8000', '--out', at('b.pcm'))
  near((await readFile(at('b.pcm'))).length, 16_000)
})

test('a sample rate that a format does not have is refused in words', async () => {
  for (const [format, rate, words] of [
    ['mp3', '8000', 'always at 24000'],
    ['wav_mulaw', '24000', 'always at 8000'],
    ['wav', '16000', '24000, 8000'],
  ] as const) {
    const { code, err } = await say('--format', format, '--sample-rate', rate, '--out', at('no'))
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  }
})

test('a bitrate that mp3 and HLS do not have is said to be another', async () => {
  const mp3 = await say('--bitrate', '192k', '--out', at('a.mp3'))
  expect([mp3.code, mp3.err]).toEqual([0, expect.stringContaining('mp3 has at most 160k')])
  const playlist = await say('--bitrate', '192k', '--out', at('a.m3u8'))
  expect([playlist.code, playlist.err]).toEqual([0, expect.stringContaining('at most 144k')])
  const opus = await say('--bitrate', '192k', '--out', at('a.ogg'))
  expect([opus.code, opus.err]).toEqual([0, `Wrote ${at('a.ogg')}\n`])
})
