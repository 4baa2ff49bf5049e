import { expect, it } from 'vitest'
import { fuzzVerifier } from './fuzz.test-support.ts'
import { shortSounds } from './samples.test-support.ts'

/** Ten times what a verdict may take on a quiet machine (bench/fuzz-verifier.ts), so that only a hang is one. */
const HANGS_MS = 10_000

it('never calls a changed file unchanged, and never fails, whatever it is shown', async () => {
  const { failures, verdicts, mutations } = await fuzzVerifier(shortSounds(), 4_000, 20_261_121, {
    longestMs: HANGS_MS,
  })
  expect(failures).toEqual([])
  expect(mutations).toBe(4_000)
  for (const kind of ['changed', 'damaged', 'nothing', 'unknown-signer'])
    expect(verdicts[kind]).toBeGreaterThan(10)
})
