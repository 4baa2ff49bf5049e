import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Checks of committed files, which "npm run check" runs last: in one process, since none of them changes anything. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['build/checks/*.check.ts'],
    reporters: ['dot'],
    isolate: false,
    fileParallelism: false,
  },
})
