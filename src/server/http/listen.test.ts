import { once } from 'node:events'
import { afterAll, afterEach, expect, test } from 'vitest'
import { begin, messageOf, open, send, speech, until } from '#server/client.test-support.ts'
import type { Server, ServerOptions } from '#server/server.ts'
import { openToneApp, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'

const tone = openToneApp()
const openAt = (options?: Partial<ServerOptions>): Promise<Server> => serveTone(tone, options)
afterAll(tone.close)
afterEach(() => {
  tone.hold = Promise.resolve()
})

test('a port that is in use is named, with what to do', async () => {
  const first = await openAt()
  const port = Number(new URL(first.url).port)
  await expect(openAt({ port })).rejects.toMatchObject({
    code: 'server/port-busy',
    message: expect.stringMatching(new RegExp(`${port}.*--port`)),
  })
  expect((await send(`${first.url}/health`)).status).toBe(200)
  await first.close()
})

test.runIf(process.platform === 'linux')(
  'a server that listens with several sockets answers on all of them, alone on its port, and ends with its last answer',
  async () => {
    const acceptors = 8
    const server = await openAt({ acceptors })
    const port = Number(new URL(server.url).port)
    for (const taken of [openAt({ port }), openAt({ port, acceptors })])
      await expect(taken).rejects.toMatchObject({ code: 'server/port-busy' })
    // Which socket a connection comes to is the system's choice: of forty, nearly all sockets get some.
    const callers = Array.from({ length: 40 }, () => send(`${server.url}/health`))
    for (const { status } of await Promise.all(callers)) expect(status).toBe(200)

    const rest = Promise.withResolvers<void>()
    tone.hold = rest.promise
    const answers = Array.from({ length: 8 }, () => send(`${server.url}/v1/speech`, speech()))
    await until(() => tone.work.running === 8)
    const closed = server.close()
    rest.resolve()
    for (const { status, bytes } of await Promise.all(answers))
      expect([status, bytes.length]).toEqual([200, 4 * WORD_BYTES])
    await closed
    const next = await openAt({ port })
    await next.close()
  },
)

test('an address that is not of this machine is named, with what to do', async () => {
  await expect(openAt({ host: '203.0.113.7' })).rejects.toMatchObject({
    code: 'server/cannot-listen',
    message: expect.stringContaining('203.0.113.7'),
  })
})

test('the address of the server is one that can be opened, wherever it listens', async () => {
  for (const [host, url] of [
    ['127.0.0.1', 'http://127.0.0.1:'],
    ['0.0.0.0', 'http://127.0.0.1:'],
    ['localhost', 'http://localhost:'],
  ] as const) {
    const server = await openAt({ host })
    expect(server.url.startsWith(url)).toBe(true)
    expect((await send(`${server.url}/health`)).status).toBe(200)
    await server.close()
  }
})

test('health is 503 with the step until a word was spoken, and 200 then', async () => {
  const server = await openAt()
  for (const state of ['starting', 'restarting', 'failed'] as const) {
    tone.health = { state, step: 'Loading the voices.' }
    const answer = await send(`${server.url}/health`)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      503,
      { status: state, step: 'Loading the voices.' },
    ])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  }
  tone.health = { state: 'ready', step: 'Ready.' }
  const answer = await send(`${server.url}/health`)
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    { status: 'ready', step: 'Ready.' },
  ])
  expect((await send(`${server.url}/health`, { method: 'HEAD' })).status).toBe(200)
  await server.close()
})

test('closing lets an answer in work come to its end, and takes nothing new', async () => {
  const server = await openAt()
  const goOn = tone.holdAfterFirst()
  const response = await begin(`${server.url}/v1/speech`, speech())
  const closed = server.close()
  const refused = async (): Promise<boolean> => {
    const answer = await send(`${server.url}/health`).catch((error: Error) => error)
    if (!(answer instanceof Error)) expect(answer.status).toBe(503)
    return answer instanceof Error && /ECONN(REFUSED|RESET)/.test(answer.message)
  }
  while (!(await refused())) expect(response.complete).toBe(false)
  goOn()
  let length = 0
  for await (const bytes of response) length += bytes.length
  expect(length).toBe(4 * WORD_BYTES)
  await closed
  await server.close()
})

test('closing ends with the last answer, though its caller would keep the connection', async () => {
  const server = await openAt({ limits: { closeTimeoutMs: 60_000 } })
  const goOn = tone.holdAfterFirst()
  const answer = await fetch(`${server.url}/v1/speech`, speech() as RequestInit)
  const closed = server.close()
  goOn()
  expect((await answer.arrayBuffer()).byteLength).toBe(4 * WORD_BYTES)
  await closed
})

test('closing does not wait for connections on which nothing was asked, or only half', async () => {
  const server = await openAt({ limits: { closeTimeoutMs: 60_000 } })
  const silent = await open(server.url)
  const half = await open(server.url)
  half.write('GET /health HTTP/1.1\r\nHost: 127')
  const gone = Promise.all([silent, half].map((socket) => once(socket, 'close')))
  const rest = Promise.withResolvers<void>()
  tone.hold = rest.promise
  const answering = send(`${server.url}/v1/speech`, speech())
  await until(() => tone.work.running === 1)
  const closed = server.close()
  await gone
  rest.resolve()
  expect((await answering).status).toBe(200)
  await closed
})

test('closing cuts off what does not end in time, and its synthesis stops', async () => {
  const server = await openAt({ limits: { closeTimeoutMs: 100 } })
  tone.hold = new Promise(() => undefined)
  const unanswered = send(`${server.url}/v1/speech`, speech()).catch(
    (error: Error) => error.message,
  )
  await until(() => tone.work.running === 1)
  await server.close()
  expect(await unanswered).toMatch(/socket hang up|ECONNRESET|aborted/)
  await until(() => tone.work.running === 0)
})

test('a connection that stays open while the server closes is told so in words', async () => {
  const server = await openAt({ limits: { closeTimeoutMs: 2_000 } })
  const rest = Promise.withResolvers<void>()
  tone.hold = rest.promise
  const socket = await open(server.url)
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1')
  })
  const message = messageOf('/v1/speech', speech({ text: 'one' }))
  socket.write(message)
  await until(() => tone.work.running === 1)
  const closed = server.close()
  socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  rest.resolve()
  await new Promise((resolve) => socket.once('close', resolve))
  await closed
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(heard).toContain('0\r\n\r\n')
  expect(heard.slice(heard.lastIndexOf('HTTP/1.1'))).toMatch(
    / 503 [\s\S]*"detail":"Griot is shutting down\."/,
  )
})
