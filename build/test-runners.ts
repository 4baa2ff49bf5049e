import { join } from 'node:path'

const PACKAGES = join(import.meta.dirname, '../node_modules')
const FULL_FILES = '.full.test.ts'

/** Which part of a suite runs: all of it, only what `npm test` runs, or only what it leaves out. */
export type Part = 'all' | 'core' | 'rest'

/** Returns the arguments for Node that run vitest. `more`: further options, or files. */
export function vitestArguments(part: Part, more: readonly string[]): readonly string[] {
  return [
    join(PACKAGES, 'vitest/vitest.mjs'),
    'run',
    ...(part === 'core' ? ['--exclude', `**/*${FULL_FILES}`] : []),
    ...(part === 'rest' ? [FULL_FILES, '--passWithNoTests'] : []),
    ...more,
  ]
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

/** Returns the environment of a runner: the full tier tries more of what is random. */
export function environmentOf(part: Part): NodeJS.ProcessEnv {
  return { ...process.env, ...(part === 'core' ? {} : { GRIOT_TESTS: 'full' }) }
}
