import { configDefaults } from 'vitest/config'

/** Returns the files that vitest leaves out: in the tier of every change, those of the full tier (build/test-runners.ts). */
export function excludedTests(): string[] {
  const isCore = process.env['GRIOT_TESTS'] === 'core'
  return [...configDefaults.exclude, ...(isCore ? ['**/*.full.test.ts'] : [])]
}
