import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from './studio-build.ts'

const PROBE_MS = 5_000
const DOWNLOAD_MS = 300_000
const SAMPLE_BYTES = 65_536

/** The desktop runtime, or why there is none, in words that end a sentence starting with "because". */
export type Runtime = { readonly path: string } | { readonly missing: string }

type Environment = Readonly<Record<string, string | undefined>>

/** Where Electron keeps its program, if it is complete and of the version that `package.json` asks for. */
export function installedRuntime(root: string): string | undefined {
  const folder = electronFolder(root)
  const pathFile = join(folder, 'path.txt')
  const versionFile = join(folder, 'dist/version')
  if (!existsSync(pathFile) || !existsSync(versionFile)) return undefined
  if (readFileSync(versionFile, 'utf8').replace(/^v/, '').trim() !== electronVersion(folder))
    return undefined
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(program) ? program : undefined
}

/** Why a desktop window cannot be opened here at all, or undefined if it can. */
export function whyNoWindow(
  platform: NodeJS.Platform,
  environment: Environment,
  userId: number | undefined,
): string | undefined {
  if (environment['CI']) return 'this is an automatic run (CI is set)'
  if (platform !== 'linux') return undefined
  if (!environment['DISPLAY'] && !environment['WAYLAND_DISPLAY'])
    return 'this machine has no display'
  if (userId === 0) return 'a desktop window must not run as root'
  return undefined
}

/** The runtime that is there, or else downloaded once (about 110 MB). Offline it gives up after five seconds. */
export async function fetchRuntime(root: string, say: (line: string) => void): Promise<Runtime> {
  const there = installedRuntime(root)
  if (there) return { path: there }
  const folder = electronFolder(root)
  if (!(await canDownload(downloadUrl(electronVersion(folder), process.env))))
    return { missing: 'its runtime is not installed and cannot be downloaded from here' }
  say('Downloading the desktop runtime, once (about 110 MB). Press Ctrl-C to stop.')
  const signal = AbortSignal.timeout(DOWNLOAD_MS)
  const installer = join(folder, 'install.js')
  const { errors } = await run(process.execPath, [installer], { cwd: root, signal })
  const path = installedRuntime(root)
  if (path) return { path }
  const [firstLine = 'no reason given'] = errors.trim().split('\n')
  return { missing: `its runtime could not be downloaded (${firstLine})` }
}

/** Follows the redirect to the store of the files and reads a little, so that a half-open network counts as closed. */
async function canDownload(url: string): Promise<boolean> {
  try {
    const headers = { range: `bytes=0-${SAMPLE_BYTES - 1}` }
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PROBE_MS) })
    if (!answer.ok || !answer.body) return false
    const reader = answer.body.getReader()
    for (let read = 0; read < SAMPLE_BYTES; ) {
      const { done, value } = await reader.read()
      if (done) break
      read += value.byteLength
    }
    await reader.cancel()
    return true
  } catch {
    // Whatever went wrong, the answer to the question is no.
    return false
  }
}

/** Where Electron's installer would look: it knows mirrors by these names. */
export function downloadUrl(version: string, environment: Environment): string {
  const mirror =
    environment['npm_config_electron_mirror'] ??
    environment['ELECTRON_MIRROR'] ??
    'https://github.com/electron/electron/releases/download/'
  const folder =
    environment['ELECTRON_CUSTOM_DIR']?.replace('{{ version }}', version) ?? `v${version}`
  return `${mirror}${folder}/electron-v${version}-${process.platform}-${process.arch}.zip`
}

function electronFolder(root: string): string {
  return dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json'))
}

function electronVersion(folder: string): string {
  // Written by Electron's publishers, so its shape is known.
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}
