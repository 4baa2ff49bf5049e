import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['e2e/services/**/*.test.ts'],
    globalSetup: ['e2e/services/require-services.ts'],
    // Only for tests that hang: none takes this long, even on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Each file starts servers of its own.
    maxWorkers: 2,
  },
})
