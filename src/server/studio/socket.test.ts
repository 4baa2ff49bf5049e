import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { decode, encode } from '@msgpack/msgpack'
import { afterAll, expect, test } from 'vitest'
import { messageOf, open, send, signIn, until } from '#server/client.test-support.ts'
import { KEY, openToneApp, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { SCOPES } from '#shared/access.ts'
import { createChannelClient } from '#shared/channel-client.ts'
import { fullTest } from '#testing/tier.test-support.ts'

/** Long beside what a busy machine lets a process wait: here both ends stop together. */
const PING_MS = 1_000
const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(studioDir)
writeFileSync(join(studioDir, 'index.html'), '<!doctype html>')
const server = await serveTone(tone, {
  studioDir,
  allowedOrigins: ['https://app.example'],
  limits: { pingIntervalMs: PING_MS, closeTimeoutMs: 500 },
})
afterAll(async () => {
  await server.close()
  await tone.close()
})

const url = `${server.url.replace('http', 'ws')}/studio/socket`
const page = await signIn(server)

async function openSocket(at = url, as = page): Promise<WebSocket> {
  const socket = new WebSocket(at, { headers: await as.headers() })
  socket.binaryType = 'arraybuffer'
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  socket.addEventListener('open', resolve, { once: true })
  socket.addEventListener('error', reject, { once: true })
  await promise
  return socket
}

/** The studio's end of the wire, as a browser has it. */
function clientOf(socket: WebSocket): ReturnType<typeof createChannelClient> {
  return createChannelClient({
    send: (message) => socket.send(encode(message, { ignoreUndefined: true })),
    listen: (onMessage) =>
      socket.addEventListener('message', ({ data }) => onMessage(decode(new Uint8Array(data)))),
  })
}

const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))

