import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const SCRIPT = join(import.meta.dirname, 'run-tests.ts')

const PASSING = {
  'vitest.config.ts':
    "import { defineConfig } from 'vitest/config'\nimport { excludedTests } from '#testing/excluded-tests.test-support.ts'\nexport default defineConfig({ test: { include: ['src/*.test.ts'], exclude: excludedTests() } })\n",
  'playwright.config.ts':
    "import { defineConfig } from 'playwright/test'\nexport default defineConfig({ testDir: '.', testMatch: '*.spec.ts', retries: 1 })\n",
  'src/a.test.ts':
    "import { test } from 'vitest'\ntest('one', () => {})\ntest('two', () => {})\ntest.skip('three', () => {})\n",
  'b.spec.ts': `
    import { expect, test } from 'playwright/test'
    test('four', { tag: '@tour' }, () => {})
    test('at its second try', { tag: '@tour' }, ({}, info) => { expect(info.retry).toBe(1) })
    test.skip('six', { tag: '@tour' }, () => {})
    test('only in the full tier', () => { throw new Error('it ran') })`,
  'src/c.full.test.ts': "throw new Error('it ran')\n",
}

/** Runs the tests of a small project with both real runners. */
async function runProject(files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  // Within the project, where both runners are found; Playwright looks at nothing among the packages.
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  const cwd = mkdtempSync(join(ROOT, 'out/run-tests-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  for (const folder of ['tmp', 'src']) mkdirSync(join(cwd, folder))
  for (const [name, text] of Object.entries({ ...PASSING, ...files }))
    writeFileSync(join(cwd, name), text)
  const env = { ...process.env, TMPDIR: join(cwd, 'tmp'), NO_COLOR: '1' }
  const { code, output, errors } = await run(process.execPath, [SCRIPT, ...args], { cwd, env })
  return { code, errors, output, last: output.trimEnd().split('\n').at(-1) }
}

test('the tests of both runners are summed up in one closing line', async () => {
  const { code, output, last } = await runProject({})
  expect(last).toBe('4 passed, 0 failed, 2 skipped')
  expect(output).toMatch(/\n4 passed, 0 failed, 2 skipped\n$/)
  // Their own summaries stay.
  expect(output).toMatch(/Tests {2}2 passed \| 1 skipped/)
  expect(output).toMatch(/1 flaky/)
  expect(code).toBe(0)
})

test('where the first runner fails the second runs all the same, and the whole fails', async () => {
  const { code, output, last } = await runProject({
    'src/broken.test.ts': "import './not-there.ts'\n",
    'src/wrong.test.ts':
      "import { describe, expect, test } from 'vitest'\ndescribe('of seven', () => { test('eight', () => { expect(1).toBe(2) }) })\n",
    'wrong.spec.ts': `
      import { expect, test } from 'playwright/test'
      test.describe('of nine', { tag: '@tour' }, () => { test('ten', () => { expect(3).toBe(4) }) })`,
  })
  expect(output).toMatch(/1 flaky/)
  expect(last).toBe('4 passed, 3 failed, 2 skipped')
  expect(code).toBe(1)

  // Hours of output lie between a failure and the end: what failed is said there once more.
  const atEnd = output.slice(output.indexOf('Failed: '))
  expect(atEnd).toMatch(/^Failed: .*broken\.test\.ts\n {4}.*not-there/m)
  expect(atEnd).toMatch(/^Failed: .*wrong\.test\.ts › of seven › eight\n {4}.*expected 1 to be 2/m)
  expect(atEnd).toMatch(/^Failed: wrong\.spec\.ts:\d+ › ten\n {4}.*expect\(received\)/m)
})

test('a runner that falls over or fails without a failed test is named, and counts as a failure', async () => {
  const { code, errors, last } = await runProject({
    'setup.ts': "export function setup() { process.kill(process.pid, 'SIGKILL') }\n",
    'vitest.config.ts':
      "import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { globalSetup: 'setup.ts' } })\n",
    'c.spec.ts': "throw new Error('not even loaded')\n",
  })
  expect(errors).toContain('vitest was ended by SIGKILL')
  expect(errors).toContain('Playwright ended with code 1 for another reason than a failed test')
  expect(last).toBe('0 passed, 2 failed, 0 skipped')
  expect(code).toBe(1)
})

test('the full tier has also what npm test leaves out, a shard of it a part', async () => {
  const files = {
    'src/c.full.test.ts': "import { test } from 'vitest'\ntest('seven', () => {})\n",
    'b.spec.ts': "import { test } from 'playwright/test'\ntest('eight', () => {})\n",
    'c.spec.ts': "import { test } from 'playwright/test'\ntest('nine', () => {})\n",
  }
  const args = ['--full', 'unit', 'journeys']
  expect((await runProject(files, args)).last).toBe('5 passed, 0 failed, 1 skipped')
  expect((await runProject(files, [...args, '--without-core'])).last).toBe(
    '3 passed, 0 failed, 0 skipped',
  )
  const shards = [
    (await runProject(files, [...args, '--shard', '1/2'])).last,
    (await runProject(files, [...args, '--shard', '2/2'])).last,
  ]
  const passed = shards.map((last) => Number.parseInt(String(last), 10))
  expect(passed.reduce((sum, one) => sum + one, 0)).toBe(5)
  expect(Math.min(...passed)).toBeGreaterThan(0)
})

test.skipIf(process.platform !== 'linux')(
  'a run ends with its dearest files and its processor seconds',
  async () => {
    const { output } = await runProject({})
    expect(output).toMatch(/\n\d+ processor seconds in \d+ s\n/)
  },
)

test.each([['src/a.test.ts'], ['--full', '--shard', '0/4'], ['--shards', '1/4']])(
  '%s is none of its options, and the commands for some tests are named',
  async (...args) => {
    const { code, errors } = await run(process.execPath, [SCRIPT, ...args], { cwd: ROOT })
    expect(errors).toContain('npm run test:unit -- FILES')
    expect(code).toBe(1)
  },
)
