import { expect, it } from 'vitest'
import { fuzzVerifier } from './fuzz.test-support.ts'
import { tone, toneThroughPipe } from './samples.test-support.ts'

it('never calls a changed file unchanged, and never fails, whatever it is shown', async () => {
  const sounds = {
    wav: tone('wav', '-c:a pcm_s16le', 0.05),
    mp3: toneThroughPipe('mp3', '-write_xing 0 -id3v2_version 3', 0.1),
    flac: tone('flac', '', 0.05),
    ogg: tone('ogg', '-c:a libopus', 0.1),
    webm: tone('webm', '-c:a libopus -live 1', 0.1),
  }
  const { failures, verdicts, mutations } = await fuzzVerifier(sounds, 4_000, 20_261_121)
  expect(failures).toEqual([])
  expect(mutations).toBe(4_000)
  for (const kind of ['changed', 'damaged', 'nothing', 'unknown-signer'])
    expect(verdicts[kind]).toBeGreaterThan(10)
}, 60_000)
