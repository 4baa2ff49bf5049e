import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { messageOf, open, speech, type TestRequest, until } from '#server/client.test-support.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(async () => {
  await close()
  expect(tone.bugs).toEqual([])
})

/** Sends a request and closes the sending side behind it, as `nc -N` does. */
async function sendAndClose(path: string, request: TestRequest, version?: string): Promise<Socket> {
  const socket = await open(server.url)
  onTestFinished(() => {
    socket.destroy()
  })
  socket.allowHalfOpen = true
  socket.end(messageOf(path, request, version))
  return socket
}

/** The head and the body of the last answer, its chunks put together. */
async function answerOn(socket: Socket): Promise<{ head: string; body: Buffer }> {
  const all = await buffer(socket)
  const bytes = all.subarray(all.lastIndexOf('HTTP/1.1'))
  const end = bytes.indexOf('\r\n\r\n') + 4
  const head = bytes.toString('latin1', 0, end)
  const body = bytes.subarray(end)
  return { head, body: /transfer-encoding: chunked/i.test(head) ? joined(body) : body }
}

function joined(chunked: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const line = chunked.indexOf('\r\n', at)
    const size = Number.parseInt(chunked.toString('latin1', at, line), 16)
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(chunked.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}

const authorization = `Bearer ${KEY}`

test.each(['1.0', '1.1'])(
  'a caller of HTTP/%s that closes its sending side hears whether Griot is well, and how it lists voices',
  async (version) => {
    for (const [path, words] of [
      ['/health', '"ready"'],
      ['/v1/voices', 'lina'],
      ['/v1/nothing', '"detail"'],
    ] as const) {
      const socket = await sendAndClose(path, { headers: { authorization } }, version)
      const { body } = await answerOn(socket)
      expect(body.toString()).toContain(words)
    }
  },
)

test.each(['1.0', '1.1'])(
  'a caller of HTTP/%s that closes its sending side hears its whole text',
  async (version) => {
    const { head, body } = await answerOn(await sendAndClose('/v1/speech', speech(), version))
    expect(head).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(body.length).toBe(4 * WORD_BYTES)
  },
)

test('a text that takes its time is heard whole too, its beginning and its end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  tone.hold = promise
  const early = await sendAndClose('/v1/speech', speech())
  await until(() => tone.work.running === 1)
  const hearing = answerOn(early)
  await new Promise((settle) => setTimeout(settle, 1_000))
  resolve()
  const goOn = tone.holdAfterFirst()
  const first = await hearingFirst(await sendAndClose('/v1/speech', speech()))
  goOn()
  expect((await hearing).body.length).toBe(4 * WORD_BYTES)
  expect((await first()).length).toBeGreaterThan(0)
})

/** Waits for the first bytes; returns how to read the rest. */
async function hearingFirst(socket: Socket): Promise<() => Promise<Buffer>> {
  await new Promise((resolve) => socket.once('readable', resolve))
  return () => buffer(socket)
}

test('a file is stored of a caller that closes its sending side behind it', async () => {
  const boundary = 'b0undary'
  const part = 'Content-Disposition: form-data; name="file"; filename="ọjà.txt"\r\n\r\nẸ káàárọ̀.'
  const { head, body } = await answerOn(
    await sendAndClose('/v1/files', {
      method: 'POST',
      headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\n${part}\r\n--${boundary}--\r\n`,
    }),
  )
  expect(head).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(JSON.parse(body.toString())).toMatchObject({ original_name: 'ọjà.txt' })
})

test('half a body is no request, though its sender still listens', async () => {
  const socket = await open(server.url)
  socket.allowHalfOpen = true
  socket.end(messageOf('/v1/speech', speech()).slice(0, -10))
  expect((await answerOn(socket)).head).toMatch(/^HTTP\/1\.1 400 /)
})

test('a caller that closed its sending side and then went away stops the synthesis', async () => {
  for (const format of ['pcm_s16le', 'mp3']) {
    const { promise, resolve } = Promise.withResolvers<void>()
    tone.hold = promise
    const early = await sendAndClose('/v1/speech', speech({ format }))
    await until(() => tone.work.running === 1)
    early.destroy()
    await until(() => tone.work.running === 0)
    resolve()
    const text = 'word '.repeat(4_000)
    const late = await sendAndClose('/v1/speech', speech({ text, format }))
    await hearingFirst(late)
    expect(tone.work.running).toBe(1)
    late.destroy()
    await until(() => tone.work.running === 0)
  }
})
