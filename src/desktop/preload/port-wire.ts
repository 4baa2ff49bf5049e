import type { Wire } from '#shared/wire.ts'

/** A wire that may be used at once: what is sent before the engine's port arrives waits for it. */
export function portWire(): Wire & { attach(port: MessagePort, onClose: () => void): void } {
  const early: unknown[] = []
  let hear: (message: unknown) => void = () => undefined
  let deliver = (message: unknown): void => {
    early.push(message)
  }
  return {
    send: (message) => deliver(message),
    listen(onMessage) {
      hear = onMessage
    },
    attach(port, onClose) {
      deliver = (message) => port.postMessage(message)
      port.addEventListener('close', () => {
        deliver = () => {
          throw new Error('The engine has stopped.')
        }
        onClose()
      })
      port.onmessage = ({ data }) => hear(data)
      for (const message of early.splice(0)) port.postMessage(message)
    },
  }
}
