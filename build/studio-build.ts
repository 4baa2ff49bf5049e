import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a complete build leaves behind. */
const OUTPUTS = [
  'out/main/index.js',
  'out/main/engine.js',
  'out/main/synth.js',
  'out/main/cli.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
]
const SOURCES = ['src', 'package.json', 'package-lock.json', 'electron.vite.config.ts']

/** Builds the studio in `root` unless what is there is newer than every source. True if it built. */
export async function buildIfStale(root: string): Promise<boolean> {
  if (!(await isStale(root))) return false
  const vite = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { code, output } = await run(process.execPath, [vite, 'build'], root)
  if (code !== 0) throw new Error(`The studio could not be built.\n\n${output}`)
  return true
}

/** True if an output is missing or older than a source. Tests do not count. */
export async function isStale(root: string): Promise<boolean> {
  const built = await Promise.all(OUTPUTS.map((path) => changedAt(join(root, path))))
  const oldest = built.reduce<number>((least, at) => Math.min(least, at ?? 0), Number.MAX_VALUE)
  const newest = await Promise.all(SOURCES.map((path) => newestUnder(join(root, path))))
  return Math.max(...newest) > oldest
}

async function newestUnder(path: string): Promise<number> {
  const entry = await stat(path).catch(absent)
  if (!entry) return 0
  if (!entry.isDirectory()) return path.includes('.test.') ? 0 : entry.mtimeMs
  const inside = await readdir(path)
  return Math.max(0, ...(await Promise.all(inside.map((name) => newestUnder(join(path, name))))))
}

async function changedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(absent))?.mtimeMs
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

interface Finished {
  readonly code: number | null
  readonly output: string
}

/** Runs a program to its end, quietly; `output` is what it said. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<Finished> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: `${said.join('')}${error}` }))
    child.once('close', (code) => resolve({ code, output: said.join('') }))
  })
}
