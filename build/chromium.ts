import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const USUAL_PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

type Environment = Readonly<Record<string, string | undefined>>

/** The browser for the tests: `PLAYWRIGHT_CHROMIUM_PATH`, Playwright's own, or the system's; undefined if there is none. */
export function findChromium(environment: Environment): string | undefined {
  const chosen = environment['PLAYWRIGHT_CHROMIUM_PATH']
  if (chosen) return chosen
  const onPath = (environment['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const usual = USUAL_PLACES[process.platform] ?? []
  return [chromium.executablePath(), ...onPath, ...usual].find((path) => path && existsSync(path))
}
