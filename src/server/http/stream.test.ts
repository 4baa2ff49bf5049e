import { connect } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { begin, messageOf, open, send, speech, until } from '#server/client.test-support.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
const impatient = await serveTone(tone, { limits: { bodyTimeoutMs: 300, stallTimeoutMs: 400 } })
afterAll(async () => {
  await impatient.close()
  await close()
})
afterEach(() => {
  tone.hold = Promise.resolve()
  tone.bugs.length = 0
})

const url = `${server.url}/v1/speech`
/** 1,000 s of sound, 48 MB: more than the sockets of any system hold. */
const LONG_TEXT = 'so '.repeat(4_000)

test('the first sound arrives while the rest is not made yet', async () => {
  const goOn = tone.holdAfterFirst()
  const response = await begin(url, speech())
  const first: Buffer =
    response.read() ?? (await new Promise((take) => response.once('data', take)))
  expect(first.length).toBeGreaterThan(0)
  goOn()
  let length = first.length
  for await (const bytes of response) length += bytes.length
  expect(length).toBe(4 * WORD_BYTES)
})

test('a slow reader slows the synthesis, and gets everything in the end', async () => {
  tone.work.words = 0
  const response = await begin(url, speech({ text: LONG_TEXT }))
  response.pause()
  let before = -1
  while (before !== tone.work.words) {
    before = tone.work.words
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  expect(tone.work.words).toBeLessThan(3_500)
  let length = 0
  for await (const bytes of response) length += bytes.length
  expect(length).toBe(4_000 * WORD_BYTES)
})

test('a reader that takes nothing more for too long is given up, and its synthesis ends', async () => {
  tone.work.words = 0
  const response = await begin(`${impatient.url}/v1/speech`, speech({ text: LONG_TEXT }))
  response.pause()
  response.on('error', () => 'cut off, as it should be')
  await until(() => tone.work.running === 0)
  expect(tone.work.words).toBeLessThan(4_000)
  response.destroy()
})

test('a caller that goes away half-way stops the synthesis', async () => {
  const response = await begin(url, speech({ text: LONG_TEXT }))
  expect(tone.work.running).toBe(1)
  response.destroy()
  await until(() => tone.work.running === 0)
  expect(tone.bugs).toEqual([])
})

test('a caller that goes away before the first sound stops the synthesis', async () => {
  tone.hold = new Promise(() => undefined)
  const gone = begin(url, speech(), (request) => {
    request.on('socket', () => until(() => tone.work.running === 1).then(() => request.destroy()))
  })
  await expect(gone).rejects.toThrow('socket hang up')
  await until(() => tone.work.running === 0)
  expect(tone.bugs).toEqual([])
})

test('a failure after the first sound cuts the connection without the last chunk, and is reported', async () => {
  const socket = await open(server.url)
  const heard: Buffer[] = []
  socket.on('data', (bytes) => heard.push(bytes))
  socket.write(messageOf('/v1/speech', speech({ text: 'one two three BREAK four' })))
  await new Promise((resolve) => socket.once('close', resolve))
  const text = Buffer.concat(heard).toString('latin1')
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(text).toMatch(/transfer-encoding: chunked/i)
  expect(text.endsWith('0\r\n\r\n')).toBe(false)
  expect(tone.bugs).toEqual([
    { error: expect.objectContaining({ code: 'speech/failed' }), requestId: expect.any(String) },
  ])
  await expect(send(url, speech({ text: 'one BUG' }))).rejects.toThrow('aborted')
  expect((await send(url, speech())).status).toBe(200)
})

test('a request whose body never ends is told so and cut off', async () => {
  const socket = await open(impatient.url)
  const heard: Buffer[] = []
  socket.on('data', (bytes) => heard.push(bytes))
  socket.write(
    `POST /v1/speech HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"text": "`,
  )
  await new Promise((resolve) => socket.once('close', resolve))
  const text = Buffer.concat(heard).toString()
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expect(text).toMatch(/content-type: application\/json/i)
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual({
    detail: expect.stringContaining('completely'),
  })
})

test('an endless body in chunks is refused as too large, and headers that never end are cut off', async () => {
  const endless = await open(server.url)
  let heard = ''
  endless.on('data', (bytes) => {
    heard += bytes
  })
  endless.on('error', () => 'the server does not read it to an end')
  endless.write(
    `POST /v1/speech HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  const feed = setInterval(() => endless.writable && endless.write(chunk), 1)
  await new Promise((resolve) => endless.once('close', resolve))
  clearInterval(feed)
  expect(heard).toMatch(/^HTTP\/1\.1 413 /)

  const slow = await open(impatient.url)
  slow.resume()
  slow.write('POST /v1/speech HTTP/1.1\r\nHost: 127.0.0.1\r\n')
  await new Promise((resolve) => slow.once('close', resolve))
})

test('a long answer is not cut off by the time limit of requests', async () => {
  const later = Promise.withResolvers<void>()
  tone.hold = later.promise
  setTimeout(later.resolve, 900)
  const answer = await send(`${impatient.url}/v1/speech`, speech())
  expect([answer.status, answer.bytes.length]).toEqual([200, 4 * WORD_BYTES])
})

test('what is no HTTP gets an answer in JSON', async () => {
  const socket = await open(server.url)
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  socket.write('Good morning, server.\r\n\r\n')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(heard).toMatch(/^HTTP\/1\.1 400 /)
  expect(heard).toContain('{"detail":')
})

test("a client that offers another protocol, as Java's does, is answered over this one", async () => {
  const answer = await send(
    url,
    speech(
      {},
      {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAEAAEAAAAIAAAAB',
      },
    ),
  )
  expect(answer.status).toBe(200)
})

test('an old client without chunks gets the sound until the connection ends', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (bytes) => heard.push(bytes))
  socket.write(messageOf('/v1/speech', speech(), '1.0'))
  await new Promise((resolve) => socket.once('close', resolve))
  const answer = Buffer.concat(heard)
  const head = answer.subarray(0, answer.indexOf('\r\n\r\n')).toString()
  expect(head).toMatch(/ 200 OK/)
  expect(head).not.toMatch(/chunked/i)
  expect(answer.length - head.length - 4).toBe(4 * WORD_BYTES)
})
