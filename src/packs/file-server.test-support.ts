import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** What a server does with a request; answering nothing (undefined) lets it answer well. */
export type Misbehaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
) => unknown

export interface FileServer {
  readonly url: string
  /** Path to content. */
  readonly files: Map<string, Buffer>
  /** Ranges that were asked for, in order; '' where none was. */
  readonly asked: { readonly path: string; readonly range: string; readonly ifRange: string }[]
  /** Taken one by one, a request each; when there are none, the server answers well. */
  readonly next: Misbehaviour[]
  /** Applies to every request that `next` leaves. */
  always: Misbehaviour | undefined
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** A server of files on this machine that knows ranges and entity tags, and misbehaves where it is told to. */
export async function openFileServer(): Promise<FileServer> {
  const served: FileServer = {
    ...{ url: '', files: new Map(), asked: [], next: [], always: undefined },
  }
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const { range = '', 'if-range': ifRange = '' } = request.headers
    served.asked.push({ path, range, ifRange: String(ifRange) })
    const file = served.files.get(path)
    if (!file) return response.writeHead(404).end('not here')
    const misbehave = served.next.shift() ?? served.always
    if (misbehave?.(request, response, file) !== undefined) return undefined
    if (!response.headersSent) answerWell(request, response, file)
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo
  return Object.assign(served, { url: `http://127.0.0.1:${port}` })
}

export const etagOf = (file: Buffer): string => `"${sha256(file).slice(0, 16)}"`

/** As RFC 9110 says: the whole file, or the part that was asked for. */
export function answerWell(
  { headers }: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
): void {
  const from = rangeStart(headers.range)
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etagOf(file)
  const common = { etag: etagOf(file), 'accept-ranges': 'bytes' }
  if (from === undefined || !isSame) {
    response.writeHead(200, { ...common, 'content-length': file.length }).end(file)
  } else if (from >= file.length) {
    response.writeHead(416, { ...common, 'content-range': `bytes */${file.length}` }).end()
  } else {
    const part = file.subarray(from)
    const range = `bytes ${from}-${file.length - 1}/${file.length}`
    response
      .writeHead(206, { ...common, 'content-range': range, 'content-length': part.length })
      .end(part)
  }
}

/**
 * Sends the first `bytes` of what was asked for, or all of `instead`, and cuts the connection once the file at `part` is
 * that long: what is on its way when a connection ends may be lost.
 */
export function cutAfter(part: string, bytes: number, instead?: Buffer): Misbehaviour {
  return ({ headers }, response, file) => {
    const from = rangeStart(headers.range) ?? 0
    const isPart = from > 0
    response.writeHead(isPart ? 206 : 200, {
      ...(instead ? {} : { etag: etagOf(file) }),
      'content-length': file.length - from,
      ...(isPart ? { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } : {}),
    })
    const sent = instead ?? file.subarray(from, from + bytes)
    response.write(sent)
    const looking = setInterval(() => {
      const there = statSync(part, { throwIfNoEntry: false })?.size ?? 0
      if (there < from + sent.length && !response.destroyed) return
      clearInterval(looking)
      response.destroy()
    }, 5)
    return 'cut'
  }
}

/** Answers with a status and nothing useful. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Misbehaviour {
  return (_request, response) => response.writeHead(code, headers).end('no')
}

export function rangeStart(range: string | undefined): number | undefined {
  const from = /^bytes=(\d+)-$/.exec(range ?? '')?.[1]
  return from === undefined ? undefined : Number(from)
}
