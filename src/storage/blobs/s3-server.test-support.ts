import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { Blobs } from './blobs.ts'
import { createS3Blobs } from './s3.ts'

/** One request that reached the server. */
export interface S3Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export type S3Answer = (request: S3Request, response: ServerResponse, count: number) => void

/** A store whose server answers as it is told, and the requests that came. `silentMs`: how long it may say nothing. */
export async function openFaultyS3(
  answer: S3Answer,
  { silentMs = 600_000 }: { readonly silentMs?: number } = {},
): Promise<{ readonly blobs: Blobs; readonly requests: readonly S3Request[] }> {
  const requests: S3Request[] = []
  const server = createServer((incoming: IncomingMessage, response) => {
    const { method = '', url = '', headers } = incoming
    buffer(incoming).then(
      (body) => {
        const request = { method, url, headers, body }
        requests.push(request)
        answer(request, response, requests.length)
      },
      // Whoever sent it has hung up.
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const blobs = createS3Blobs(`s3://KEY:hidden-secret@griot?endpoint=http://127.0.0.1:${port}`, {
    env: {},
    waits: { connectMs: 600_000, silentMs },
  })
  afterAll(() => {
    blobs.close()
    server.closeAllConnections()
    server.close()
  })
  return { blobs, requests }
}

/** Answers with an error as S3 does. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`,
  )
}
