import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { send, until } from '#server/client.test-support.ts'
import { readJsonBodies, refuseEncodedBodies } from './body.ts'
import { answerFailures } from './errors.ts'
import { formFingerprint, readForm, readFormBodies } from './multipart.ts'
import type { Operation } from './operation.ts'

const LIMIT = 100_000
const fastify = Fastify()
answerFailures(fastify, (error) => bugs.push(error))
refuseEncodedBodies(fastify)
readJsonBodies(fastify)
await readFormBodies(fastify)
let received: { name: string; fileName: string | undefined; size: number }[] = []
let failures: unknown[] = []
let bugs: unknown[] = []
let takesHalf = false
let arrived = 0
const spec = { fields: { name: 20, language: 5, audio: 100 }, files: { audio: LIMIT, second: 10 } }
const operation: Operation = {
  method: 'POST',
  path: '/form',
  id: 'readForm',
  tag: 'files',
  summary: 'Read a form',
  scope: undefined,
  form: { type: 'object' },
  responses: {},
}
fastify.post('/form', { config: { operation } }, async (request) => {
  const values = await readForm(request, spec, async (name, { fileName, bytes }) => {
    let size = 0
    try {
      for await (const chunk of bytes) {
        size += chunk.length
        arrived += chunk.length
        if (takesHalf) break
      }
    } catch (error) {
      failures.push(error)
      throw error
    }
    received.push({ name, fileName, size })
  })
  return { values, fingerprint: Buffer.from(formFingerprint(request) ?? []).toString('hex') }
})
const url = `${await fastify.listen({ host: '127.0.0.1', port: 0 })}/form`
afterAll(() => fastify.close())
beforeEach(() => {
  received = []
  failures = []
  bugs = []
  takesHalf = false
  arrived = 0
})

async function post(form: FormData, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: form, headers })
  // Parsed from the answer of this route.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** A form as bytes of our own making, for what no client would send. */
function raw(parts: readonly string[], end = '--xyz--\r\n') {
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
    body: parts.map((part) => `--xyz\r\n${part}\r\n`).join('') + end,
  }
}

test('every value of a field is answered in the order sent, and unknown ones are read over', async () => {
  const form = new FormData()
  form.append('name', 'Adébọ̀wálé')
  form.append('name', 'ጸሐይ')
  form.append('model', 'x'.repeat(200_000))
  form.append('unknown', new Blob(['some bytes']), 'notes.txt')
  form.append('second', new Blob(['12345']), 'b.bin')
  const { status, body } = await post(form)
  expect([status, body['values']]).toEqual([
    200,
    { name: ['Adébọ̀wálé', 'ጸሐይ'], language: [], audio: [] },
  ])
  expect(received).toEqual([{ name: 'second', fileName: 'b.bin', size: 5 }])
})

test('a part with a file name is a file even when it is empty, and one name may be both', async () => {
  const form = new FormData()
  form.append('audio', 'https://example.org/ohùn.mp3')
  form.append('audio', new Blob([]), 'empty.wav')
  const { body } = await post(form)
  expect(body['values']).toMatchObject({ audio: ['https://example.org/ohùn.mp3'] })
  expect(received).toEqual([{ name: 'audio', fileName: 'empty.wav', size: 0 }])
})

