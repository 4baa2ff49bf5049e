import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, join, posix, win32 } from 'node:path'
import { chromium } from 'playwright'

type Environment = Readonly<Record<string, string | undefined>>

/** Without windows: it starts in a third of the time, and is enough for whoever needs no window and no extension. */
const WINDOWLESS = 'chromium-headless-shell'
const NAMES = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  ...['microsoft-edge', 'microsoft-edge-stable'],
]
/** Places besides the PATH: of a browser that was installed a moment ago, or by a desktop. */
const USUAL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin']
const IN_OPT = ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge']
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]
/** A browser answers in a second; on a machine that is busy with other things it may take long. */
const ANSWER_MS = 60_000

/**
 * Returns the path of the browser for the tests: `PLAYWRIGHT_CHROMIUM_PATH`, or else the first that runs of those without
 * windows, Playwright's own and the system's. Returns undefined if none does. `log` hears of each that is there and does not
 * run.
 */
export function findChromium(
  environment: Environment,
  log: (line: string) => void = () => undefined,
): string | undefined {
  const chosen = environment['PLAYWRIGHT_CHROMIUM_PATH']
  if (chosen) return chosen
  const own = chromium.executablePath()
  const places = [
    ...windowlessPlaces(own, environment, process.platform),
    ...[own, ...systemPlaces(environment, process.platform)],
  ]
  return firstThatRuns([...new Set(places)], log)
}

/**
 * Returns where a Chromium without windows may lie: that of Playwright, which is installed beside its full one (`own`), and
 * that of Debian.
 */
export function windowlessPlaces(
  own: string,
  environment: Environment,
  platform: NodeJS.Platform,
): readonly string[] {
  const shells = shellsBeside(own)
  if (platform === 'win32' || platform === 'darwin') return shells
  return [...shells, ...programFolders(environment).map((folder) => posix.join(folder, WINDOWLESS))]
}

/** Of ms-playwright/chromium-1234/chrome-linux/chrome: ms-playwright/chromium_headless_shell-1234/…/headless_shell. */
function shellsBeside(own: string): readonly string[] {
  const place = /^(.*)chromium-(\d+)([\\/].*)$/.exec(own)
  if (!place) return []
  const folder = `${place[1]}chromium_headless_shell-${place[2]}`
  const name = /^(chrome-)?headless[-_]shell(\.exe)?$/
  return globSync('*/*', { cwd: folder })
    .filter((path) => name.test(basename(path)))
    .map((path) => join(folder, path))
}

export function firstThatRuns(
  paths: readonly string[],
  log: (line: string) => void,
): string | undefined {
  return paths.find((path) => {
    if (!existsSync(path)) return false
    if (runs(path)) return true
    log(`${path} does not run here.`)
    return false
  })
}

/** A browser that lacks a library of the system is there and yet does not run. On Windows the question opens a window. */
export function runs(program: string): boolean {
  if (process.platform === 'win32') return existsSync(program)
  return spawnSync(program, ['--version'], { timeout: ANSWER_MS, stdio: 'ignore' }).status === 0
}

/** Where a Chrome, a Chromium or an Edge of this system may lie, those on the PATH first. */
export function systemPlaces(
  environment: Environment,
  platform: NodeJS.Platform,
): readonly string[] {
  if (platform === 'win32') return windowsPlaces(environment)
  const programs = programFolders(environment).flatMap((folder) =>
    NAMES.map((name) => posix.join(folder, name)),
  )
  if (platform !== 'darwin') return [...programs, ...IN_OPT]
  const folders = ['/Applications', posix.join(environment['HOME'] ?? '/', 'Applications')]
  const apps = folders.flatMap((folder) =>
    MAC_APPS.map((name) => posix.join(folder, `${name}.app`, 'Contents/MacOS', name)),
  )
  return [...programs, ...apps]
}

function programFolders(environment: Environment): readonly string[] {
  const onPath = (environment['PATH'] ?? '').split(':').filter(posix.isAbsolute)
  return [...onPath, ...USUAL_FOLDERS]
}

function windowsPlaces(environment: Environment): readonly string[] {
  const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = environment[name]
    return folder ? [folder] : []
  })
  return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((path) => win32.join(folder, path)))
}
