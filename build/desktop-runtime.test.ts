import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { downloadUrl, installedRuntime, whyNoWindow } from './desktop-runtime.ts'
import { isStale } from './studio-build.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'griot root '))
})
afterEach(() => rm(root, { recursive: true }))

async function write(path: string, text: string, changedAt = 1_000): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
  await utimes(join(root, path), changedAt, changedAt)
}

describe('a desktop window', () => {
  test('opens where there is a display', () => {
    expect(whyNoWindow('linux', { DISPLAY: ':0' }, 1000)).toBeUndefined()
    expect(whyNoWindow('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeUndefined()
    expect(whyNoWindow('win32', {}, undefined)).toBeUndefined()
    expect(whyNoWindow('darwin', {}, 501)).toBeUndefined()
  })

  test('does not open without one, in automatic runs or as root, and says why', () => {
    expect(whyNoWindow('linux', {}, 1000)).toMatch(/no display/)
    expect(whyNoWindow('darwin', { CI: 'true' }, 501)).toMatch(/automatic/)
    expect(whyNoWindow('linux', { DISPLAY: ':0' }, 0)).toMatch(/root/)
  })
})

describe('Electron’s runtime', () => {
  const install = async (version: string): Promise<void> => {
    await write('package.json', '{}')
    await write('node_modules/electron/package.json', '{"version":"45.4.1"}')
    await write('node_modules/electron/path.txt', 'electron')
    await write('node_modules/electron/dist/version', version)
    await write('node_modules/electron/dist/electron', '')
  }

  test('is found where it is complete, also under a path with spaces', async () => {
    await install('45.4.1')
    expect(installedRuntime(root)).toBe(join(root, 'node_modules/electron/dist/electron'))
  })

  test('of another version, or without its program, is no runtime', async () => {
    await install('44.0.0')
    expect(installedRuntime(root)).toBeUndefined()
    await install('45.4.1')
    await rm(join(root, 'node_modules/electron/dist/electron'))
    expect(installedRuntime(root)).toBeUndefined()
  })

  test('comes from a mirror where one is set', () => {
    const mirror = { ELECTRON_MIRROR: 'https://mirror.example/electron/' }
    expect(downloadUrl('45.4.1', mirror)).toMatch(
      /^https:\/\/mirror\.example\/electron\/v45\.4\.1\//,
    )
    expect(downloadUrl('45.4.1', {})).toMatch(/^https:\/\/github\.com\/.*\/v45\.4\.1\/electron-v45/)
  })
})

describe('the build', () => {
  const outputs = [
    'main/index.js',
    'main/backend.js',
    'main/speech-worker.js',
    'main/translation-worker.js',
    'main/model-process.js',
    'main/cli.js',
    'preload/index.cjs',
    'renderer/index.html',
  ]

  test('is made again when a source is newer than it, and not for a test', async () => {
    await write('src/speech/pipeline/speak.ts', '')
    for (const name of outputs) await write(`out/${name}`, '', 2_000)
    expect(await isStale(root)).toBe(false)
    await write('src/speech/pipeline/speak.test.ts', '', 3_000)
    expect(await isStale(root)).toBe(false)
    await write('src/speech/pipeline/speak.ts', '', 3_000)
    expect(await isStale(root)).toBe(true)
  })

  test('is made when a part of it is missing', async () => {
    await write('src/speech/pipeline/speak.ts', '')
    for (const name of outputs.slice(1)) await write(`out/${name}`, '', 2_000)
    expect(await isStale(root)).toBe(true)
  })
})
