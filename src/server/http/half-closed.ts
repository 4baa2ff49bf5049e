import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * After how long a caller that has closed its sending side and waits for its answer is asked for signs of life: soon
 * enough that clients which give up and ask again under the same Idempotency-Key find the first request gone.
 */
const PROBES_MS = { first: 150, second: 100, later: 2_000 } as const

/**
 * Answers callers that close their sending side behind their request (`nc -N`, `shutdown(SHUT_WR)`): Node would take
 * them for gone. One that is really gone looks the same until something is sent to it, which its system refuses, and the
 * next sending learns of that: so a begun answer stops at its second piece. Before the first one, `100 Continue` is sent,
 * which any client of HTTP/1.1 reads over (RFC 9110, section 15.2).
 */
export function answerHalfClosed(server: Server): void {
  // Not in Node's documentation: https://github.com/nodejs/node/blob/v24.x/lib/_http_server.js
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('request', (request, response) => {
    const { socket } = request
    let timer: NodeJS.Timeout | undefined
    const probe = (waitMs: number, nextMs: number): void => {
      timer = setTimeout(() => {
        if (response.headersSent) return
        sendContinue(request, response)
        probe(nextMs, PROBES_MS.later)
      }, waitMs).unref()
    }
    const begin = (): void => probe(PROBES_MS.first, PROBES_MS.second)
    if (socket.readableEnded) begin()
    else socket.once('end', begin)
    response.once('close', () => {
      clearTimeout(timer)
      socket.off('end', begin)
    })
  })
}

/** HTTP/1.0 knows no such thing, and of several answers only the next one may be preceded by it. */
function sendContinue({ httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (response.socket !== null && httpVersion !== '1.0') response.writeContinue()
}
