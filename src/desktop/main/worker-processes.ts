import { setPriority } from 'node:os'
import {
  MessageChannelMain,
  type MessagePortMain,
  type UtilityProcess,
  utilityProcess,
} from 'electron'
import type { ToBackend } from '#shared/desktop-messages.ts'

export interface WorkerProcessesOptions {
  /** Built entries of the speech worker, of the built-in translator and of the model process. */
  readonly modulePath: string
  readonly translatorPath: string
  readonly modelPath: string
  readonly resources: string
  /** The folder of the models. */
  readonly models: string
  readonly send: (message: ToBackend, ports?: MessagePortMain[]) => void
}

/** What a process may use. */
interface Limits {
  /** Only what may be used commercially. */
  readonly commercialOnly?: boolean | undefined
}

export interface WorkerProcesses {
  /** `engine`: id of the speech engine of the process. */
  start(id: number, engine: string, limits?: Limits): void
  startTranslator(id: number, limits?: Limits): void
  startModel(id: number, limits?: Limits): void
  stop(id: number): void
  stopAll(): void
}

/** Slightly lower priority than the backend, which stays responsive while a text is being spoken. */
const NICENESS = 5

/**
 * Starts and stops speech workers, the built-in translator and model processes for the backend. Each one has its own
 * channel to it, so no audio passes through
 * the main process.
 */
export function createWorkerProcesses({
  modulePath,
  translatorPath,
  modelPath,
  resources,
  models,
  send,
}: WorkerProcessesOptions): WorkerProcesses {
  const running = new Map<number, UtilityProcess>()
  const stop = (id: number): void => {
    running.get(id)?.kill()
  }
  const connect = (id: number, child: UtilityProcess): void => {
    running.set(id, child)
    child.once('spawn', () => lowerPriority(child.pid))
    const { port1, port2 } = new MessageChannelMain()
    child.postMessage({ kind: 'backend-port' }, [port1])
    send({ kind: 'worker', id }, [port2])
    child.on('exit', (code) => {
      running.delete(id)
      send({ kind: 'worker-exit', id, reason: `it ended with code ${code}` })
    })
  }
  return {
    start(id, engine, limits) {
      const child = utilityProcess.fork(modulePath, [resources, engine], {
        serviceName: 'Griot speech',
        // As src/speech/worker/fork.ts has it.
        execArgv: ['--max-semi-space-size=16'],
        ...environmentFor(limits),
      })
      connect(id, child)
    },
    startModel(id, limits) {
      // As src/inference/model-process.ts has it: the weights lie outside the heap.
      const execArgv = ['--max-old-space-size=1024', '--max-semi-space-size=4']
      const options = { serviceName: 'Griot models', execArgv, ...environmentFor(limits) }
      connect(id, utilityProcess.fork(modelPath, [], options))
    },
    startTranslator: (id, limits) => {
      const options = { serviceName: 'Griot translator', ...environmentFor(limits) }
      connect(id, utilityProcess.fork(translatorPath, [models], options))
    },
    stop,
    stopAll() {
      for (const id of running.keys()) stop(id)
    },
  }
}

/** As src/shared/commercial-only.ts reads it. */
function environmentFor(limits: Limits | undefined): { env?: NodeJS.ProcessEnv } {
  return limits?.commercialOnly ? { env: { ...process.env, GRIOT_COMMERCIAL_ONLY: 'on' } } : {}
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Some systems forbid it; speech then runs at the backend's own priority.
  }
}
