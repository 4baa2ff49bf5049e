import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** What must arrive of a form in each window, in bytes: the pace of a slow telephone line. */
const LEAST_BYTES = 64 * 1024

/**
 * Calls `giveUp` for requests whose body comes too slowly: it must be whole within `windowMs`, but a form, which may
 * carry a large file over a thin line, may take longer as long as it keeps coming.
 */
export function paceBodies(
  server: Server,
  windowMs: number,
  giveUp: (socket: Socket) => void,
): void {
  server.on('request', (request) => {
    if (request.complete) return
    const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
    let arrived = request.socket.bytesRead
    const check = (): void => {
      const { bytesRead } = request.socket
      if (isOver(request)) clearInterval(watch)
      else if (isForm && bytesRead - arrived >= LEAST_BYTES) arrived = bytesRead
      else {
        clearInterval(watch)
        giveUp(request.socket)
      }
    }
    const watch = setInterval(check, windowMs).unref()
    request.once('close', () => clearInterval(watch))
  })
}

function isOver(request: IncomingMessage): boolean {
  return request.complete || request.socket.destroyed
}
