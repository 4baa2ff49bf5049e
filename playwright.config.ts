import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { findChromium } from './build/chromium.ts'

const executablePath = findChromium(process.env)
// The processes that run the journeys read this file again: they need not look for a browser once more.
if (executablePath) process.env['PLAYWRIGHT_CHROMIUM_PATH'] = executablePath
// Half of a start of the program is compiling.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')
const root = process.getuid?.() === 0

function definedVariables(): Record<string, string> {
  const all = Object.entries(process.env)
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

export default defineConfig({
  testDir: 'e2e',
  // What lies in e2e/oracles is for vitest.
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  // For what hangs. A machine at a tenth of its speed is slow, not wrong: no journey sets a shorter limit.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  // A second try hides a race.
  retries: 0,
  reporter: 'list',
  // A trace of every journey would cost a fifth of the time: "npm run test:e2e -- --trace on FILE" makes one.
  use: { trace: 'off', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'browser',
      testIgnore: 'electron*.spec.ts',
      use: {
        browserName: 'chromium',
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          // Without a UTF-8 locale Chromium saves every name with a mark as "download".
          env: { ...definedVariables(), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
          args: [
            '--autoplay-policy=no-user-gesture-required',
            // Chromium's own sandbox refuses to start as root, as in most containers.
            ...(root ? ['--no-sandbox'] : []),
          ],
        },
      },
    },
    { name: 'electron', testMatch: 'electron*.spec.ts' },
  ],
})
