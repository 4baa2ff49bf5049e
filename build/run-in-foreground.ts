import { type ChildProcess, spawn } from 'node:child_process'

export interface Ended {
  readonly code: number
  /** A signal to this process asked for it. */
  readonly stopped: boolean
}

/** Where a program runs, and with whom it ends. */
export interface SpawnOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /**
   * The process without which nobody means it to run: npm passes a signal on to its shell, which dies of it and tells
   * nobody (@npmcli/run-script, signal-manager.js). Left out: only signals end it, as on Windows, where a process keeps
   * the number of its parent for life.
   */
  readonly parent?: number | undefined
}

const LOOK_EVERY_MS = 500

/** Runs a program in this terminal until it ends, and ends it when this process is told to end, or is left behind. */
export async function runInForeground(
  program: string,
  args: readonly string[],
  { cwd, env, parent }: SpawnOptions,
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, stdio: 'inherit' })
  let stopped = false
  const pass = (signal: NodeJS.Signals): void => {
    stopped = true
    // Ctrl-C reaches every program of a terminal by itself; a second one would cut its clean-up short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const forget = onTerminate(parent, pass)
  const code = await codeOf(child)
  forget()
  return { code: code ?? (stopped ? 0 : 1), stopped }
}

/**
 * Calls `end` for each signal that asks this process to end, and once when it is left behind by `parent`. The answer ends
 * the looking after the parent.
 */
export function onTerminate(
  parent: number | undefined,
  end: (signal: NodeJS.Signals) => void,
): () => void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  const watch = setInterval(() => {
    if (parent === undefined || process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, LOOK_EVERY_MS)
  return () => clearInterval(watch)
}

function codeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(1)
    })
    child.once('exit', resolve)
  })
}
