import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { buildIfStale, run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const DOWNLOAD_MS = 180_000
const PACKAGES_MS = 600_000
/** A browser that is there answers in a second; on a machine that is busy with other things it may take long. */
const ANSWER_MS = 60_000

await buildIfStale(ROOT, say)
say(`Tests run in ${await browser()}.`)

/** A browser that runs here, installed if need be; ends the process in words where there can be none. */
async function browser(): Promise<string> {
  const chosen = process.env['PLAYWRIGHT_CHROMIUM_PATH']
  if (chosen) {
    if (await runs(chosen)) return chosen
    return giveUp(`PLAYWRIGHT_CHROMIUM_PATH names "${chosen}", which does not run here.`)
  }
  const found = findChromium(process.env)
  if (found && (await runs(found))) return found
  say(found ? `${found} does not run here.` : 'There is no Chrome, Chromium or Edge here.')
  return (await download()) ?? (await install()) ?? giveUp('No browser could be installed.')
}

async function download(): Promise<string | undefined> {
  say('Downloading the Chromium that Playwright keeps …')
  const playwright = join(ROOT, 'node_modules/playwright/cli.js')
  await attempt(process.execPath, [playwright, 'install', 'chromium'], DOWNLOAD_MS)
  return foundAndRuns()
}

async function install(): Promise<string | undefined> {
  if (!mayUseApt()) return undefined
  say('That did not work from here. Installing the chromium package of this system …')
  process.env['DEBIAN_FRONTEND'] = 'noninteractive'
  await attempt('apt-get', ['update'], PACKAGES_MS)
  await attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], PACKAGES_MS)
  return foundAndRuns()
}

async function foundAndRuns(): Promise<string | undefined> {
  const found = findChromium(process.env)
  return found && (await runs(found)) ? found : undefined
}

function giveUp(why: string): never {
  say(
    [
      `${why} Do one of these, then run the tests again:`,
      '  npx playwright install --with-deps chromium',
      '  sudo apt-get install chromium        (Debian, Ubuntu)',
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

/** A browser that lacks a library of the system is there and yet does not run. On Windows the question opens a window. */
async function runs(program: string): Promise<boolean> {
  if (process.platform === 'win32') return existsSync(program)
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
