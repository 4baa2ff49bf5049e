import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron'
import { FromEngine, type ToEngine } from '#shared/desktop.ts'
import { canSeal, openSealed, seal } from './secrets.ts'
import { openSynths } from './synths.ts'

const CLOSING_MS = 5_000

export interface EngineOptions {
  /** The built entries of the two processes. */
  readonly enginePath: string
  readonly synthPath: string
  readonly resources: string
  readonly version: string
  readonly chooseSavePath: (fileName: string) => Promise<string | undefined>
  /** Ended without being asked to; with the reason for the person where it gave one. */
  readonly onEnd: (reason: string) => void
  readonly onBug: (error: unknown) => void
}

export interface Engine {
  /** The window's end of a fresh channel to the engine. */
  connectWindow(): MessagePortMain
  /** Resolves when the process is gone, by force after five seconds. */
  close(): Promise<void>
}

/** Starts the engine in its own process and does for it what only the main process can. */
export function startEngine(options: EngineOptions): Engine {
  const { enginePath, synthPath, resources, version } = options
  const child = utilityProcess.fork(enginePath, [resources, version], {
    serviceName: 'Griot engine',
  })
  const tell = (message: ToEngine, ports: MessagePortMain[] = []): void =>
    child.postMessage(message, ports)
  const synths = openSynths({ modulePath: synthPath, resources, tell })
  const ended = Promise.withResolvers<void>()
  let closing = false
  let reason: string | undefined

  child.on('message', (message: unknown) => {
    const wish = FromEngine.parse(message)
    if (wish.kind !== 'failed') {
      act(wish, options, synths, tell)
      return
    }
    reason = wish.message
    child.kill()
  })
  child.on('exit', (code) => {
    synths.stopAll()
    ended.resolve()
    if (!closing) options.onEnd(reason ?? `The engine stopped unexpectedly (code ${code}).`)
  })

  return {
    connectWindow() {
      const { port1, port2 } = new MessageChannelMain()
      tell({ kind: 'window' }, [port1])
      return port2
    },
    async close() {
      closing = true
      tell({ kind: 'close' })
      const tooLong = setTimeout(() => child.kill(), CLOSING_MS)
      await ended.promise
      clearTimeout(tooLong)
    },
  }
}

type Wish = Exclude<FromEngine, { kind: 'failed' }>

function act(
  wish: Wish,
  { chooseSavePath, onBug }: EngineOptions,
  synths: ReturnType<typeof openSynths>,
  tell: (message: ToEngine) => void,
): void {
  const { id } = wish
  switch (wish.kind) {
    case 'start-synth':
      synths.start(id, wish.engine)
      return
    case 'stop-synth':
      synths.stop(id)
      return
    case 'choose-save-path':
      chooseSavePath(wish.fileName)
        .catch(onBug)
        .then((path) => tell({ kind: 'save-path', id, path: path ?? undefined }), onBug)
      return
    case 'ask-sealing':
      canSeal()
        .catch(onBug)
        .then((is) => tell({ kind: 'sealing', id, isAvailable: is === true }), onBug)
      return
    case 'seal':
      seal(wish.plain)
        .catch(onBug)
        .then((text) => tell({ kind: 'secret', id, text: text ?? undefined }), onBug)
      return
    case 'open-sealed':
      openSealed(wish.sealed)
        .catch(onBug)
        .then((text) => tell({ kind: 'secret', id, text: text ?? undefined }), onBug)
  }
}
