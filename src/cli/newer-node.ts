import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest Node whose binary interface the database of Griot uses: an older one crashes in it. */
const OLDEST = 22

export const isTooOld = (version: string): boolean => Number.parseInt(version, 10) < OLDEST

/**
 * Runs this command line once more, with the Node that the packages of Griot bring along; returns the exit code. `root`: the folder
 * of package.json. Writes what to do where there is none.
 */
export async function runInNewerNode(root: string): Promise<number> {
  const program = join(
    root,
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!existsSync(program)) {
    process.stderr.write(
      `Griot runs on Node ${OLDEST} or later; this is ${process.versions.node}. "npm install" in ${root} brings a newer one along, unless it leaves out packages for development or the scripts of packages. Install these, too, or run Griot with a newer Node.\n`,
    )
    return 1
  }
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  })
  const unlisten = passSignals(child)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + (SIGNALS[signal ?? ''] ?? 0)))
    })
  } finally {
    unlisten()
  }
}

/** Numbers of signals that a shell adds to 128 as the exit code. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
}

/** Lets a child answer signals in the place of this process. Those of a terminal reach both by themselves. */
function passSignals(child: ChildProcess): () => void {
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const listeners = (['SIGINT', 'SIGHUP', 'SIGTERM'] as const).map((signal) => {
    const pass = (): void => {
      if (!hasTerminal || signal === 'SIGTERM') child.kill(signal)
    }
    process.on(signal, pass)
    return () => process.off(signal, pass)
  })
  return () => {
    for (const unlisten of listeners) unlisten()
  }
}
