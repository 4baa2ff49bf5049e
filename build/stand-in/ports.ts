import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Electron's port: Node's, with messages as events that carry `data` and `ports`. */
export class MessagePortMain extends EventEmitter {
  readonly inner: MessagePort
  constructor(inner: MessagePort) {
    super()
    this.inner = inner
    inner.on('close', () => this.emit('close'))
  }
  start(): void {
    this.inner.on('message', (data) => this.emit('message', { data, ports: [] }))
  }
  postMessage(message: unknown): void {
    this.inner.postMessage(message)
  }
  close(): void {
    this.inner.close()
  }
}

export class MessageChannelMain {
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new MessagePortMain(port1)
    this.port2 = new MessagePortMain(port2)
  }
}

/** How a message with its ports travels between the stand-in's main process and its utility processes. */
export interface Parcel {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}
