import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fetchRuntime, type Runtime, whyNoWindow } from './desktop-runtime.ts'
import { buildIfStale } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
/** A desktop that falls over this early never opened its window. */
const STILLBORN_MS = 8_000

const extra = process.argv.slice(2)
const inBrowser = extra.includes('--browser')
const passedOn = extra.filter((argument) => argument !== '--browser')

await prepare()
const runtime = inBrowser ? { missing: '--browser was given' } : await desktopRuntime()
process.exitCode =
  'path' in runtime ? await openDesktop(runtime.path) : await openBrowser(runtime.missing)

async function prepare(): Promise<void> {
  try {
    await buildIfStale(ROOT, say)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

async function desktopRuntime(): Promise<Runtime> {
  const missing = whyNoWindow(process.platform, process.env, process.getuid?.())
  return missing ? { missing } : fetchRuntime(ROOT, say)
}

async function openDesktop(electron: string): Promise<number> {
  const startedAt = Date.now()
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env
  const { code, stopped } = await handOver(electron, [ROOT, ...passedOn], environment)
  const stillborn = code !== 0 && !stopped && Date.now() - startedAt < STILLBORN_MS
  return stillborn ? openBrowser(`its runtime does not run here (code ${code})`) : code
}

async function openBrowser(why: string): Promise<number> {
  say(`Opening the studio in the browser instead of a desktop window, because ${why}.`)
  const cli = join(ROOT, 'out/main/cli.js')
  const args = [cli, 'serve', '--open', ...passedOn]
  const { code } = await handOver(process.execPath, args, process.env)
  return code
}

interface Ended {
  readonly code: number
  /** A signal to this process asked for it. */
  readonly stopped: boolean
}

/** Runs a program in this terminal until it ends, and ends it when this process is told to end. */
async function handOver(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' })
  let stopped = false
  const pass = (signal: NodeJS.Signals): void => {
    stopped = true
    // Ctrl-C reaches every program of a terminal by itself; a second one would cut its clean-up short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      say(error.message)
      resolve({ code: 1, stopped })
    })
    child.once('exit', (code) => resolve({ code: code ?? (stopped ? 0 : 1), stopped }))
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
