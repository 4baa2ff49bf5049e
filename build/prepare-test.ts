import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { buildIfStale, run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const DOWNLOAD_MS = 180_000
const PACKAGES_MS = 600_000
const ANSWER_MS = 20_000

await buildIfStale(ROOT, say)
const found = findChromium(process.env)
say(found ? `Tests run in ${found}.` : await installChromium())

/** Tells what it did, or ends the process after telling the person what to do. */
async function installChromium(): Promise<string> {
  say('There is no Chromium here. Downloading the one that Playwright keeps …')
  const playwright = join(ROOT, 'node_modules/playwright/cli.js')
  await attempt(process.execPath, [playwright, 'install', 'chromium'], DOWNLOAD_MS)
  const downloaded = findChromium(process.env)
  if (downloaded && (await runs(downloaded))) return `Downloaded Chromium: ${downloaded}.`
  if (mayUseApt()) {
    say('That did not work from here. Installing the chromium package of this system …')
    process.env['DEBIAN_FRONTEND'] = 'noninteractive'
    await attempt('apt-get', ['update'], PACKAGES_MS)
    await attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], PACKAGES_MS)
    const installed = findChromium(process.env)
    if (installed && (await runs(installed))) return `Installed Chromium: ${installed}.`
  }
  say(
    [
      'Chromium could not be installed. Do one of these, then run the tests again:',
      '  npx playwright install --with-deps chromium',
      '  sudo apt-get install chromium        (Debian, Ubuntu)',
      '  PLAYWRIGHT_CHROMIUM_PATH=/path/to/chromium npm test',
    ].join('\n'),
  )
  process.exit(1)
}

/** Runs it to its end and tells in one line why it failed, if it did. */
async function attempt(program: string, args: readonly string[], limitMs: number): Promise<void> {
  const signal = AbortSignal.timeout(limitMs)
  const { code, output, errors } = await run(program, args, { cwd: ROOT, signal })
  if (code === 0) return
  const lines = `${output}\n${errors}`.trim().split('\n')
  say(lines.findLast((line) => /\berror\b/i.test(line)) ?? lines.at(-1) ?? 'It gave no reason.')
}

/** A browser that lacks a library of the system is there and yet does not run. */
async function runs(program: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const { code } = await run(program, ['--version'], { cwd: ROOT, signal })
  return code === 0
}

function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
