import { setPriority } from 'node:os'
import {
  MessageChannelMain,
  type MessagePortMain,
  type UtilityProcess,
  utilityProcess,
} from 'electron'
import type { ToEngine } from '#shared/desktop.ts'

export interface SynthsOptions {
  readonly modulePath: string
  readonly resources: string
  readonly tell: (message: ToEngine, ports?: MessagePortMain[]) => void
}

export interface Synths {
  /** `engine`: id of the speech engine that it speaks with. */
  start(id: number, engine: string): void
  stop(id: number): void
  stopAll(): void
}

/** A little below the engine: a click is answered at once while a text is being spoken. */
const NICENESS = 5

/** Synthesis processes on behalf of the engine. Each talks to it over a channel of its own; sound never passes through here. */
export function openSynths({ modulePath, resources, tell }: SynthsOptions): Synths {
  const running = new Map<number, UtilityProcess>()
  const stop = (id: number): void => {
    running.get(id)?.kill()
  }
  return {
    start(id, engine) {
      const child = utilityProcess.fork(modulePath, [resources, engine], {
        serviceName: 'Griot speech',
        // Sound is large and short-lived: a small nursery (in MB) lets it go soon.
        execArgv: ['--max-semi-space-size=2'],
      })
      running.set(id, child)
      child.once('spawn', () => lowerPriority(child.pid))
      const { port1, port2 } = new MessageChannelMain()
      child.postMessage({ kind: 'engine' }, [port1])
      tell({ kind: 'synth', id }, [port2])
      child.on('exit', (code) => {
        running.delete(id)
        tell({ kind: 'synth-exit', id, reason: `it ended with code ${code}` })
      })
    },
    stop,
    stopAll() {
      for (const id of running.keys()) stop(id)
    },
  }
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Some systems forbid it; speech then competes with the engine on equal terms.
  }
}
