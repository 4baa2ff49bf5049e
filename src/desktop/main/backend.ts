import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron'
import type { DesktopTexts } from '#shared/desktop.ts'
import { FromBackend, type ToBackend } from '#shared/desktop-messages.ts'
import { canEncrypt, decrypt, encrypt } from './encryption.ts'
import type { RecentProject } from './menu.ts'
import { createWorkerProcesses } from './worker-processes.ts'

const CLOSING_MS = 5_000

export interface BackendOptions {
  /** Built entries of the processes. */
  readonly backendPath: string
  readonly workerPath: string
  readonly translatorPath: string
  readonly modelPath: string
  readonly resources: string
  readonly models: string
  readonly version: string
  readonly chooseSavePath: (fileName: string) => Promise<string | undefined>
  readonly chooseFolder: () => Promise<string | undefined>
  readonly showInFolder: (path: string) => void
  readonly notify: (title: string, body: string) => void
  readonly showTexts: (texts: DesktopTexts) => void
  readonly showRecent: (projects: readonly RecentProject[]) => void
  readonly showApi: (url: string) => void
  /** Called when the process ended unasked, with a reason for the user. */
  readonly onExit: (reason: string) => void
  readonly onBug: (error: unknown) => void
}

export interface Backend {
  /** Opens a new channel to the backend and returns the window's end of it. */
  connectWindow(): MessagePortMain
  /** Asks something of the window, or opens a project in it. */
  send(message: Extract<ToBackend, { kind: 'menu' | 'open-project' | 'open-path' }>): void
  /** Resolves when the process has ended; kills it after five seconds. */
  close(): Promise<void>
}

/** Starts the backend in its own process and carries out the requests that only the main process can. */
export function startBackend(options: BackendOptions): Backend {
  const { backendPath, workerPath, translatorPath, modelPath, resources, models, version } = options
  const child = utilityProcess.fork(backendPath, [resources, version], {
    serviceName: 'Griot backend',
  })
  const send = (message: ToBackend, ports: MessagePortMain[] = []): void =>
    child.postMessage(message, ports)
  const workers = createWorkerProcesses({
    ...{ modulePath: workerPath, translatorPath, modelPath, resources, models, send },
  })
  const ended = Promise.withResolvers<void>()
  let closing = false
  let reason: string | undefined

  child.on('message', (message: unknown) => {
    const request = FromBackend.parse(message)
    if (request.kind !== 'failed') {
      handleRequest(request, options, workers, send)
      return
    }
    reason = request.message
    child.kill()
  })
  child.on('exit', (code) => {
    workers.stopAll()
    ended.resolve()
    if (!closing)
      options.onExit(reason ?? `Griot’s background process stopped unexpectedly (code ${code}).`)
  })

  return {
    connectWindow() {
      const { port1, port2 } = new MessageChannelMain()
      send({ kind: 'window' }, [port1])
      return port2
    },
    send: (message) => send(message),
    async close() {
      closing = true
      send({ kind: 'close' })
      const timeout = setTimeout(() => child.kill(), CLOSING_MS)
      await ended.promise
      clearTimeout(timeout)
    },
  }
}

type BackendRequest = Exclude<FromBackend, { kind: 'failed' }>

function handleRequest(
  request: BackendRequest,
  options: BackendOptions,
  workers: ReturnType<typeof createWorkerProcesses>,
  send: (message: ToBackend) => void,
): void {
  const { chooseSavePath, chooseFolder, showInFolder, onBug } = options
  const { id } = request
  switch (request.kind) {
    case 'start-worker':
      workers.start(id, request.engine, request)
      return
    case 'start-translator':
      workers.startTranslator(id, request)
      return
    case 'start-model':
      workers.startModel(id, request)
      return
    case 'stop-worker':
      workers.stop(id)
      return
    case 'choose-save-path':
      chooseSavePath(request.fileName)
        .catch(onBug)
        .then((path) => send({ kind: 'save-path', id, path: path ?? undefined }), onBug)
      return
    case 'choose-folder':
      chooseFolder()
        .catch(onBug)
        .then((path) => send({ kind: 'folder', id, path: path ?? undefined }), onBug)
      return
    case 'show-in-folder':
      showInFolder(request.path)
      return
    case 'notify':
      options.notify(request.title, request.body)
      return
    case 'texts':
      options.showTexts(request.texts)
      return
    case 'recent-projects':
      options.showRecent(request.projects)
      return
    case 'api-address':
      options.showApi(request.url)
      return
    case 'check-encryption':
      canEncrypt()
        .catch(onBug)
        .then((is) => send({ kind: 'encryption', id, isAvailable: is === true }), onBug)
      return
    case 'encrypt':
      encrypt(request.plain)
        .catch(onBug)
        .then((text) => send({ kind: 'encryption-result', id, text: text ?? undefined }), onBug)
      return
    case 'decrypt':
      decrypt(request.encrypted)
        .catch(onBug)
        .then((text) => send({ kind: 'encryption-result', id, text: text ?? undefined }), onBug)
  }
}
