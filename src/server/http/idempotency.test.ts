import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  begin,
  messageOf,
  open,
  send,
  speech,
  type TestResponse,
  until,
} from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

let clock: Date | undefined
const { tone, server, close } = await openToneServer({ app: { now: () => clock ?? new Date() } })
afterAll(close)
afterEach(() => {
  clock = undefined
  tone.hold = Promise.resolve()
  expect(tone.bugs.splice(0)).toEqual([])
})

const url = `${server.url}/v1/speech`
const sayOnce = (key: string, fields = {}, headers = {}): Promise<TestResponse> =>
  send(url, speech(fields, { 'idempotency-key': key, ...headers }))

async function upload(key: string, content: string, token = KEY) {
  const form = new FormData()
  form.append('file', new Blob([content]), 'Ìwé.txt')
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const answer = await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body: form })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const kept = (): string[] => {
  const folder = join(tone.folder, 'answers')
  return readdirSync(folder)
}

test('a text that is sent again with its key is not spoken again: the same bytes come back', async () => {
  const first = await sayOnce('greeting 1')
  const words = tone.work.words
  const again = await sayOnce('greeting 1')
  expect(first.status).toBe(200)
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.bytes.equals(first.bytes)).toBe(true)
  for (const name of ['content-type', 'content-disposition', 'x-request-id', 'cache-control'])
    expect([name, again.headers[name]]).toEqual([name, first.headers[name]])
  expect(again.headers['transfer-encoding']).toBe('chunked')
  expect(tone.work.words).toBe(words)
})

test('a file that is sent again with its key is stored once, whatever the boundary of its form', async () => {
  const before = (await tone.app.files.usage('owner')).count
  const [first, again] = [await upload('a file', 'Ọjọ́ dára'), await upload('a file', 'Ọjọ́ dára')]
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect((await tone.app.files.usage('owner')).count).toBe(before + 1)
})

test('a repeated answer is logged as whole though its caller hangs up with the last byte', async () => {
  const folder = join(tone.folder, 'logs of repeats')
  const logged = await serveTone(tone, { requestLog: { folder, level: 'info' } })
  const body =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nọjà\r\n--b--\r\n'
  const headers = {
    authorization: `Bearer ${KEY}`,
    'idempotency-key': 'a caller in a hurry',
    'content-type': 'multipart/form-data; boundary=b',
  }
  for (let i = 0; i < 40; i++) {
    const socket = await open(logged.url)
    socket.on('data', (bytes) => {
      if (String(bytes).endsWith('}')) socket.destroy()
    })
    socket.write(messageOf('/v1/files', { method: 'POST', headers, body }))
    await until(() => socket.destroyed)
  }
  await logged.close()
  const lines = readFileSync(join(folder, 'requests.log'), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(40)
  expect(lines.filter((line) => line.includes('"cut"'))).toEqual([])
})

test('the same key with another text or file is refused', async () => {
  await sayOnce('other')
  const text = await sayOnce('other', { text: 'Good evening.' })
  expect([text.status, text.detail]).toEqual([422, expect.stringContaining('new key')])
  expect((await sayOnce('other', { format: 'mulaw' })).status).toBe(422)
  await upload('other', 'a')
  expect((await upload('other', 'b')).status).toBe(422)
})

test('a request whose first sending is still in work is told to come back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  tone.hold = promise
  const first = sayOnce('slow')
  await until(() => tone.work.running > 0)
  const second = await sayOnce('slow')
  expect([second.status, second.detail]).toEqual([409, expect.stringContaining('still')])
  resolve()
  expect((await first).status).toBe(200)
  expect((await sayOnce('slow')).headers['idempotent-replayed']).toBe('true')
})

test('of twenty sendings at once, one is done', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload('at once', 'x')))
  const fresh = answers.filter(
    ({ status, headers }) => status === 200 && !headers.get('idempotent-replayed'),
  )
  expect(fresh).toHaveLength(1)
  for (const { status } of answers) expect([200, 409]).toContain(status)
})

