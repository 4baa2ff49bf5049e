import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, send, speech } from '#server/client.test-support.ts'
import { documentedOf } from '#server/openapi/docs-operation.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer({
  allowedHosts: ['Studio.example:443'],
  allowedOrigins: ['https://app.example/'],
})
const onNetwork = await serveTone(tone, { host: '0.0.0.0' })
afterAll(async () => {
  await onNetwork.close()
  await close()
})
beforeEach(() => {
  tone.work.requests.length = 0
})

const port = new URL(server.url).port
const health = `${server.url}/health`
const url = `${server.url}/v1/speech`

test('a host or an origin that can never match is refused when the server starts', async () => {
  const start = (options: object) => serveTone(tone, options)
  const others = ['chrome-extension://*', 'app://', 'data://x', 'tauri://localhost/path', 'app:x']
  for (const origin of ['null', 'example.org', 'file:///home', '*', '', ...others])
    await expect(start({ allowedOrigins: [origin] })).rejects.toThrow('is not a web origin')
  for (const host of ['https://example.org', 'a b', ''])
    await expect(start({ allowedHosts: [host] })).rejects.toThrow('is not a host name')
})

const OF_APPS = [
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://0b7ee0f0-5a4c-4d39-9d9a-6a0f0e0b0001',
  ...['app://obsidian.md', 'tauri://localhost', 'capacitor://localhost'],
  'vscode-webview://1a2b3c',
]

test('extensions and apps may call the API where their origin is allowed, and no others', async () => {
  const allowing = await serveTone(tone, { allowedOrigins: OF_APPS.map((one) => `${one}/`) })
  const ask = (origin: string) => send(`${allowing.url}/health`, { headers: { origin } })
  for (const origin of OF_APPS) {
    const { status, headers } = await ask(origin)
    expect([status, headers['access-control-allow-origin']]).toEqual([200, origin])
  }
  expect((await ask('chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba')).status).toBe(403)
  expect((await ask('app://other')).status).toBe(403)
  await allowing.close()
})

test("this machine's own names and the allowed ones are answered, on any port a proxy may have", async () => {
  const hosts = [
    '127.0.0.1',
    `127.0.0.1:${port}`,
    'localhost',
    'LOCALHOST:80',
    '[::1]:3000',
    'studio.example:8443',
  ]
  for (const host of hosts)
    expect([host, (await send(health, { headers: { host } })).status]).toEqual([host, 200])
})

test('a whole address in the first line is answered where it names the host of the header, and refused where not', async () => {
  const answers = await Promise.all(
    ['127.0.0.1', 'evil.example', 'me:secret@127.0.0.1'].map(async (asked) => {
      const socket = await open(server.url)
      socket.write(
        `GET http://${asked}/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      )
      return (await text(socket)).split(' ')[1]
    }),
  )
  expect(answers).toEqual(['200', '403', '403'])
})

test('a foreign Host is refused before anything else is looked at, whoever asks', async () => {
  const hosts = [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.1.7',
    '0.0.0.0',
    'localhost@evil.example',
    'x.studio.example',
    '[::1',
  ]
  for (const host of hosts) {
    const answer = await send(url, speech({}, { host }))
    expect([host, answer.status]).toEqual([host, 403])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.detail).toContain(`http://127.0.0.1:${port}`)
  }
  for (const path of [
    '/health',
    '/openapi.json',
    '/',
    '/v1/nothing',
    '/v1/hls/abcdefghijklmnopqrst/0.aac',
  ])
    expect((await send(`${server.url}${path}`, { headers: { host: 'evil.example' } })).status).toBe(
      403,
    )
  expect(tone.work.requests).toEqual([])
})

test('a request with no Host or with two of them is refused in words', async () => {
  for (const hosts of ['', 'Host: localhost\r\nHost: evil.example\r\n']) {
    const socket = await open(server.url)
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes
    })
    socket.write(`GET /health HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(heard).toMatch(/^HTTP\/1\.1 403 /)
    expect(heard).toContain('"detail"')
  }
})

test('a server that was opened to the network answers to its addresses, not to foreign names', async () => {
  const { port } = new URL(onNetwork.url)
  const at = (host: string) => send(`http://127.0.0.1:${port}/health`, { headers: { host } })
  for (const host of ['192.168.1.7:3000', '10.0.0.2', '[fe80::1]:80', 'localhost'])
    expect([host, (await at(host)).status]).toEqual([host, 200])
  for (const host of ['evil.example', '192.168.1.7.evil.example', '999.1.1.1'])
    expect([host, (await at(host)).status]).toEqual([host, 403])
})

test('pages of a foreign origin are refused, also with the right key, also for the health', async () => {
  const origins = [
    'https://evil.example',
    'null',
    'http://localhost:1',
    `http://127.0.0.1:${Number(port) + 1}`,
    'https://app.example.evil.example',
    'http://app.example',
    'file://',
    '',
  ]
  for (const origin of origins) {
    const answer = await send(url, speech({}, { origin }))
    expect([origin, answer.status]).toEqual([origin, 403])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect((await send(health, { headers: { origin } })).status).toBe(403)
  }
  expect(tone.work.requests).toEqual([])
})

test('DNS rebinding fails: a page whose name was pointed here has the called host as its origin', async () => {
  const host = `evil.example:${port}`
  expect((await send(url, speech({}, { host, origin: `http://${host}` }))).status).toBe(403)
})

test('pages of this server itself may call it', async () => {
  expect((await send(url, speech({}, { origin: server.url }))).status).toBe(200)
  expect(
    (await send(url, speech({}, { host: 'localhost:9', origin: 'http://localhost:9' }))).status,
  ).toBe(200)
})

test('pages of a listed origin may call it and read the answer', async () => {
  const answer = await send(url, speech({}, { origin: 'https://app.example' }))
  expect(answer.status).toBe(200)
  expect(answer.headers['access-control-allow-origin']).toBe('https://app.example')
  expect(answer.headers['vary']).toBe('Origin')
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
})

test('whatever header an answer may bring by its description, pages of a listed origin may read', async () => {
  const document = JSON.parse((await send(`${server.url}/openapi.json`)).text)
  const described = documentedOf(document).flatMap(({ operation }) =>
    Object.values(operation['responses'] as Record<string, { headers: object }>).flatMap(
      ({ headers }) => Object.keys(headers).map((name) => name.toLowerCase()),
    ),
  )
  const answer = await send(health, { headers: { origin: 'https://app.example' } })
  const exposed = String(answer.headers['access-control-expose-headers']).split(', ')
  for (const name of [...described, 'retry-after', 'x-should-retry', 'x-provenance'])
    expect(exposed).toContain(name)
})

test('an answer without Origin is not taken from a cache by a page of a listed one, or of one that is allowed later', async () => {
  expect((await send(health)).headers['vary']).toBe('Origin')
  expect((await send(`${onNetwork.url}/health`)).headers['vary']).toBe('Origin')
})

test('the question a browser asks beforehand is answered for listed origins alone', async () => {
  const preflight = (origin: string) =>
    send(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-stainless-os',
        'access-control-request-private-network': 'true',
      },
    })
  const answer = await preflight('https://app.example')
  expect(answer.status).toBe(204)
  expect(answer.headers['access-control-allow-methods']).toContain('POST')
  expect(answer.headers['access-control-allow-headers']).toBe(
    'authorization,content-type,x-stainless-os',
  )
  expect(answer.headers['access-control-allow-private-network']).toBe('true')
  const refused = await preflight('https://evil.example')
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
})
