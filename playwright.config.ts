import { defineConfig } from 'playwright/test'
import { findChromium } from './build/chromium.ts'

const executablePath = findChromium(process.env)
const root = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'browser',
      testIgnore: 'electron*.spec.ts',
      use: {
        browserName: 'chromium',
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
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