test('a body as deep as a million brackets is no bug', async () => {
  const body = `{"text": "deep", "voice": "lina", "x": ${'['.repeat(400_000)}${']'.repeat(400_000)}}`
  const given = speech({}, { 'idempotency-key': 'deep' })
  expect((await send(url, { ...given, body })).status).toBe(200)
})

test('failures are not remembered: what was wrong may be mended under the same key', async () => {
  expect((await sayOnce('mend', { speed: 9 })).status).toBe(400)
  expect((await sayOnce('mend', { text: 'BREAK' })).status).toBe(500)
  expect((await sayOnce('mend')).status).toBe(200)
})

test('an answer that breaks off is done anew', async () => {
  await expect(sayOnce('broken', { text: 'one two BREAK' })).rejects.toThrow()
  tone.bugs.splice(0)
  const again = await sayOnce('broken', { text: 'one two three' })
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test('a caller who leaves half-way may ask anew', async () => {
  const response = await begin(
    url,
    speech({ text: 'word '.repeat(2_000) }, { 'idempotency-key': 'left' }),
  )
  response.destroy()
  await until(() => tone.work.running === 0)
  let again = await sayOnce('left', { text: 'short' })
  while (again.status === 409) again = await sayOnce('left', { text: 'short' })
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test('a file whose sender did not wait for the answer is stored once', async () => {
  const form =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nkept\r\n--x--\r\n'
  const head = `POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\nIdempotency-Key: unread\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n`
  const before = (await tone.app.files.usage('owner')).count
  const socket = await open(server.url)
  socket.write(head + form)
  await until(async () => (await tone.app.files.usage('owner')).count > before)
  socket.destroy()
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'idempotency-key': 'unread',
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: form,
  }
  let again = await send(`${server.url}/v1/files`, request)
  while (again.status === 409) again = await send(`${server.url}/v1/files`, request)
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect((await tone.app.files.usage('owner')).count).toBe(before + 1)
})

test('keys of another account and another operation are others; a guest stores nothing', async () => {
  const { keys, guests } = tone.app.access
  const { token } = await keys.create({ name: 'b', account: 'Ìyábọ̀', scopes: ['speak', 'files'] })
  await upload('shared', 'x')
  expect((await upload('shared', 'y', token)).status).toBe(200)
  expect((await sayOnce('shared')).headers['idempotent-replayed']).toBeUndefined()
  const guest = (await guests.create('owner', 60)).token
  for (let i = 0; i < 2; i++) {
    const answer = await sayOnce('guest', {}, { authorization: `Bearer ${guest}` })
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined])
  }
})

test('a playlist, whose addresses expire, is made anew', async () => {
  for (let i = 0; i < 2; i++) {
    const answer = await sayOnce('list', { format: 'm3u8' })
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined])
  }
})

test.each([['x'.repeat(256)], ['ọ'], ['']])('the key %j is refused', async (key) => {
  const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
  const answer = await send(url, speech({}, headers))
  expect([answer.status, answer.detail]).toEqual([400, expect.stringContaining('Idempotency-Key')])
})

test('an answer is forgotten after a day, and from the disk too', async () => {
  await sayOnce('day')
  clock = new Date(Date.now() + 24 * 60 * 60_000 + 1_000)
  expect((await sayOnce('day')).headers['idempotent-replayed']).toBeUndefined()
  expect(kept()).toHaveLength(1)
})

test('an answer whose bytes were lost is given anew', async () => {
  await sayOnce('lost')
  for (const name of kept()) rmSync(join(tone.folder, 'answers', name))
  const again = await sayOnce('lost')
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined])
  expect((await sayOnce('lost')).headers['idempotent-replayed']).toBe('true')
})

test('an answer that cannot be written down is still an answer', async () => {
  const folder = join(tone.folder, 'answers')
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  expect((await sayOnce('full')).status).toBe(200)
  expect(readFileSync(folder, 'utf8')).toBe('in the way')
  expect(tone.bugs.splice(0)).toMatchObject([{ error: { code: 'storage/failed' } }])
  rmSync(folder)
  expect((await sayOnce('full')).headers['idempotent-replayed']).toBeUndefined()
})
