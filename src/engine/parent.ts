import type { MessagePortMain, ParentPort } from 'electron'
import type { SynthLink } from '#core/speaker/link.ts'
import { type FromEngine, ToEngine } from '#shared/desktop.ts'

export interface ParentListeners {
  onWindow(port: MessagePortMain): void
  onClose(): void
}

/** The engine's side of its talk with the main process, which starts its synthesis processes and opens its dialogs. */
export interface Parent {
  startSynth(): SynthLink
  /** Undefined if the person changed their mind. */
  chooseSavePath(fileName: string): Promise<string | undefined>
  /** Tells the person why the engine cannot go on; the main process then ends it. */
  fail(message: string): void
}

/** Starts to listen at once: the main process may already have spoken. */
export function openParent(port: ParentPort, { onWindow, onClose }: ParentListeners): Parent {
  const synths = new Map<number, ReturnType<typeof synthEnd>>()
  const choices = new Map<number, (path: string | undefined) => void>()
  let nextId = 0
  const ask = (wish: FromEngine): void => port.postMessage(wish)

  port.on('message', ({ data, ports: [attached] }) => {
    const message = ToEngine.parse(data)
    switch (message.kind) {
      case 'window':
        if (attached) onWindow(attached)
        return
      case 'synth':
        if (attached) synths.get(message.id)?.attach(attached)
        return
      case 'synth-exit':
        synths.get(message.id)?.end(message.reason)
        synths.delete(message.id)
        return
      case 'save-path':
        choices.get(message.id)?.(message.path)
        choices.delete(message.id)
        return
      case 'close':
        onClose()
    }
  })

  return {
    startSynth() {
      const id = nextId++
      const end = synthEnd(() => ask({ kind: 'stop-synth', id }))
      synths.set(id, end)
      ask({ kind: 'start-synth', id })
      return end.link
    },
    chooseSavePath(fileName) {
      const id = nextId++
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      choices.set(id, resolve)
      ask({ kind: 'choose-save-path', id, fileName })
      return promise
    },
    fail: (message) => ask({ kind: 'failed', message }),
  }
}

/** One synthesis process. What is sent before its port has arrived waits for it. */
function synthEnd(kill: () => void): {
  readonly link: SynthLink
  attach(port: MessagePortMain): void
  end(reason: string): void
} {
  const early: unknown[] = []
  let deliver = (message: unknown): void => {
    early.push(message)
  }
  let hear: (message: unknown) => void = () => undefined
  let mourn: (reason: string) => void = () => undefined
  return {
    link: {
      send: (message) => deliver(message),
      onMessage(listener) {
        hear = listener
      },
      onExit(listener) {
        mourn = listener
      },
      kill,
    },
    attach(port) {
      port.on('message', ({ data }) => hear(data))
      port.start()
      deliver = (message) => port.postMessage(message)
      for (const message of early.splice(0)) deliver(message)
    },
    end(reason) {
      deliver = () => undefined
      mourn(reason)
    },
  }
}
