import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { WorkerLink } from './link.ts'

/** A little below the server: a health check is answered at once while three texts are being spoken. */
const NICENESS = 2

/**
 * Sound is large and short-lived: a small nursery (in MB) lets it go soon. Measured over fifty texts by five voices,
 * the process stays below 170 MB in English and 255 MB with Yoruba and Amharic, and grows to 360 MB without.
 */
const WORKER_FLAGS = ['--max-semi-space-size=2']

/**
 * Start a worker as a child of this process (outside Electron, which has its own kind). `entry`: the `index.ts` of
 * `src/speech/worker` or of `src/inference/process`, or its built twin. `args` go to it as they are. `flags`: options of
 * its V8; left out: those of a speech worker.
 */
export function forkWorker(
  entry: string,
  args: readonly string[],
  flags: readonly string[] = WORKER_FLAGS,
): WorkerLink {
  const child = fork(entry, args, {
    serialization: 'advanced',
    execArgv: [...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  lowerPriority(child.pid)
  return {
    get pid() {
      return child.pid
    },
    send(message) {
      // A child that is gone says so through `onExit`; a message to it has nowhere to go.
      if (child.connected) child.send(message as object, () => undefined)
    },
    onMessage: (listener) => {
      child.on('message', listener)
    },
    onExit(listener) {
      let isReported = false
      const report = (reason: string): void => {
        if (isReported) return
        isReported = true
        listener(reason)
      }
      child.on('error', (error) => report(error.message))
      child.once('exit', (code, signal) =>
        report(signal ? `signal ${signal}` : `exit code ${code}`),
      )
    },
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Some systems forbid it; speech then merely competes with the server on equal terms.
  }
}
