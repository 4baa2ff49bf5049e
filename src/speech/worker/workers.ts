import type { Cloner } from '#speech/engines/cloner.ts'
import {
  defaultEngine,
  PACK_WORKER,
  registeredEngines,
  systemVoice,
} from '#speech/engines/registry.ts'
import type { SpeechModels } from '#speech/models/speech-pack.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { MarkRestorer, Speaker, WordLanguages, WordReader } from '#speech/speaker.ts'
import type { WorkerLink } from './link.ts'
import { answeringModels } from './model-questions.ts'
import { createRemoteSpeaker, type RemoteOptions } from './remote.ts'
import { createSupervisor, type Supervisor, type SupervisorOptions } from './supervisor.ts'

/** Jobs that wait for a worker of a service: none has a place for them. */
export interface WorkerWaits {
  readonly waiting: number
  /** How long the first of them has waited, in milliseconds; 0 where none waits. */
  readonly oldestWaitMs: number
}

/** No job waits. */
export const NO_WAITS: WorkerWaits = { waiting: 0, oldestWaitMs: 0 }

/** The speech workers of a host, one for each engine, each with a supervisor of its own. */
export interface SpeechWorkers
  extends Speaker,
    MarkRestorer,
    WordReader,
    WordLanguages,
    Cloner,
    Inspector {
  /** State of the default engine's worker, without which nothing is heard. */
  readonly state: Supervisor['state']
  /** See `Supervisor`. */
  readonly step: string
  /** Resolves once the default engine has spoken; rejects when it cannot, and with the signal's reason. */
  ready(signal: AbortSignal): Promise<void>
  /** Left out where a job waits for nothing but processes of its own program. */
  readonly waits?: WorkerWaits
  close(): void
}

export interface SpeechWorkersOptions
  extends RemoteOptions,
    Pick<SupervisorOptions, 'backOffMs' | 'settledMs'> {
  /** Starts a worker that speaks with the engine of this id. */
  readonly start: (engine: string) => WorkerLink
  /** Runs the models of packs; left out: voices of packs do not speak. */
  readonly models?: SpeechModels | undefined
}

/** Longest silence of the worker of packs, in milliseconds: it waits for models that are loaded or work for minutes. */
const PACK_SILENCE_MS = 600_000

/**
 * Starts the worker of the default engine, and that of another engine when one of its voices is first asked for: an
 * engine that fails, even in native code, ends no other one's speech. All packs share one, because their models are in
 * processes of their own. Texts without a known voice, marks and recordings go
 * to the default engine; new voices to the first one that makes them.
 */
export function createSpeechWorkers({
  start,
  models,
  ...options
}: SpeechWorkersOptions): SpeechWorkers {
  const open = (engine: string) => {
    const isForPacks = engine === PACK_WORKER && models
    const supervisor = createSupervisor({
      ...options,
      start: () => (isForPacks ? answeringModels(start(engine), models) : start(engine)),
    })
    const silence = isForPacks ? { silenceMs: PACK_SILENCE_MS } : {}
    return { supervisor, remote: createRemoteSpeaker(supervisor, { ...options, ...silence }) }
  }
  const first = defaultEngine().id
  const main = open(first)
  const workers = new Map([[first, main]])
  const workerOf = (engine: string): typeof main => {
    const worker = workers.get(engine) ?? open(engine)
    workers.set(engine, worker)
    return worker
  }
  const { restoreMarks, normalise, readWords, detectWords, inspect, clean } = main.remote
  return {
    ...{ restoreMarks, normalise, readWords, detectWords, inspect, clean },
    speak: (order, signal, resume) => {
      const engine = order.custom?.engine ?? systemVoice(order.voice)?.engine ?? first
      const pack = registeredEngines().find(({ id }) => id === engine)?.pack
      const { remote } = workerOf(pack ? PACK_WORKER : engine)
      return remote.speak({ ...order, pack }, signal, resume)
    },
    clone: (order, signal) => {
      const cloner = registeredEngines().find(({ traits }) => traits)?.id ?? first
      return workerOf(cloner).remote.clone(order, signal)
    },
    get state() {
      return main.supervisor.state
    },
    get step() {
      return main.supervisor.step
    },
    async ready(signal) {
      await main.supervisor.ready(signal)
    },
    close() {
      for (const { supervisor } of workers.values()) supervisor.close()
    },
  }
}