test.each([
  ['Ohùn mi – ድምፅ.wav', 'Ohùn mi – ድምፅ.wav'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Ngọzi\\orin.mp3', 'orin.mp3'],
  ['..', undefined],
  ['a\u0000b\u001b[31m.wav', 'ab[31m.wav'],
  ['x'.repeat(400), 'x'.repeat(255)],
])('a file called %j is known as %j', async (sent, known) => {
  const part = `content-disposition: form-data; name="audio"; filename="${sent.replaceAll('\\', '\\\\')}"\r\n\r\nx`
  expect((await send(url, raw([part]))).status).toBe(200)
  expect(received).toEqual([{ name: 'audio', fileName: known, size: 1 }])
})

test('a file name may come in the extended notation', async () => {
  const part = `content-disposition: form-data; name="audio"; filename*=UTF-8''%E1%BB%8Cr%C3%A0n.mp3\r\n\r\nx`
  await send(url, raw([part]))
  expect(received[0]?.fileName).toBe('Ọràn.mp3')
})

test('a file over its limit is refused with the limit, however much is still to come', async () => {
  const form = new FormData()
  form.append('audio', new Blob([new Uint8Array(20_000_000)]), 'long.wav')
  const { status, body } = await post(form)
  expect(status).toBe(413)
  expect(body['detail']).toMatch(
    /^The file "audio" is larger than the 100,000 bytes allowed here. The whole form has 20,000,\d{3} bytes.$/,
  )
  expect(failures).toMatchObject([{ code: 'file/too-large' }])
})

test('a field that is too long is 422 and says where and how long', async () => {
  const form = new FormData()
  form.append('name', 'ọ'.repeat(21))
  const { status, body } = await post(form)
  expect(status).toBe(422)
  expect(body['detail']).toMatchObject([
    { loc: ['body', 'name'], msg: 'name has 21 characters; at most 20 are allowed.' },
  ])
})

test('ten thousand parts are refused after the first hundred', async () => {
  const parts = Array.from(
    { length: 10_000 },
    (_, i) => `content-disposition: form-data; name="f${i}"\r\n\r\n${i}`,
  )
  const answer = await send(url, raw(parts))
  expect([answer.status, answer.detail]).toEqual([
    413,
    '"A form may have at most 100 parts; this one has more."',
  ])
})

test.each([
  ['a JSON body', { headers: { 'content-type': 'application/json' }, body: '{"name": "x"}' }],
  ['no body and no type', {}],
  ['no boundary', { headers: { 'content-type': 'multipart/form-data' }, body: '--x--' }],
  ['a body of another type', { headers: { 'content-type': 'text/plain' }, body: 'hello' }],
  ['text that is no form', raw([], 'good morning')],
  [
    'a form without its end',
    raw(['content-disposition: form-data; name="audio"; filename="a"\r\n\r\nxy'], ''),
  ],
  [
    'a field named like what every object has',
    raw(['content-disposition: form-data; name="__proto__"\r\n\r\nx']),
  ],
  [
    'a part that says JSON and is not',
    raw(['content-disposition: form-data; name="name"\r\ncontent-type: application/json\r\n\r\n{']),
  ],
])('%s is 400, in words', async (_what, given) => {
  const answer = await send(url, { method: 'POST', ...given })
  expect(answer.status).toBe(400)
  expect(answer.detail).toMatch(/form/i)
  expect(bugs).toEqual([])
})

test.each([
  ['part headers without end', raw([`x: ${'y'.repeat(200_000)}\r\n\r\nz`])],
  ['a part of no name', raw(['content-disposition: form-data\r\n\r\nz'])],
  ['a file of no name', raw(['content-disposition: form-data; filename="a"\r\n\r\nz'])],
  ['a part without headers', raw(['\r\nz'])],
  ['two thousand part headers', raw([`${'x: y\r\n'.repeat(2_000)}\r\nz`])],
])('%s are read over', async (_what, given) => {
  expect((await send(url, given)).status).toBe(200)
  expect(received).toEqual([])
})

test('a compressed body is refused before it is unpacked', async () => {
  const form = raw(['content-disposition: form-data; name="name"\r\n\r\nx'])
  const answer = await send(url, {
    ...form,
    headers: { ...form.headers, 'content-encoding': 'gzip' },
  })
  expect(answer.status).toBe(415)
  expect(answer.detail).toContain('without Content-Encoding')
})

test('whoever reads half of a file gets the next part all the same', async () => {
  takesHalf = true
  const form = new FormData()
  form.append('audio', new Blob([new Uint8Array(90_000)]), 'a.wav')
  form.append('name', 'Tèmi')
  const { status, body } = await post(form)
  expect([status, body['values']]).toMatchObject([200, { name: ['Tèmi'] }])
})

test('forms of the same content have the same fingerprint, and of other content another', async () => {
  const form = (text: string, fileName: string): FormData => {
    const made = new FormData()
    made.append('name', 'Ẹniọlá')
    made.append('audio', new Blob([text]), fileName)
    return made
  }
  const prints = []
  for (const [text, name] of [
    ['abc', 'a.wav'],
    ['abc', 'a.wav'],
    ['abd', 'a.wav'],
    ['abc', 'b.wav'],
  ] as const)
    prints.push((await post(form(text, name))).body['fingerprint'])
  expect(prints[0]).toBe(prints[1])
  expect(new Set(prints).size).toBe(3)
})

test('a caller who goes away half-way ends the file with a failure, not a bug', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=xyz\r\nContent-Length: 90000\r\n\r\n--xyz\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nabc',
  )
  await until(() => arrived > 0)
  socket.destroy()
  await until(() => failures.length > 0)
  expect(failures).toMatchObject([{ code: 'request/unreadable' }])
  expect(bugs).toEqual([])
})
