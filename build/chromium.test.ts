import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findChromium, firstThatRuns, systemPlaces, windowlessPlaces } from './chromium.ts'
import { run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'griot aṣàwákiri '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['chromium', 'google-chrome', 'microsoft-edge', 'microsoft-edge-stable'])(
  'a %s on the PATH is a browser for the tests, and so is one of the usual places that is not on it',
  (name) => {
    const [first, ...others] = systemPlaces({ PATH: `relative:${folder}` }, 'linux')
    expect(first).toBe(join(folder, 'chromium'))
    expect(others).toContain(`/usr/bin/${name}`)
    expect([first, ...others]).toContain(join(folder, name))
    expect(others.every((path) => path.startsWith('/'))).toBe(true)
  },
)

test('Chrome, Chromium and Edge are found where macOS and Windows keep them, also for one person alone', () => {
  const mac = systemPlaces({ HOME: '/Users/ada' }, 'darwin')
  for (const app of ['Google Chrome', 'Chromium', 'Microsoft Edge'])
    for (const at of ['/Applications', '/Users/ada/Applications'])
      expect(mac).toContain(`${at}/${app}.app/Contents/MacOS/${app}`)
  const places = systemPlaces(
    {
      ProgramFiles: 'D:\\Program Files',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\Ada\\AppData\\Local',
    },
    'win32',
  )
  expect(places).toEqual(
    expect.arrayContaining([
      'D:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Users\\Ada\\AppData\\Local\\Chromium\\Application\\chrome.exe',
    ]),
  )
})

test('a Chromium without windows is looked for beside that of Playwright, on the PATH and where Debian puts it', () => {
  const own = join(folder, 'ms-playwright/chromium-1255/chrome-linux64/chrome')
  const shell = join(
    folder,
    'ms-playwright/chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell',
  )
  mkdirSync(dirname(shell), { recursive: true })
  writeFileSync(shell, '#!/bin/sh\n')
  writeFileSync(join(dirname(shell), 'LICENSE'), '')
  const debian = ['/usr/bin', '/usr/local/bin'].map((at) => join(at, 'chromium-headless-shell'))
  const places = windowlessPlaces(own, { PATH: folder }, 'linux')
  expect(places.slice(0, 2)).toEqual([shell, join(folder, 'chromium-headless-shell')])
  expect(places).toEqual(expect.arrayContaining(debian))
  expect(windowlessPlaces(own, {}, 'darwin')).toEqual([shell])
  expect(windowlessPlaces('/opt/chrome', {}, 'win32')).toEqual([])
})

test('the one that a person has chosen goes before all others', () => {
  expect(findChromium({ PLAYWRIGHT_CHROMIUM_PATH: '/mine', PATH: folder })).toBe('/mine')
})

test('one that is there and does not run is named, and the next one is taken', () => {
  const places = ['away', 'broken', 'whole'].map((name) => join(folder, name))
  const [, broken = '', whole = ''] = places
  writeFileSync(broken, '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  writeFileSync(whole, '#!/bin/sh\necho Chrome 140\n', { mode: 0o755 })
  const told: string[] = []
  expect(firstThatRuns(places, (line) => told.push(line))).toBe(whole)
  expect(told).toEqual([`${broken} does not run here.`])
})

test('a chosen browser that does not run ends the tests in words, before the first', async () => {
  const broken = join(folder, 'chromium')
  writeFileSync(broken, '#!/bin/sh\necho "cannot open libnss3.so" >&2\nexit 127\n')
  chmodSync(broken, 0o755)
  const copy = join(folder, 'copy')
  copyFileSync(broken, copy)
  for (const path of [copy, join(folder, 'away')]) {
    const env = { ...process.env, PLAYWRIGHT_CHROMIUM_PATH: path }
    const { code, errors } = await run(process.execPath, ['build/prepare-test.ts'], {
      ...{ cwd: ROOT, env },
    })
    expect(code).toBe(1)
    expect(errors).toContain(`PLAYWRIGHT_CHROMIUM_PATH names "${path}", which does not run`)
  }
})
