import type { MessagePortMain, ParentPort } from 'electron'
import type { OpenedProject } from '#app/handlers/desktop.ts'
import type { KeyEncryption } from '#provenance/c2pa/key-store.ts'
import { isCommercialOnly } from '#shared/commercial-only.ts'
import type { DesktopTexts, MenuCommand } from '#shared/desktop.ts'
import { type FromBackend, ToBackend } from '#shared/desktop-messages.ts'
import { AppError } from '#shared/errors.ts'
import type { WorkerLink } from '#speech/worker/link.ts'

export interface MainProcessListeners {
  onWindow(port: MessagePortMain): void
  /** The menu bar was used. */
  onMenu(command: MenuCommand): void
  /** A project was asked for outside the window. */
  onOpen(what: OpenedProject): void
  onClose(): void
}

/**
 * Backend's view of the main process, which starts speech workers, opens dialogs and encrypts secrets on its behalf.
 */
export interface MainProcess {
  /** Starts a speech worker for the engine with this id. */
  startWorker(engine: string): WorkerLink
  /** Starts the process of the built-in translator. */
  startTranslator(): WorkerLink
  /** Starts a process that opens a pack of models. */
  startModel(): WorkerLink
  /** Path that the user chose; undefined if the dialog was cancelled. */
  chooseSavePath(fileName: string): Promise<string | undefined>
  /** Folder that the user chose; undefined if the dialog was cancelled. */
  chooseFolder(): Promise<string | undefined>
  /** Shows a file in the system's window of files. */
  showInFolder(path: string): void
  /** Shows a notice of the system while no window is in front. */
  notify(title: string, body: string): void
  /** Tells the menu bar and the tray their texts. */
  showTexts(texts: DesktopTexts): void
  /** Tells the menu bar which projects were opened last. */
  showRecent(projects: readonly { readonly id: string; readonly title: string }[]): void
  /** Tells the tray that the API answers. */
  showApi(url: string): void
  /**
   * Encryption with a key that the system keeps for this user; undefined where there is none (Linux without a
   * keyring).
   */
  encryption(): Promise<KeyEncryption | undefined>
  /** Shows the user why the backend cannot continue; the main process then ends it. */
  fail(message: string): void
}

/** Connects to the main process. Listens at once, since the first messages may already be waiting. */
export function connectToMainProcess(
  port: ParentPort,
  { onWindow, onMenu, onOpen, onClose }: MainProcessListeners,
): MainProcess {
  const workers = new Map<number, ReturnType<typeof createWorkerLink>>()
  const pending = new Map<number, (reply: Reply) => void>()
  let nextId = 0
  const send = (message: FromBackend): void => port.postMessage(message)
  const request = (messageFor: (id: number) => FromBackend): Promise<Reply> => {
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Reply>()
    pending.set(id, resolve)
    send(messageFor(id))
    return promise
  }

  port.on('message', ({ data, ports: [attached] }) => {
    const message = ToBackend.parse(data)
    switch (message.kind) {
      case 'window':
        if (attached) onWindow(attached)
        return
      case 'worker':
        if (attached) workers.get(message.id)?.attach(attached)
        return
      case 'worker-exit':
        workers.get(message.id)?.end(message.reason)
        workers.delete(message.id)
        return
      case 'save-path':
      case 'folder':
      case 'encryption':
      case 'encryption-result':
        pending.get(message.id)?.(message)
        pending.delete(message.id)
        return
      case 'menu':
        onMenu(message.command)
        return
      case 'open-project':
      case 'open-path':
        onOpen(message)
        return
      case 'close':
        onClose()
    }
  })

  const start = (messageFor: (id: number) => FromBackend): WorkerLink => {
    const id = nextId++
    const endpoint = createWorkerLink(() => send({ kind: 'stop-worker', id }))
    workers.set(id, endpoint)
    send(messageFor(id))
    return endpoint.link
  }
  return {
    startWorker: (engine) => start((id) => ({ kind: 'start-worker', id, engine, ...limits() })),
    startTranslator: () => start((id) => ({ kind: 'start-translator', id, ...limits() })),
    startModel: () => start((id) => ({ kind: 'start-model', id, ...limits() })),
    async chooseSavePath(fileName) {
      const reply = await request((id) => ({ kind: 'choose-save-path', id, fileName }))
      return reply.kind === 'save-path' ? reply.path : undefined
    },
    async chooseFolder() {
      const reply = await request((id) => ({ kind: 'choose-folder', id }))
      return reply.kind === 'folder' ? reply.path : undefined
    },
    showInFolder: (path) => send({ kind: 'show-in-folder', id: nextId++, path }),
    notify: (title, body) => send({ kind: 'notify', id: nextId++, title, body }),
    showRecent: (projects) =>
      send({ kind: 'recent-projects', id: nextId++, projects: [...projects] }),
    showTexts: (texts) => send({ kind: 'texts', id: nextId++, texts }),
    showApi: (url) => send({ kind: 'api-address', id: nextId++, url }),
    async encryption() {
      const reply = await request((id) => ({ kind: 'check-encryption', id }))
      return reply.kind === 'encryption' && reply.isAvailable
        ? systemEncryption(request)
        : undefined
    },
    fail: (message) => send({ kind: 'failed', message }),
  }
}

type Reply = Extract<
  ToBackend,
  { kind: 'save-path' | 'folder' | 'encryption' | 'encryption-result' }
>

function systemEncryption(
  request: (messageFor: (id: number) => FromBackend) => Promise<Reply>,
): KeyEncryption {
  const resultOf = (reply: Reply): string => {
    if (reply.kind === 'encryption-result' && reply.text !== undefined) return reply.text
    throw new AppError(
      'sign/key',
      'The system’s keyring would not encrypt or decrypt the signing key. Unlock the keyring and start Griot again.',
    )
  }
  return {
    async encrypt(plain) {
      return Buffer.from(
        resultOf(await request((id) => ({ kind: 'encrypt', id, plain }))),
        'base64',
      )
    },
    async decrypt(bytes) {
      const encrypted = Buffer.from(bytes).toString('base64')
      return resultOf(await request((id) => ({ kind: 'decrypt', id, encrypted })))
    },
  }
}

/** Creates the link to one worker. Messages are queued until its port arrives. */
function createWorkerLink(kill: () => void): {
  readonly link: WorkerLink
  attach(port: MessagePortMain): void
  end(reason: string): void
} {
  const queued: unknown[] = []
  let post = (message: unknown): void => {
    queued.push(message)
  }
  let onMessage: (message: unknown) => void = () => undefined
  let onExit: (reason: string) => void = () => undefined
  return {
    link: {
      send: (message) => post(message),
      onMessage(listener) {
        onMessage = listener
      },
      onExit(listener) {
        onExit = listener
      },
      kill,
    },
    attach(port) {
      port.on('message', ({ data }) => onMessage(data))
      port.start()
      post = (message) => port.postMessage(message)
      for (const message of queued.splice(0)) post(message)
    },
    end(reason) {
      post = () => undefined
      onExit(reason)
    },
  }
}

/** What processes that Electron starts must know: they do not inherit the environment of this one. */
function limits(): { readonly commercialOnly?: true } {
  return isCommercialOnly() ? { commercialOnly: true } : {}
}