/** The status with which the handshake is answered. */
async function knock(headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  request(`${server.url}/studio/socket`, { headers: { ...handshake, ...headers } })
    .on('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    .on('response', ({ statusCode }) => resolve(statusCode))
    .on('error', reject)
    .end()
  return promise
}

test('the studio calls the host and hears its events; sound arrives as bytes', async () => {
  const socket = await openSocket()
  const { call, on } = clientOf(socket)
  expect((await call('voices.list', {})).map(({ name }) => name)).toEqual(['Lina', 'John'])
  expect(await call('app.about', {})).toMatchObject({ version: '0.0.0' })
  const jobId = crypto.randomUUID()
  const heard: Uint8Array[] = []
  const done = Promise.withResolvers<unknown>()
  on('speech.chunk', ({ pcm }) => heard.push(pcm))
  on('speech.done', done.resolve)
  await call('speech.start', { jobId, text: 'Ẹ káàárọ̀ o', voice: 'lina' })
  expect(await done.promise).toEqual({ jobId })
  expect(heard.every((pcm) => pcm instanceof Uint8Array)).toBe(true)
  expect(heard.reduce((sum, { length }) => sum + length, 0)).toBe(3 * WORD_BYTES)
  socket.close()
})

test('what is wrong with a call comes back in words and the socket stays open', async () => {
  const socket = await openSocket()
  const { call } = clientOf(socket)
  const jobId = crypto.randomUUID()
  await expect(
    call('speech.start', { jobId, text: 'Hello', voice: 'lina', speed: 3 }),
  ).rejects.toMatchObject({
    code: 'request/invalid',
  })
  expect(await call('voices.list', {})).toHaveLength(2)
  socket.close()
})

test('a studio that is closed stops its jobs', async () => {
  const socket = await openSocket()
  tone.hold = new Promise(() => undefined)
  await clientOf(socket).call('speech.start', {
    jobId: crypto.randomUUID(),
    text: 'a b c',
    voice: 'lina',
  })
  await until(() => tone.work.running === 1)
  socket.close()
  await until(() => tone.work.running === 0)
  tone.hold = Promise.resolve()
  expect(tone.bugs).toEqual([])
})

test('only the studio itself, signed in, may open the socket', async () => {
  const origin = server.url
  expect(await knock(await page.headers())).toBe(101)
  expect(await knock({ origin })).toBe(401)
  expect(await knock({ origin, authorization: 'Bearer guess' })).toBe(401)
  expect(await knock({ origin, authorization: `Bearer ${KEY}` })).toBe(401)
  const { authorization } = await page.headers()
  expect(await knock({ authorization })).toBe(403)
  const answer = async (): Promise<string> =>
    (await page.headers()).authorization.replace('Bearer ', '')
  const { port } = new URL(server.url)
  expect(await knock({ origin, cookie: `griot-session-${port}=${await answer()}` })).toBe(401)
  const hidden = async (): Promise<string> =>
    `griot.v1, bearer.${Buffer.from(await answer()).toString('base64url')}`
  expect(await knock({ origin, 'sec-websocket-protocol': await hidden() })).toBe(101)
  expect(await knock({ 'sec-websocket-protocol': await hidden() })).toBe(403)
  for (const other of [
    'https://evil.example',
    'null',
    'https://app.example',
    'http://localhost:1',
    'http://127.0.0.1:1',
  ])
    expect([other, await knock({ ...(await page.headers()), origin: other })]).toEqual([other, 403])
  const host = `evil.example:${new URL(server.url).port}`
  const elsewhere = { ...(await page.headers()), host, origin: `http://${host}` }
  expect(await knock(elsewhere)).toBe(403)
})

test('a frame of text, one that is not MessagePack, an extension, and one over 4 MB end the connection', async () => {
  const extension = Uint8Array.of(0xd6, 0xff, 0, 0, 0, 0)
  const frames = [
    ['hello', 1003],
    [Uint8Array.of(0xc1), 1007],
    [extension, 1007],
    [new Uint8Array(4_300_000), 1009],
  ] as const
  for (const [frame, code] of frames) {
    const socket = await openSocket()
    const closed = closing(socket)
    socket.send(frame)
    expect(await closed).toBe(code)
  }
})

test('a short frame that promises thirty million values in each of forty arrays ends the connection and nothing else', async () => {
  const head = Buffer.from([0xdd, 0x01, 0xc9, 0xc3, 0x80])
  const studio = await openSocket()
  for (const frame of [
    Buffer.concat(Array(40).fill(head)),
    Buffer.concat([Buffer.from([0x81, 0xa2, 0x69, 0x64]), ...Array(39).fill(head)]),
    Buffer.alloc(3_000_000, 0x91),
  ]) {
    const socket = await openSocket()
    const closed = closing(socket)
    socket.send(frame)
    expect(await closed).toBe(1007)
  }
  expect(await clientOf(studio).call('voices.list', {})).toHaveLength(2)
  studio.close()
})

test('a message that is no call is passed over', async () => {
  const socket = await openSocket()
  for (const message of [null, 7, [], { id: 'x' }, { event: 'speech.done' }])
    socket.send(encode(message))
  expect(await clientOf(socket).call('voices.list', {})).toHaveLength(2)
  socket.close()
})

fullTest('a quiet studio that still answers pings stays connected', async () => {
  const socket = await openSocket()
  await new Promise((resolve) => setTimeout(resolve, 2.5 * PING_MS))
  expect(socket.readyState).toBe(WebSocket.OPEN)
  socket.close()
})

fullTest('a studio that went away without saying so is let go', async () => {
  const gone = request(`${server.url}/studio/socket`, {
    headers: {
      ...(await page.headers()),
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  const closed = Promise.withResolvers<void>()
  gone.on('upgrade', (_response, socket) => {
    // A raw socket that never answers a ping.
    socket.on('close', closed.resolve)
    socket.resume()
  })
  gone.end()
  await closed.promise
})

test('a studio that takes nothing more holds its own speech back, and hears the rest when it reads again', async () => {
  // Pings as seldom as in earnest: who reads nothing answers none.
  const patient = await serveTone(tone, { studioDir })
  const socket = await open(patient.url)
  const handshake = {
    host: new URL(patient.url).host,
    ...(await (await signIn(patient)).headers()),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  socket.write(messageOf('/studio/socket', { headers: handshake }))
  await once(socket, 'data')
  socket.pause()
  // Three thousand words are 36 MB of sound.
  const words = 3_000
  const input = { jobId: crypto.randomUUID(), text: 'a '.repeat(words), voice: 'lina' }
  const before = tone.work.words
  socket.write(frame(encode({ id: 1, method: 'speech.start', input })))
  await until(() => tone.work.words > before)
  let spoken = -1
  while (spoken !== tone.work.words) {
    spoken = tone.work.words
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(spoken - before).toBeLessThan(words)
  let last = Buffer.alloc(0)
  for await (const piece of socket) {
    last = Buffer.concat([last, piece]).subarray(-200)
    if (last.includes('speech.done')) break
  }
  expect(tone.work.words - before).toBe(words)
  await patient.close()
})

/** One binary frame as a browser sends it, under the mask 0 (RFC 6455, 5.2). */
function frame(payload: Uint8Array): Uint8Array {
  const head = Buffer.from([
    0x82,
    0x80 | 126,
    payload.length >> 8,
    payload.length & 0xff,
    0,
    0,
    0,
    0,
  ])
  return Buffer.concat([head, payload])
}

test('a window that a key opened is closed once that key is revoked', async () => {
  const { keys } = tone.app.access
  const scopes = [...SCOPES]
  const { token, record } = await keys.create({ name: 'lent', account: 'owner', scopes })
  const socket = await openSocket(url, await signIn(server, { key: token }))
  await keys.revoke(record.id)
  expect(await closing(socket)).toBe(1008)
})

test('an ordinary GET of the socket is told what it speaks', async () => {
  const headers = await page.headers()
  const answer = await send(`${server.url}/studio/socket`, { headers })
  expect(answer.status).toBe(426)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
})

test('closing the server closes its sockets', async () => {
  const other = await serveTone(tone, { studioDir, limits: { closeTimeoutMs: 500 } })
  const address = `${other.url.replace('http', 'ws')}/studio/socket`
  const socket = await openSocket(address, await signIn(other))
  const closed = closing(socket)
  await other.close()
  await closed
})
