import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FFMPEG } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { loudnessOf } from './loudness.ts'

/** A tone that swells and fades, with a second of silence in the middle. */
const sound = Float32Array.from({ length: 4 * SAMPLE_RATE }, (_, index) => {
  const seconds = index / SAMPLE_RATE
  if (seconds > 1.5 && seconds < 2.5) return 0
  return 0.4 * Math.sin(2 * Math.PI * 300 * seconds) * Math.abs(Math.sin(2 * seconds))
})

test('the loudness is the one that ffmpeg measures', () => {
  const path = join(folderForTests('loudness'), 'sound.s16')
  writeFileSync(path, toPcm(sound))
  const input = ['-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-i', path]
  const measured = execFileSync(
    'sh',
    ['-c', '"$0" "$@" 2>&1', FFMPEG, '-hide_banner', ...input, '-af', 'ebur128', '-f', 'null', '-'],
    { encoding: 'utf8' },
  )
  const expected = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(measured)?.[1])
  expect(loudnessOf(sound)).toBeCloseTo(expected, 0)
  expect(Math.abs((loudnessOf(sound) ?? 0) - expected)).toBeLessThan(0.15)
})

test('half the level is six decibels less, and silence has no loudness', () => {
  const half = sound.map((sample) => sample / 2)
  expect((loudnessOf(sound) ?? 0) - (loudnessOf(half) ?? 0)).toBeCloseTo(6.02, 1)
  expect(loudnessOf(new Float32Array(SAMPLE_RATE))).toBeUndefined()
  expect(loudnessOf(sound.subarray(0, SAMPLE_RATE / 10))).toBeUndefined()
})
