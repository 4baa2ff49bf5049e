import type { MessagePortMain, ParentPort } from 'electron'
import type { KeyEncryption } from '#provenance/c2pa/key-store.ts'
import { type FromEngine, ToEngine } from '#shared/desktop.ts'
import { AppError } from '#shared/errors.ts'
import type { WorkerLink } from '#speech/worker/link.ts'

export interface ParentListeners {
  onWindow(port: MessagePortMain): void
  onClose(): void
}

/** The engine's side of its talk with the main process, which starts its synthesis processes, opens its dialogs and seals its secrets. */
export interface Parent {
  /** Starts a speech worker for the engine of this id. */
  startWorker(engine: string): WorkerLink
  /** Undefined if the person changed their mind. */
  chooseSavePath(fileName: string): Promise<string | undefined>
  /** What seals secrets for this user on this system; undefined where nothing does (Linux without a keyring). */
  keyEncryption(): Promise<KeyEncryption | undefined>
  /** Tells the person why the engine cannot go on; the main process then ends it. */
  fail(message: string): void
}

/** Starts to listen at once: the main process may already have spoken. */
export function openParent(port: ParentPort, { onWindow, onClose }: ParentListeners): Parent {
  const synths = new Map<number, ReturnType<typeof synthEnd>>()
  const answers = new Map<number, (answer: Answer) => void>()
  let nextId = 0
  const tell = (wish: FromEngine): void => port.postMessage(wish)
  const ask = (wishOf: (id: number) => FromEngine): Promise<Answer> => {
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Answer>()
    answers.set(id, resolve)
    tell(wishOf(id))
    return promise
  }

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
      case 'sealing':
      case 'secret':
        answers.get(message.id)?.(message)
        answers.delete(message.id)
        return
      case 'close':
        onClose()
    }
  })

  return {
    startWorker(engine) {
      const id = nextId++
      const end = synthEnd(() => tell({ kind: 'stop-synth', id }))
      synths.set(id, end)
      tell({ kind: 'start-synth', id, engine })
      return end.link
    },
    async chooseSavePath(fileName) {
      const answer = await ask((id) => ({ kind: 'choose-save-path', id, fileName }))
      return answer.kind === 'save-path' ? answer.path : undefined
    },
    async keyEncryption() {
      const answer = await ask((id) => ({ kind: 'ask-sealing', id }))
      return answer.kind === 'sealing' && answer.isAvailable ? protectionBy(ask) : undefined
    },
    fail: (message) => tell({ kind: 'failed', message }),
  }
}

type Answer = Extract<ToEngine, { kind: 'save-path' | 'sealing' | 'secret' }>

function protectionBy(ask: (wishOf: (id: number) => FromEngine) => Promise<Answer>): KeyEncryption {
  const secret = (answer: Answer): string => {
    if (answer.kind === 'secret' && answer.text !== undefined) return answer.text
    throw new AppError(
      'sign/key',
      'This system would not seal or open the signing key. Unlock its keyring and start Griot again.',
    )
  }
  return {
    async encrypt(plain) {
      return Buffer.from(secret(await ask((id) => ({ kind: 'seal', id, plain }))), 'base64')
    },
    async decrypt(bytes) {
      const sealed = Buffer.from(bytes).toString('base64')
      return secret(await ask((id) => ({ kind: 'open-sealed', id, sealed })))
    },
  }
}

/** One synthesis process. What is sent before its port has arrived waits for it. */
function synthEnd(kill: () => void): {
  readonly link: WorkerLink
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
