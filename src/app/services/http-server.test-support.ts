import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request as another program on this machine received it. */
export interface ReceivedRequest {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface HttpServerForTests {
  readonly url: string
  readonly received: ReceivedRequest[]
  close(): Promise<void>
}

/** Starts a real HTTP server on this machine that answers as `answer` says. */
export async function openHttpServer(
  answer: (request: ReceivedRequest, response: ServerResponse) => unknown,
): Promise<HttpServerForTests> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const { method, url: path, headers } = incoming
    const request = { method, path, headers, body: await buffer(incoming) }
    received.push(request)
    await answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
