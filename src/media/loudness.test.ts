import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { levelLoudness, measureLoudness } from './loudness.ts'
import { toPcm } from './pcm.ts'
import type { PcmFile } from './pcm-file.ts'
import { ffmpegsHere } from './sound.test-support.ts'

const folder = folderForTests('griot ìró')
const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()

async function soundOf(
  name: string,
  sample: (at: number) => number,
  seconds = 4,
): Promise<PcmFile> {
  const path = join(folder, `${name}.pcm`)
  const samples = Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => sample(i))
  await writeFile(path, toPcm(samples))
  return { path, samples: samples.length }
}

/** Bursts of a voice-like buzz with peaks far above their mean, as speech has. */
const speechLike = (at: number): number => {
  const time = at / SAMPLE_RATE
  const pulse = Math.exp(-((at % 200) / 60))
  return 0.4 * pulse * Math.sin(2 * Math.PI * 700 * time) * (time % 1 < 0.7 ? 1 : 0.05)
}

describe.each(ffmpegs)('with ffmpeg $version', (ffmpeg) => {
  const getFfmpeg = async () => ffmpeg

  test('the reference tone of BS.1770 has its loudness', async () => {
    // A sine of 997 Hz at full scale in one channel of stereo has -3.01 LKFS.
    const tone = await soundOf('tone', (i) => 0.1 * Math.sin((2 * Math.PI * 997 * i) / SAMPLE_RATE))
    const { integrated, truePeak } = await measureLoudness(tone, getFfmpeg, never)
    expect(integrated).toBeCloseTo(-23.01, 0)
    expect(truePeak).toBeCloseTo(-20, 0)
  })

  test.each([
    [-16, -1],
    [-23, -1],
    [-23, -9],
  ])(
    'speech is brought to %i LUFS, its length kept, its peaks held to %i dBTP',
    async (target, most) => {
      const speech = await soundOf('speech', speechLike)
      const output = join(folder, `levelled ${target} ${most}.pcm`)
      const levelled = await levelLoudness(
        speech,
        { integrated: target, truePeak: most },
        output,
        getFfmpeg,
        never,
      )
      expect((await stat(output)).size).toBe(2 * speech.samples)
      const { integrated, truePeak } = await measureLoudness(levelled.sound, getFfmpeg, never)
      expect(Math.abs(integrated - target)).toBeLessThan(0.2)
      expect(truePeak).toBeLessThanOrEqual(most)
    },
  )

  test('the limiter does not move the sound in time', async () => {
    const clicks = await soundOf('clicks', (i) =>
      i % 12_000 === 6_000 ? 0.9 : 0.02 * Math.sin(i / 8),
    )
    const output = join(folder, 'clicks levelled.pcm')
    await levelLoudness(clicks, { integrated: -16, truePeak: -1 }, output, getFfmpeg, never)
    const bytes = await readFile(output)
    const loud = (at: number): number => Math.abs(bytes.readInt16LE(2 * at))
    const window = Array.from({ length: 400 }, (_, i) => 5_800 + i)
    const peak = window.reduce((best, at) => (loud(at) > loud(best) ? at : best))
    expect(Math.abs(peak - 6_000)).toBeLessThanOrEqual(3)
  })

  test('silence is left as it is', async () => {
    const silence = await soundOf('silence', () => 0, 1)
    const output = join(folder, 'silence levelled.pcm')
    const aim = { integrated: -16, truePeak: -1 }
    const { sound } = await levelLoudness(silence, aim, output, getFfmpeg, never)
    expect(sound).toBe(silence)
  })
})
