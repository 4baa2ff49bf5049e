import { join } from 'node:path'
import { fetchRuntime, type Runtime, whyNoWindow } from './desktop-runtime.ts'
import { runInForeground } from './run-in-foreground.ts'
import { buildIfStale } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
/** A desktop that falls over this early never opened its window. */
const STILLBORN_MS = 8_000
/** The shell of npm, as long as it is there; whoever runs this file otherwise may leave it alone. */
const parent = process.env['npm_lifecycle_event'] === 'start' ? process.ppid : undefined

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
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const { code, stopped } = await runInForeground(electron, [ROOT, ...passedOn], {
    cwd: ROOT,
    env,
    parent,
  })
  const stillborn = code !== 0 && !stopped && Date.now() - startedAt < STILLBORN_MS
  return stillborn ? openBrowser(`its runtime does not run here (code ${code})`) : code
}

async function openBrowser(why: string): Promise<number> {
  say(`Opening the studio in the browser instead of a desktop window, because ${why}.`)
  const cli = join(ROOT, 'out/main/cli.js')
  const args = [cli, 'serve', '--open', ...passedOn]
  const { code } = await runInForeground(process.execPath, args, {
    cwd: ROOT,
    env: process.env,
    parent,
  })
  return code
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
