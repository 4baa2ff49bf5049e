import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { excludedTests } from '#testing/excluded-tests.test-support.ts'
import { commitSeed } from './build/commit-seed.ts'

/**
 * Tests that start, stop or kill processes and count them, or that change what a whole process shares. Each of these files
 * has a process of its own; all other files share a few, which read the program and its word lists once.
 */
const OF_PROCESSES = '**/*.process{.full,}.test.ts'
/** The studio imports JSON and JSX as a bundler reads them, which Node does not. */
const OF_STUDIO = 'src/renderer/**/*.test.ts'
const FOLDERS = '{src,build,eval,train}'

export default defineConfig({
  test: {
    // For what hangs: no test takes as long, even on a machine that has other things to do.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // By itself it would leave one core of two idle, and most of a test is waiting for a process.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The command line and the synthesis process are started hundreds of times: half of a start is compiling.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
      GRIOT_TEST_SEED: process.env['GRIOT_TEST_SEED'] ?? String(commitSeed(import.meta.dirname)),
    },
    runner: join(import.meta.dirname, 'build/cost-runner.ts'),
    setupFiles: join(import.meta.dirname, 'build/test-setup.ts'),
    globalSetup: 'build/studio-for-tests.ts',
    // Node loads TypeScript itself, several times as fast as through Vite.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: [...excludedTests(), OF_PROCESSES, OF_STUDIO],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'studio',
          include: [OF_STUDIO],
          exclude: excludedTests(),
          isolate: false,
          experimental: { viteModuleRunner: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [`${FOLDERS}/${OF_PROCESSES}`],
          exclude: excludedTests(),
        },
      },
    ],
  },
})
