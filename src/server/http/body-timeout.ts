import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export const BODY_TIMEOUT = 'The request did not arrive completely in time. Send it again.'

/** Least bytes of a form that must arrive in each window: the pace of a slow telephone line. */
const LEAST_BYTES = 64 * 1024

/**
 * Gives up requests whose body comes too slowly: it must be whole within `windowMs`, but a form, which may
 * carry a large file over a thin line, may take longer as long as it keeps coming. What is still coming after its answer
 * is no longer waited for.
 */
export function timeOutSlowBodies(server: Server, windowMs: number): void {
  server.on('request', (request, response) => {
    if (request.complete) return
    const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
    let arrived = request.socket.bytesRead
    const check = (): void => {
      const { bytesRead } = request.socket
      if (isOver(request)) clearInterval(watch)
      else if (isForm && !response.headersSent && bytesRead - arrived >= LEAST_BYTES)
        arrived = bytesRead
      else {
        clearInterval(watch)
        giveUp(request, response)
      }
    }
    const watch = setInterval(check, windowMs).unref()
    request.once('close', () => clearInterval(watch))
  })
}

/** An answer that was begun is not followed by another one. */
function giveUp(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.socket.destroy()
    return
  }
  const body = JSON.stringify({ detail: BODY_TIMEOUT })
  response.writeHead(408, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  // Whoever reads the body hears of it as of a caller who went away.
  response.end(body, () => request.destroy())
}

function isOver(request: IncomingMessage): boolean {
  return request.complete || request.socket.destroyed
}
