import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, expect, test } from 'vitest'
import { begin, messageOf, open, send, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'
import { SESSION_LIMITS } from './sessions.ts'

const { tone, server, close } = await openToneServer()
const impatient = await serveTone(tone, { limits: { bodyTimeoutMs: 300 } })
afterAll(async () => {
  await impatient.close()
  await close()
  expect(tone.bugs).toEqual([])
})

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'test', version: '1' },
  },
}
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

const requestOf = (body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: {
    ...{ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', ...headers },
  },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const post = (body: unknown, headers?: Readonly<Record<string, string>>) =>
  send(`${server.url}/mcp`, requestOf(body, headers))
const sessionOf = async (headers?: Readonly<Record<string, string>>): Promise<string> =>
  String((await post(INITIALIZE, headers)).headers['mcp-session-id'])
const keyOf = async (): Promise<string> =>
  (await tone.app.access.keys.create({ account: 'owner', scopes: ['speak'], name: 'an agent' }))
    .token

test('a client that keeps to the protocol is served while others send garbage, and so is their next message', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${KEY}` }
  const url = new URL(`${server.url}/mcp`)
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport,
  )
  const session = { 'mcp-session-id': await sessionOf() }
  for (const [body, status] of [
    ['hello', 400],
    ['{"jsonrpc":"2.0","id":3,"method":"tools/li', 400],
    ['', 400],
    ['null', 400],
    ['"tools/list"', 400],
    [`{"jsonrpc":"2.0","x":"${'x'.repeat(10_000_000)}"}`, 413],
    [{ ...LIST, jsonrpc: '1.0' }, 400],
    [{ ...LIST, method: 5 }, 400],
    [{ ...LIST, id: { a: 1 } }, 400],
    [{ jsonrpc: '2.0', id: 2 }, 400],
    // A result that nobody has asked for, and a notice that nobody knows.
    [{ jsonrpc: '2.0', id: 99, result: {} }, 202],
    [{ jsonrpc: '2.0', method: 'notifications/nothing' }, 202],
    [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'no such call' } },
      202,
    ],
    // Those are answered as the protocol says, within the answer.
    [{ ...LIST, method: 'tools/nothing' }, 200],
    [{ ...LIST, params: { cursor: 7 } }, 200],
    [{ ...LIST, method: 'tools/call', params: { name: '__proto__' } }, 200],
    [INITIALIZE, 400],
  ] as const) {
    const answer = await post(body, session)
    expect([JSON.stringify(body).slice(0, 80), answer.status]).toEqual([
      JSON.stringify(body).slice(0, 80),
      status,
    ])
    expect((await client.listTools()).tools.length).toBeGreaterThan(1)
  }
  expect((await post(LIST, session)).text).toContain('list_voices')
  await client.close()
})

test('a message of which only half comes is waited for no longer than any body', async () => {
  const socket = await open(impatient.url)
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  const { body, ...rest } = requestOf(INITIALIZE)
  socket.write(messageOf('/mcp', { ...rest, body }).slice(0, -20))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(heard).toMatch(/^HTTP\/1\.1 408 /)
})

test('sessions begun at once leave as many as one token may have, and others are served', async () => {
  const authorization = `Bearer ${await keyOf()}`
  const other = { 'mcp-session-id': await sessionOf() }
  const ids: string[] = []
  const begun = Array.from({ length: 3 * SESSION_LIMITS.ofToken }, () =>
    post(INITIALIZE, { authorization }),
  )
  for (const { status, headers } of await Promise.all(begun)) {
    expect([200, 429]).toContain(status)
    if (status === 200) ids.push(String(headers['mcp-session-id']))
  }
  let alive = 0
  for (const id of ids) {
    const { status } = await post(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { authorization, 'mcp-session-id': id },
    )
    if (status === 202) alive++
  }
  expect(alive).toBe(SESSION_LIMITS.ofToken)
  expect((await post(LIST, other)).status).toBe(200)
})

test('sessions that are all listened to are kept, and make room when their clients go away', async () => {
  const authorization = `Bearer ${await keyOf()}`
  const streams = []
  for (let count = 0; count < SESSION_LIMITS.ofToken; count++) {
    const headers = {
      ...{ authorization, accept: 'text/event-stream' },
      'mcp-session-id': await sessionOf({ authorization }),
    }
    streams.push(await begin(`${server.url}/mcp`, { headers }))
  }
  const refused = await post(INITIALIZE, { authorization })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
  // One that closes its connection politely is noticed with the next sign of life that cannot be sent, after half a minute at most.
  for (const stream of streams) stream.on('error', () => undefined).socket.resetAndDestroy()
  await until(async () => (await post(INITIALIZE, { authorization })).status === 200)
})

test('a client whose session is at another node, or was there before a new start, is told 404 and begins anew', async () => {
  const nodes = [await serveTone(tone), await serveTone(tone)]
  // What a balancer does that sends every request wherever it likes.
  let node = 0
  const headers = { authorization: `Bearer ${KEY}` }
  const transport = (): Transport =>
    new StreamableHTTPClientTransport(new URL('http://griot.example/mcp'), {
      requestInit: { headers },
      fetch: (url, init) =>
        fetch(String(url).replace(/^http:\/\/[^/]+/, String(nodes[node]?.url)), init),
    }) as Transport
  let client = new Client({ name: 'test', version: '1' })
  const speak = { name: 'speak', arguments: { text: 'Hello.', voice: 'lina', answer: 'audio' } }
  await client.connect(transport())
  expect((await client.callTool(speak)).isError).toBeUndefined()
  node = 1
  await expect(client.callTool(speak)).rejects.toMatchObject({ code: 404 })
  await client.close()
  client = new Client({ name: 'test', version: '1' })
  await client.connect(transport())
  expect((await client.callTool(speak)).isError).toBeUndefined()
  await client.close()
  for (const each of nodes) await each.close()
})
