import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { excludedTests } from '#testing/excluded-tests.test-support.ts'

/** By far the longest file of the full tier. */
const LONGEST = 'mixed-faults.full.test.ts'

/** Begins with the longest file, so that the others run beside it instead of before. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(LONGEST)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['e2e/services/**/*.test.ts'],
    exclude: excludedTests(),
    globalSetup: ['e2e/services/require-services.ts'],
    // Only for tests that hang: none takes this long, even on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    // Each file starts servers of its own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
})
