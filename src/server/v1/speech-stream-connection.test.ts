import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, afterEach, expect, test } from 'vitest'
import { messageOf, open, until } from '#server/client.test-support.ts'
import type { Server, ServerOptions } from '#server/server.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'
import { openLiveClient } from './live-client.test-support.ts'

const OPTIONS = { allowedOrigins: ['https://agent.example'] }
const { tone, server, close } = await openToneServer(OPTIONS)
afterAll(close)
const openAt = (options: Partial<ServerOptions> = {}): Promise<Server> =>
  serveTone(tone, { ...OPTIONS, ...options })
afterEach(() => {
  tone.hold = Promise.resolve()
})

const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
const hidden = (token: string): string => `bearer.${Buffer.from(token).toString('base64url')}`

/** How a handshake is answered: status and chosen subprotocol. */
async function knock(headers: Record<string, string>): Promise<(string | number | undefined)[]> {
  const { promise, resolve, reject } = Promise.withResolvers<(string | number | undefined)[]>()
  request(`${server.url}/v1/speech/stream`, {
    headers: { ...HANDSHAKE, ...headers },
    agent: false,
  })
    .on('upgrade', ({ statusCode, headers }, socket) => {
      socket.destroy()
      resolve([statusCode, headers['sec-websocket-protocol']])
    })
    .on('response', (response) => {
      response.resume()
      resolve([response.statusCode])
    })
    .on('error', reject)
    .end()
  return promise
}

test('a connection needs a token, as every request does', async () => {
  expect(await knock({ authorization: `Bearer ${KEY}` })).toEqual([101, undefined])
  for (const headers of [{}, { authorization: 'Bearer guess' }, { authorization: `Basic ${KEY}` }])
    expect(await knock(headers)).toEqual([401])
})

test('a browser page brings its token as a subprotocol, which nobody hears again', async () => {
  const page = { origin: 'https://agent.example' }
  for (const offered of [`griot.v1, ${hidden(KEY)}`, `${hidden(KEY)},griot.v1`])
    expect(await knock({ ...page, 'sec-websocket-protocol': offered })).toEqual([101, 'griot.v1'])
  expect(await knock({ ...page, 'sec-websocket-protocol': hidden(KEY) })).toEqual([101, undefined])
  for (const offered of [
    'griot.v1',
    `griot.v1, ${hidden('guess')}`,
    'griot.v1, bearer.',
    'bearer.%%',
  ])
    expect(await knock({ ...page, 'sec-websocket-protocol': offered })).toEqual([401])
  const lineBreak = hidden(`${KEY}\r\nx-admin: 1`)
  expect(await knock({ ...page, 'sec-websocket-protocol': lineBreak })).toEqual([401])
})

test('a page of a foreign origin and a foreign host stay outside, token or not', async () => {
  const authorization = `Bearer ${KEY}`
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1'])
    expect(await knock({ authorization, origin })).toEqual([403])
  expect(await knock({ authorization, host: 'evil.example' })).toEqual([403])
})

test('a browser opens it with subprotocols alone', async () => {
  const agent = await openLiveClient(server.url, '', {
    protocols: ['griot.v1', hidden(KEY)],
    headers: { origin: 'https://agent.example' },
  })
  expect(agent.socket.protocol).toBe('griot.v1')
  agent.send({ type: 'append', text: 'Good morning.' })
  agent.send({ type: 'end' })
  expect((await agent.closed).code).toBe(1000)
  expect(agent.sound().length).toBe(2 * WORD_BYTES)
})

test('binary messages and ones over the limit end the connection', async () => {
  for (const [message, code] of [
    [Uint8Array.of(1, 2), 1003],
    ['x'.repeat(4_300_000), 1009],
  ] as const) {
    const agent = await openLiveClient(server.url)
    agent.socket.send(message)
    expect((await agent.closed).code).toBe(code)
  }
})

test('a message of more than 1 MiB is told in words, and the connection goes on', async () => {
  const agent = await openLiveClient(server.url)
  agent.send({ type: 'append', text: 'x'.repeat(1_100_000) })
  await agent.hears('error')
  expect(agent.heard.at(-1)).toMatchObject({ code: 'request/too-large' })
  agent.send({ type: 'end' })
  expect((await agent.closed).code).toBe(1000)
})

test('an end after a start that was refused is answered, and closes the connection', async () => {
  const agent = await openLiveClient(server.url, '?voice=nobody')
  await agent.hears('error')
  agent.send({ type: 'flush' })
  await agent.hears('error', 2)
  agent.send({ type: 'end' })
  expect((await agent.closed).code).toBe(1000)
  expect(agent.heard.at(-1)).toEqual({ type: 'done' })
})

