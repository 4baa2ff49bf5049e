import { EventEmitter } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { MessagePortMain, type Parcel } from './ports.ts'

/** Electron's utility process, played by a worker thread that runs the same built file. */
export class UtilityProcess extends EventEmitter {
  readonly pid = undefined
  readonly modulePath: string
  readonly #worker: Worker
  constructor(modulePath: string, args: readonly string[]) {
    super()
    this.modulePath = modulePath
    const register = new URL('./register.ts', import.meta.url).href
    this.#worker = new Worker(modulePath, { argv: [...args], execArgv: ['--import', register] })
    this.#worker.on('message', (message) => this.emit('message', message))
    this.#worker.on('error', (error) => process.stderr.write(`${modulePath}: ${error}\n`))
    this.#worker.on('exit', (code) => this.emit('exit', code))
  }
  postMessage(data: unknown, ports: readonly MessagePortMain[] = []): void {
    const inner = ports.map((port) => port.inner)
    this.#worker.postMessage({ data, ports: inner } satisfies Parcel, inner)
  }
  kill(): boolean {
    this.#worker.terminate().catch((error) => this.emit('error', error))
    return true
  }
}

/** Gives this thread Electron's `process.parentPort`. */
export function becomeUtilityProcess(): void {
  const port = parentPort
  if (!port) throw new Error('Only a worker has a parent.')
  const events = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => port.postMessage(message),
  })
  // Like Electron's, it keeps messages until somebody listens.
  events.on('newListener', (name) => {
    if (name !== 'message' || events.listenerCount('message') > 0) return
    setImmediate(() => {
      port.on('message', ({ data, ports }: Parcel) =>
        events.emit('message', { data, ports: ports.map((inner) => new MessagePortMain(inner)) }),
      )
    })
  })
  Object.assign(process, { parentPort: events })
}
