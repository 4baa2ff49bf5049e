import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { begin, messageOf, open, send, signIn, speech, until } from '#server/client.test-support.ts'
import type { Server } from '#server/server.ts'
import { openToneApp, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'

const tone = openToneApp()
afterAll(async () => {
  expect(tone.bugs).toEqual([])
  await tone.close()
})

type Options = NonNullable<Parameters<typeof serveTone>[1]>

async function serve(options: Options): Promise<Server> {
  const server = await serveTone(tone, options)
  onTestFinished(() => server.close())
  return server
}

const studioDir = join(tone.folder, 'studio')
mkdirSync(studioDir)
writeFileSync(join(studioDir, 'index.html'), '<!doctype html>')
const HALF_A_HEADER = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: '
const BODY_TO_COME = messageOf('/v1/speech', speech()).slice(0, -40)

/** Connections of which each says something else and then nothing more. */
async function openSilent(url: string, count: number): Promise<Socket[]> {
  const said = ['', HALF_A_HEADER, 'G', messageOf('/health', {})]
  const sockets: Socket[] = []
  // Not all at once: the system takes as many as wait in its own queue.
  for (let i = 0; i < count; i++) {
    const socket = await open(url)
    socket.removeAllListeners('error').on('error', () => undefined)
    socket.write(said[i % said.length] ?? '')
    sockets.push(socket)
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return sockets
}

/** Opens the studio's socket as a browser does that came by the link, and waits for an answer. */
async function openStudio(server: Server): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/studio/socket`, {
    headers: await (await signIn(server)).headers(),
  })
  onTestFinished(() => socket.close())
  await once(socket, 'open')
  return socket
}

test('a thousand silent connections keep neither health nor speech nor the studio out, and are closed when their time is up', async () => {
  const server = await serve({
    studioDir,
    limits: { bodyTimeoutMs: 2_000, keepAliveMs: 2_000 },
  })
  const silent = await openSilent(server.url, 1_000)
  for (const _ of Array(3)) expect((await send(`${server.url}/health`)).status).toBe(200)
  expect((await send(`${server.url}/v1/speech`, speech())).bytes.length).toBe(4 * WORD_BYTES)
  await openStudio(server)
  for (const socket of silent) socket.resume()
  await until(() => socketsOf(server) <= 1)
  expect((await send(`${server.url}/health`)).status).toBe(200)
})

/** The server's ends of its connections; it runs in this process. */
function socketsOf({ url }: Server): number {
  const port = Number(new URL(url).port)
  // Not in the types: Node keeps this list for debugging.
  const node = process as unknown as { _getActiveHandles(): readonly object[] }
  const isOurs = (handle: object): boolean => 'localPort' in handle && handle.localPort === port
  return node._getActiveHandles().filter(isOurs).length
}

test('the sockets of callers that say nothing are gone from the server, not only answered', async () => {
  const server = await serve({ limits: { bodyTimeoutMs: 300, keepAliveMs: 300 } })
  const silent = await openSilent(server.url, 40)
  await until(() => socketsOf(server) === 40)
  // Their own sides stay open, as those of programs that wait.
  for (const socket of silent) {
    socket.allowHalfOpen = true
    socket.resume()
  }
  await until(() => socketsOf(server) === 0)
})

test('whoever is being answered stays when silent connections come, and the longest silent one goes first', async () => {
  const server = await serve({ studioDir, limits: { connections: 12 } })
  const studio = await openStudio(server)
  const goOn = tone.holdAfterFirst()
  const answer = await begin(`${server.url}/v1/speech`, speech())
  const [first, ...others] = await openSilent(server.url, 10)
  const closed = once(first as Socket, 'close')
  const [late] = await openSilent(server.url, 1)
  await closed
  expect([...others, late].map((socket) => socket?.destroyed)).toEqual(Array(10).fill(false))
  await openSilent(server.url, 40)
  goOn()
  let length = 0
  for await (const bytes of answer) length += bytes.length
  expect(length).toBe(4 * WORD_BYTES)
  expect(studio.readyState).toBe(WebSocket.OPEN)
})

test('callers that use all places are told when to come back, and the owner and health still get in', async () => {
  const server = await serve({ limits: { connections: 20 }, speaking: { ofGuest: 100 } })
  const { token } = await tone.app.access.guests.create('owner', 60)
  const guest = { authorization: `Bearer ${token}` }
  const goOn = tone.holdAfterFirst()
  const answers = await Promise.all(
    Array.from({ length: 18 }, () => begin(`${server.url}/v1/speech`, speech({}, guest))),
  )
  const refused = await send(`${server.url}/v1/speech`, speech({}, guest))
  expect([refused.status, refused.detail]).toEqual([
    429,
    expect.stringMatching(/connections .* are in use \(18\)/),
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect((await send(`${server.url}/health`)).status).toBe(200)
  const owner = send(`${server.url}/v1/speech`, speech({ text: 'one' }))
  expect((await owner).status).toBe(200)
  goOn()
  for (const answer of answers) {
    answer.resume()
    await once(answer, 'end')
  }
})

test('bodies that a caller without a token goes on sending make room as well', async () => {
  const server = await serve({ limits: { connections: 6 } })
  const nobody = BODY_TO_COME.replace(/Bearer [^\r]*/i, 'Bearer nobody')
  const sockets = await Promise.all(Array.from({ length: 6 }, () => open(server.url)))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) {
    socket.removeAllListeners('error').on('error', () => undefined)
    socket.write(nobody)
    await once(socket, 'data')
  }
  for (const _ of Array(4)) expect((await send(`${server.url}/health`)).status).toBe(200)
})