test('sound comes as binary messages where that is asked for, each behind the message that tells of it', async () => {
  const agent = await openLiveClient(server.url, '?audio=binary')
  agent.send({ type: 'append', text: 'Good morning.' })
  agent.send({ type: 'end' })
  expect((await agent.closed).code).toBe(1000)
  const chunks = agent.heard.filter(({ type }) => type === 'chunk')
  expect(chunks.map(({ bytes }) => bytes)).toEqual(agent.binary.map(({ length }) => length))
  expect(chunks.flatMap(({ words = [] }) => words.map(({ text }) => text))).toEqual([
    'Good',
    'morning',
  ])
  expect(chunks.every(({ audio }) => audio === undefined)).toBe(true)
  expect(Buffer.concat(agent.binary).length).toBe(2 * WORD_BYTES)
})

test('a token that is revoked ends the connections it has opened', async () => {
  const { keys } = tone.app.access
  const { token, record } = await keys.create({
    name: 'Agent',
    account: 'owner',
    scopes: ['speak'],
  })
  const agent = await openLiveClient(server.url, '', {
    headers: { authorization: `Bearer ${token}` },
  })
  agent.send({ type: 'append', text: 'Good morning. ' })
  await agent.hears('chunk', 2)
  await keys.revoke(record.id)
  expect((await agent.closed).code).toBe(1008)
  expect(agent.heard.at(-1)).toMatchObject({ type: 'error', code: 'access/refused' })
})

test('closing the socket stops the synthesis', async () => {
  const agent = await openLiveClient(server.url)
  tone.hold = new Promise(() => undefined)
  agent.send({ type: 'append', text: 'One two three. Four.' })
  agent.send({ type: 'flush' })
  await until(() => tone.work.running === 1)
  agent.socket.close()
  await until(() => tone.work.running === 0)
})

test('agents do not hear each other', async () => {
  const agents = await Promise.all(Array.from({ length: 12 }, () => openLiveClient(server.url)))
  for (const [index, agent] of agents.entries()) {
    for (const token of [`Agent${index} `, `says${index}. `, `Bye${index} now`])
      agent.send({ type: 'append', text: token })
    agent.send({ type: 'end' })
  }
  await Promise.all(agents.map(({ closed }) => closed))
  for (const [index, { heard }] of agents.entries())
    expect(heard.flatMap(({ words = [] }) => words).map(({ text }) => text)).toEqual([
      `Agent${index}`,
      `says${index}`,
      `Bye${index}`,
      'now',
    ])
})

test('a reader that takes nothing holds its voice back, and hears the rest when it reads again', async () => {
  const socket = await open(server.url)
  const headers = { host: new URL(server.url).host, authorization: `Bearer ${KEY}`, ...HANDSHAKE }
  socket.write(messageOf('/v1/speech/stream', { headers }))
  await once(socket, 'data')
  socket.pause()
  const words = 3_000
  const before = tone.work.words
  socket.write(frame(JSON.stringify({ type: 'append', text: 'a '.repeat(words) })))
  socket.write(frame(JSON.stringify({ type: 'flush' })))
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
    if (last.includes('flushed')) break
  }
  expect(tone.work.words - before).toBe(words)
})

test('a connection that says and hears nothing is ended in words', async () => {
  const impatient = await openAt({ limits: { idleTimeoutMs: 50 } })
  const agent = await openLiveClient(impatient.url)
  expect((await agent.closed).code).toBe(1008)
  expect(agent.heard.at(-1)).toMatchObject({ type: 'error', code: 'speech/idle' })
  await impatient.close()
})

test('a server that closes tells its agents and says goodbye, with work in hand or without', async () => {
  const closing = await openAt()
  const idle = await openLiveClient(closing.url)
  const busy = await openLiveClient(closing.url)
  tone.hold = new Promise(() => undefined)
  busy.send({ type: 'append', text: 'One two three.' })
  busy.send({ type: 'flush' })
  await until(() => tone.work.running === 1)
  await closing.close()
  for (const agent of [idle, busy]) {
    const { code, reason } = await agent.closed
    expect([code, reason]).toEqual([1001, 'Griot is shutting down.'])
    expect(agent.heard.at(-1)).toEqual({
      type: 'error',
      code: 'speech/cancelled',
      detail: 'Griot is shutting down.',
    })
  }
  expect(tone.work.running).toBe(0)
  expect(tone.bugs).toEqual([])
})

test('every way to cut a JSON message gives an answer or nothing, never a fault', async () => {
  const agent = await openLiveClient(server.url)
  await agent.hears('ready')
  const message = JSON.stringify({ type: 'append', text: 'Ẹ káàárọ̀ 😀 "o" \\ \u0000' })
  for (let length = 1; length < message.length; length++)
    agent.socket.send(message.slice(0, length))
  await agent.hears('error', message.length - 1)
  expect(agent.socket.readyState).toBe(WebSocket.OPEN)
  agent.socket.close()
  expect(tone.bugs).toEqual([])
})

/** One text frame as a client sends it, under the mask 0 (RFC 6455, 5.2). */
function frame(text: string): Uint8Array {
  const payload = Buffer.from(text)
  const { length } = payload
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload])
}
