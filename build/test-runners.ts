import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGES = join(import.meta.dirname, '../node_modules')

/** Files of the full tier alone, and what those files import that have some tests of it (src/testing). */
const FULL_FILES = '.full.test.ts'
const FULL_TESTS = 'tier.test-support'

/** Which part of a suite runs: all of it, only what `npm test` runs, or only what it leaves out. */
export type Part = 'all' | 'core' | 'rest'

/** Returns those of these test files, paths from `root` on, that have tests which only the full tier runs. */
export function filesOfFullTier(root: string, files: readonly string[]): readonly string[] {
  return files.filter(
    (file) =>
      file.endsWith(FULL_FILES) || readFileSync(join(root, file), 'utf8').includes(FULL_TESTS),
  )
}

/** Returns the arguments for Node that run vitest. `more`: further options, or files. */
export function vitestArguments(more: readonly string[]): readonly string[] {
  return [join(PACKAGES, 'vitest/vitest.mjs'), 'run', ...more]
}

/** Returns the arguments for Node that run Playwright. `more`: further options, or files. */
export function playwrightArguments(part: Part, more: readonly string[]): readonly string[] {
  return [
    join(PACKAGES, 'playwright/cli.js'),
    'test',
    ...(part === 'core' ? ['--grep', '@tour'] : []),
    ...(part === 'rest' ? ['--grep-invert', '@tour', '--pass-with-no-tests'] : []),
    ...more,
  ]
}

/** Returns the environment of a runner, by which configurations and tests know their tier. */
export function environmentOf(part: Part): NodeJS.ProcessEnv {
  return { ...process.env, GRIOT_TESTS: part === 'core' ? 'core' : 'full' }
}
