import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { excludedTests } from '#testing/excluded-tests.test-support.ts'

const ROOT = join(import.meta.dirname, '../..')

export default defineConfig({
  root: ROOT,
  test: {
    include: ['e2e/oracles/**/*.test.ts'],
    exclude: excludedTests(),
    globalSetup: [
      'e2e/oracles/require-programs.ts',
      'e2e/oracles/install-players.ts',
      'build/studio-for-tests.ts',
    ],
    // Only for tests that hang: none takes this long, even on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    maxWorkers: Math.max(2, availableParallelism() - 1),
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') },
  },
})
