import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type CompandingLaw, compand, encodeG711 } from './g711.ts'
import {
  collect,
  decode,
  ffmpegsHere,
  fidelity,
  glide,
  glideInPieces,
} from './sound.test-support.ts'

const ffmpegs = await ffmpegsHere()
const everySample = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768)

describe.each<CompandingLaw>(['mulaw', 'alaw'])('%s', (law) => {
  it.each(ffmpegs)(
    'is bit for bit what ffmpeg $version makes of all 65,536 samples',
    ({ path }) => {
      const input = ['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0']
      const { stdout } = spawnSync(path, [...input, '-c:a', `pcm_${law}`, '-f', law, 'pipe:1'], {
        input: new Uint8Array(everySample.buffer),
      })
      expect(Buffer.from(compand(everySample, law)).equals(stdout)).toBe(true)
    },
  )

  it.each(ffmpegs)(
    'decodes to the same length and near the same sound with ffmpeg $version',
    async (ffmpeg) => {
      const bytes = await collect(
        encodeG711(glideInPieces(1.5, 0.5), law, new AbortController().signal),
      )
      expect(bytes.length).toBe(36_000)
      expect(fidelity(await decode(ffmpeg, bytes, law), glide(1.5)).worstDb).toBeGreaterThan(33)
    },
  )
})
