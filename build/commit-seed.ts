import { execFileSync } from 'node:child_process'
import { SEED_WITHOUT_COMMIT } from '#testing/seed.test-support.ts'

/**
 * Returns the seed of everything random in the tests: the beginning of the newest commit's hash, so that a failure comes
 * again and every commit tries other values. Without git it is always the same.
 */
export function commitSeed(folder: string): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // fast-check takes 32 bits with a sign.
    return Number.parseInt(hash.slice(0, 8), 16) | 0
  } catch {
    return SEED_WITHOUT_COMMIT
  }
}
