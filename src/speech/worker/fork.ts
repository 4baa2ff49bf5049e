import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { WorkerLink } from './link.ts'

/** A little below the server: a health check is answered at once while three texts are being spoken. */
const NICENESS = 2

/**
 * Sound is large and short-lived: a nursery with a limit (in MB) lets it go soon, and one of 16 MB leaves the other cores alone. Measured over fifty
 * texts by each of five voices, two of them Yoruba and one Amharic: the process takes at most 284 MB. With 2 MB it is 267 MB, but collecting takes 8 % more
 * processor time, a part of it on other cores, so that two processes on two cores reach 84 to 90 % of twice the speed of one instead of 93 to 95 %.
 */
const WORKER_FLAGS = ['--max-semi-space-size=16']

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
