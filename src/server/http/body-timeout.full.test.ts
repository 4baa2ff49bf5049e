import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { open, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

/** Long beside what a busy machine lets a process wait: sender and server stop together. */
const WINDOW_MS = 1_000
const { tone, server, close } = await openToneServer({ limits: { bodyTimeoutMs: WINDOW_MS } })
afterAll(async () => {
  await close()
  expect(tone.bugs).toEqual([])
})

/** Sends a request whose body comes in pieces of `pieceBytes`, ten to a window, for three windows; returns the status. */
async function send(type: string, pieceBytes: number): Promise<string> {
  const socket = await open(server.url)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => undefined)
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const end = '\r\n--x--\r\n'
  const length = head.length + 30 * pieceBytes + end.length
  socket.write(
    `POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${head}`,
  )
  for (let i = 0; i < 30 && !socket.destroyed; i++) {
    if (socket.writable) socket.write(Buffer.alloc(pieceBytes))
    await wait(WINDOW_MS / 10)
  }
  if (socket.writable) socket.write(end)
  while (answer === '' && !socket.destroyed) await wait(5)
  socket.destroy()
  return answer.slice(9, 12)
}

test('a form may take longer than other bodies while it keeps coming', async () => {
  expect(await send('multipart/form-data; boundary=x', 50_000)).toBe('200')
})

test('a form that trickles, and a slow body of another kind, are given up', async () => {
  expect(await send('multipart/form-data; boundary=x', 100)).toBe('408')
  expect(await send('application/json', 20_000)).toBe('408')
  const { files } = tone.app
  await until(
    async () => (await files.list('owner', { limit: 10, status: 'uploading' })).files.length === 0,
  )
})

test('what keeps coming after its answer is not waited for, and gets no second answer', async () => {
  const socket = await open(server.url)
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    'POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000000\r\n\r\n',
  )
  const sending = setInterval(() => socket.write(Buffer.alloc(70_000)), WINDOW_MS / 3)
  await closed
  clearInterval(sending)
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
})
