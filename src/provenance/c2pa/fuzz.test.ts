import { expect, it } from 'vitest'
import { SEED } from '#testing/seed.test-support.ts'
import { IS_FULL } from '#testing/tier.test-support.ts'
import { fuzzVerifier } from './fuzz.test-support.ts'
import { shortSounds } from './samples.test-support.ts'

/** A verdict takes a second at most (bench/fuzz-verifier.ts): only a hang takes as long, however busy the machine is. */
const HANGS_MS = 300_000
const FILES = IS_FULL ? 4_000 : 800

it('never calls a changed file unchanged, and never fails, whatever it is shown', async () => {
  const { failures, verdicts, mutations } = await fuzzVerifier(shortSounds(), FILES, SEED, {
    longestMs: HANGS_MS,
  })
  expect(failures).toEqual([])
  expect(mutations).toBe(FILES)
  for (const kind of ['changed', 'damaged', 'nothing', 'unknown-signer'])
    expect(verdicts[kind]).toBeGreaterThan(10)
})
