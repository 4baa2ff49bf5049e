import { spawn } from 'node:child_process'
import { mkdir, readdir, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Files of a complete build. */
const OUTPUTS = [
  'out/main/index.js',
  'out/main/backend.js',
  'out/main/speech-worker.js',
  'out/main/translation-worker.js',
  'out/main/model-process.js',
  'out/main/cli.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
]
const SOURCES = ['src', 'package.json', 'package-lock.json', 'electron.vite.config.ts']

/** Longer than any build: a lock as old as this was left behind by one that was killed. */
const LEFT_BEHIND_MS = 300_000
const LOOK_AGAIN_MS = 200

/** Builds the studio in `root` unless what is there is newer than every source. Throws with what the builder said. */
export async function buildIfStale(root: string, say: (line: string) => void): Promise<void> {
  if (!(await isStale(root))) return
  const release = await lock(join(root, 'node_modules/.griot-build'))
  try {
    // Whoever built while we waited has done it for us too.
    if (!(await isStale(root))) return
    say('Building the studio …')
    const vite = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
    const { code, output, errors } = await run(process.execPath, [vite, 'build'], { cwd: root })
    if (code !== 0) throw new Error(`The studio could not be built.\n\n${output}${errors}`)
  } finally {
    await release()
  }
}

/**
 * Builds the studio in `root` where there is none, as in a fresh checkout: "griot serve" does not start without it. One
 * that is older than its sources is left as it is. Throws with what the builder said.
 */
export async function buildIfMissing(root: string, say: (line: string) => void): Promise<void> {
  if ((await changedAt(join(root, 'out/renderer/index.html'))) !== undefined) return
  await buildIfStale(root, say)
}

/** Only one may make this folder; the others wait until it is gone. */
async function lock(folder: string): Promise<() => Promise<void>> {
  for (;;) {
    const age = Date.now() - ((await changedAt(folder)) ?? 0)
    if (age > LEFT_BEHIND_MS) await rmdir(folder).catch(absent)
    try {
      await mkdir(folder)
      return () => rmdir(folder)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
      await pause(LOOK_AGAIN_MS)
    }
  }
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
  if (hasCode(error, 'ENOENT')) return undefined
  throw error
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

export interface Finished {
  /** Undefined if it could not be started, or was ended by a signal. */
  readonly code: number | undefined
  /** Standard output, and standard error. */
  readonly output: string
  readonly errors: string
}

interface RunOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
}

/** Runs a program to its end, quietly, and gives back what it said. */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Finished> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve({ code: undefined, output, errors: `${errors}${error}` }),
    )
    child.once('close', (code) => resolve({ code: code ?? undefined, output, errors }))
  })
}
