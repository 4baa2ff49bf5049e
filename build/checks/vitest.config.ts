import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Checks of committed files, which "npm run check" runs last: in one process, since none of them changes anything. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['build/checks/*.check.ts'],
    // Only for checks that hang: none takes this long, even on a busy machine.
    testTimeout: 120_000,
    reporters: ['dot'],
    isolate: false,
    fileParallelism: false,
  },
})
