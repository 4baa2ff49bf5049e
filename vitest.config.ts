import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'build/**/*.test.ts',
      'eval/**/*.test.ts',
      'train/**/*.test.ts',
    ],
    globalSetup: 'build/studio-for-tests.ts',
    // For what hangs: no test takes as long, even on a machine that has other things to do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // By itself it would leave one core of two idle, and most of a test is waiting for a process.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The command line and the synthesis process are started hundreds of times: half of a start is compiling.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
  },
})
