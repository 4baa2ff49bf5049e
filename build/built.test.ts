import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildIfStale } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

beforeAll(() => buildIfStale(ROOT, () => undefined))

describe('the built preload', () => {
  test('requires Electron and nothing else, as its sandbox demands', () => {
    const required = [...read('out/preload/index.cjs').matchAll(/\brequire\(([^)]*)\)/g)]
    expect(required.map(([, what]) => what)).toEqual(['"electron"'])
  })

  test('gives the window `griot.call` and `griot.on`, and no way to Electron', () => {
    const code = read('out/preload/index.cjs')
    expect(code.match(/exposeInMainWorld\(/g)).toHaveLength(1)
    expect(code).toMatch(/exposeInMainWorld\("griot"/)
    expect(code).not.toMatch(/ipcRenderer\.(send|invoke|postMessage)/)
  })
})

/** A built entry with everything of ours that it imports. */
function bundle(entry: string): string {
  const code = read(join('out/main', entry))
  const chunks = [...code.matchAll(/from "\.\/(chunk-[^"]+)"/g)].map(([, name = '']) => name)
  return [code, ...chunks.map((name) => read(join('out/main', name)))].join('\n')
}

describe('the built main process', () => {
  const main = (): string => bundle('index.js')

  test('holds no text, no sound, no server and no database', () => {
    expect(main()).not.toMatch(
      /fastify|better-sqlite3|ffmpeg|flite|phoneme|node:child_process|node:http/,
    )
  })

  test('isolates and sandboxes the page', () => {
    for (const setting of [
      'contextIsolation: true',
      'sandbox: true',
      'nodeIntegration: false',
      'nodeIntegrationInWorker: false',
      'nodeIntegrationInSubFrames: false',
      'webSecurity: true',
      'webviewTag: false',
    ])
      expect(main()).toContain(setting)
    expect(main()).toContain('enableSandbox()')
    expect(main()).not.toMatch(
      /contextIsolation: false|sandbox: false|nodeIntegration\w*: true|webSecurity: false/,
    )
  })

  test('answers no message of a page: its one port leads to the backend', () => {
    expect(main()).not.toMatch(/ipcMain\.(on|once|handle|handleOnce)\(/)
  })

  test('leaves no listener of electron-store behind', () => {
    expect(main()).toContain('removeAllListeners("electron-store-get-data")')
  })
})

describe('the built command line', () => {
  test('begins with a line that says who runs it, once', () => {
    const lines = read('out/main/cli.js').split('\n')
    expect(lines[0]).toBe('#!/usr/bin/env node')
    expect(lines[1]).not.toMatch(/^#!/)
  })

  test('knows nothing of Electron, nor do the child processes', () => {
    const children = ['speech-worker.js', 'translation-worker.js', 'model-process.js']
    for (const entry of ['cli.js', ...children, 'backend.js'])
      expect(bundle(entry)).not.toMatch(/from "electron"/)
  })
})

test('built modules lie two folders below the root, as their sources do', () => {
  const folders = readdirSync(join(ROOT, 'out/main'), { withFileTypes: true })
  expect(folders.filter((entry) => entry.isDirectory())).toEqual([])
})

describe('the built window', () => {
  test('runs no inline script and loads nothing from elsewhere', () => {
    const page = read('out/renderer/index.html')
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
    expect(page).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\//)
    expect(page).not.toMatch(/\son\w+=/)
  })

  test('keeps its fonts as files', () => {
    const styles = readdirSync(join(ROOT, 'out/renderer/assets')).filter((name) =>
      name.endsWith('.css'),
    )
    expect(styles.length).toBeGreaterThan(0)
    for (const name of styles)
      expect(read(join('out/renderer/assets', name))).not.toMatch(
        /url\(["']?data:(?:font|application)/,
      )
  })
})
