import type { Channel } from '#shared/channel.ts'

/** Creates a channel that can be used at once: messages are queued until the backend's port is attached. */
export function createPortChannel(): Channel & {
  attach(port: MessagePort, onClose: () => void): void
} {
  const queued: unknown[] = []
  let listener: (message: unknown) => void = () => undefined
  let post = (message: unknown): void => {
    queued.push(message)
  }
  return {
    send: (message) => post(message),
    listen(onMessage) {
      listener = onMessage
    },
    attach(port, onClose) {
      post = (message) => port.postMessage(message)
      port.addEventListener('close', () => {
        post = () => {
          throw new Error('Griot’s background process has stopped.')
        }
        onClose()
      })
      port.onmessage = ({ data }) => listener(data)
      for (const message of queued.splice(0)) port.postMessage(message)
    },
  }
}
