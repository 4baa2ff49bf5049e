import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Tests of functions alone: they start no process, replace nothing of Node, and leave nothing behind in the modules that they
 * read. One process reads those modules and their word lists once for many of these files.
 */
const OF_FUNCTIONS = [
  'src/speech/{languages/*,text,phonemes,prosody,dsp}/**/*.test.ts',
  'src/shared/**/*.test.ts',
  'eval/scores/**/*.test.ts',
]

export default defineConfig({
  test: {
    // For what hangs: no test takes as long, even on a machine that has other things to do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // By itself it would leave one core of two idle, and most of a test is waiting for a process.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The command line and the synthesis process are started hundreds of times: half of a start is compiling.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    projects: [
      { extends: true, test: { name: 'functions', include: OF_FUNCTIONS, isolate: false } },
      {
        extends: true,
        test: {
          name: 'program',
          include: [
            'src/**/*.test.{ts,tsx}',
            'build/**/*.test.ts',
            'eval/**/*.test.ts',
            'train/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...OF_FUNCTIONS],
          globalSetup: 'build/studio-for-tests.ts',
        },
      },
    ],
  },
})
