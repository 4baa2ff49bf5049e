import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openHttpServer, sendJson } from './http-server.test-support.ts'
import { callService, type Service } from './service-client.ts'

const MEGABYTE = 1024 * 1024
let answer: (response: ServerResponse) => unknown = () => undefined
const program = await openHttpServer((_, response) => answer(response))
afterAll(() => program.close())

const service: Service = {
  ...{ work: 'translation', url: new URL(program.url), key: undefined, keySetting: 'A_KEY' },
  ...{ timeoutMs: 600_000, failed: 'translate/failed', unavailable: 'translate/unavailable' },
}
const ask = (more: Partial<Service> = {}): Promise<unknown> =>
  callService({ ...service, ...more }, '{}', {}, new AbortController().signal)

/** Bytes on the connection that no HTTP library would send; it is closed after them. */
const raw =
  (head: string, body: string) =>
  ({ socket }: ServerResponse): unknown =>
    socket?.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${head}\r\n\r\n${body}`)

let taken = 0
/** Sends without end, for as long as somebody takes it. */
const endlessly =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers)
    taken = 0
    const piece = Buffer.alloc(MEGABYTE / 4, '[')
    const go = (): void => {
      while (!response.destroyed && response.write(piece)) taken += piece.length
      if (!response.destroyed) response.once('drain', go)
    }
    go()
  }

const HTML = '<!doctype html><title>Sign in</title>'
const CASES: readonly (readonly [string, (response: ServerResponse) => unknown, RegExp])[] = [
  ['a page of HTML', (response) => response.end(HTML), /did not answer with JSON/],
  [
    'a page of HTML with status 502 and 10 MB',
    (response) => response.writeHead(502).end(HTML.padEnd(10 * MEGABYTE)),
    /answered with status 502\. Try again/,
  ],
  [
    'a length larger than the body',
    raw('Content-Length: 5000', '{"text":"a"}'),
    /broke off its answer/,
  ],
  ['a length smaller than the body', raw('Content-Length: 5', '{"text":"a"}'), /with JSON/],
  [
    'chunks that end early',
    raw('Transfer-Encoding: chunked', '40\r\n{"text":"a'),
    /broke off its answer/,
  ],
  [
    'chunks of no length',
    raw('Transfer-Encoding: chunked', 'zz\r\n{"text":"a"}\r\n0\r\n\r\n'),
    /broke off its answer|cannot be reached/,
  ],
  ['what is no HTTP', ({ socket }) => socket?.end('Good morning.\r\n\r\n'), /cannot be reached/],
  [
    '10 MB of JSON',
    (response) => sendJson(response, { text: 'a'.repeat(10 * MEGABYTE), translatedText: 'a' }),
    /more than 8,388,608 bytes/,
  ],
  ['an answer without end', endlessly(200), /more than 8,388,608 bytes/],
  [
    'few bytes that become many',
    (response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(64 * MEGABYTE, ' '))),
    /more than 8,388,608 bytes/,
  ],
  ['an error without end', endlessly(500), /answered with status 500/],
]

test.each(CASES)('%s is told in words', async (_, behaviour, words) => {
  answer = behaviour
  taken = 0
  await expect(ask()).rejects.toMatchObject({
    code: 'translate/failed',
    message: expect.stringMatching(words),
  })
  // What is read, and what two sockets hold besides.
  expect(taken).toBeLessThan(16 * MEGABYTE)
})

test('lists in lists in lists are read', async () => {
  answer = (response) => response.end('['.repeat(100_000) + ']'.repeat(100_000))
  expect(await ask()).toEqual([expect.anything()])
})

test('a refusal whose reason never comes is told by its status', async () => {
  answer = (response) => response.writeHead(503, { 'content-length': '5000' }).flushHeaders()
  await expect(ask({ timeoutMs: 2_000 })).rejects.toThrow('answered with status 503. Try again')
})

test('a service that has closed the connection of the last answer is asked again over another one', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    let asked = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      asked++
      // As a program that ends a silent connection in the moment in which the next request comes.
      if (asked > 1) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = new URL(`http://127.0.0.1:${port}`)
  for (const number of [1, 2, 3]) {
    expect(await ask({ url })).toEqual({})
    expect(connections).toBe(number)
  }
  server.close()
})
