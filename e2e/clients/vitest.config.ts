import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { excludedTests } from '#testing/excluded-tests.test-support.ts'

const ROOT = join(import.meta.dirname, '../..')

export default defineConfig({
  root: ROOT,
  test: {
    include: ['e2e/clients/*.test.ts'],
    exclude: excludedTests(),
    globalSetup: ['e2e/clients/install-programs.ts'],
    // Only for tests that hang: none takes this long, even on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') },
  },
})
