import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, runs } from './chromium.ts'
import { buildIfStale, run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const DOWNLOAD_MS = 180_000
const PACKAGES_MS = 600_000

await buildIfStale(ROOT, say)
say(`Tests run in ${await browser()}.`)

/** A browser that runs here, installed if need be; ends the process in words where there can be none. */
async function browser(): Promise<string> {
  const chosen = process.env['PLAYWRIGHT_CHROMIUM_PATH']
  if (chosen) {
    if (runs(chosen)) return chosen
    return giveUp(`PLAYWRIGHT_CHROMIUM_PATH names "${chosen}", which does not run here.`)
  }
  const found = findChromium(process.env, say)
  if (found) return found
  say('There is no Chrome, Chromium or Edge that runs here.')
  return (await download()) ?? (await install()) ?? giveUp('No browser could be installed.')
}

async function download(): Promise<string | undefined> {
  say('Downloading the Chromium without windows that Playwright keeps …')
  const playwright = join(ROOT, 'node_modules/playwright/cli.js')
  const args = [playwright, 'install', 'chromium-headless-shell']
  await attempt(process.execPath, args, DOWNLOAD_MS)
  return findChromium(process.env)
}

async function install(): Promise<string | undefined> {
  if (!mayUseApt()) return undefined
  say('That did not work from here. Installing the Chromium package of this system …')
  process.env['DEBIAN_FRONTEND'] = 'noninteractive'
  await attempt('apt-get', ['update'], PACKAGES_MS)
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await attempt('apt-get', ['install', '-y', '--no-install-recommends', name], PACKAGES_MS)
    const found = findChromium(process.env)
    if (found) return found
  }
  return undefined
}

function giveUp(why: string): never {
  say(
    [
      `${why} Do one of these, then run the tests again:`,
      '  npx playwright install --with-deps chromium-headless-shell',
      '  sudo apt-get install chromium-headless-shell        (Debian)',
      '  PLAYWRIGHT_CHROMIUM_PATH=/path/to/chrome npm test        (Chrome, Chromium or Edge)',
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

function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
