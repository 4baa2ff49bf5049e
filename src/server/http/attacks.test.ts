import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { open, send, type TestRequest } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
const impatient = await serveTone(tone, { limits: { bodyTimeoutMs: 500 } })
afterAll(async () => {
  await impatient.close()
  await close()
})

const { host } = new URL(server.url)
const authorization = `Bearer ${KEY}`

/** Reads a bare connection until it ends. */
async function raw(lines: readonly string[], url = server.url): Promise<string> {
  const socket = await open(url)
  socket.write(lines.join('\r\n'))
  return text(socket)
}

const speechHead = [
  'POST /v1/speech HTTP/1.1',
  `Host: ${host}`,
  `Authorization: ${authorization}`,
  'Content-Type: application/json',
]
const hidden = [
  'GET /v1/files HTTP/1.1',
  `Host: ${host}`,
  `Authorization: ${authorization}`,
  '',
  '',
]

test.each<readonly [string, readonly string[]]>([
  ['two lengths', ['Content-Length: 2', 'Content-Length: 60', '', '{}']],
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', '']],
  ['chunks under another name', ['Transfer-Encoding: xchunked', '', '0', '', '']],
  ['chunks that are not last', ['Transfer-Encoding: chunked, identity', '', '0', '', '']],
  ['a folded header', ['Content-Length:', ' 2', '', '{}']],
  ['a space before the colon', ['Content-Length : 2', '', '{}']],
  ['a length with a sign', ['Content-Length: +2', '', '{}']],
  ['a chunk size that is no number', ['Transfer-Encoding: chunked', '', '0x2', '{}', '0', '', '']],
  ['a bare line feed', ['Transfer-Encoding: chunked\nX: y', '', '0', '', '']],
])('a request with %s hides no second one', async (_shape, rest) => {
  const answer = await raw([...speechHead, ...rest, ...hidden])
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
  expect(statuses).toEqual([expect.stringMatching(/^4\d\d$/)])
  expect(answer).not.toContain('"items"')
})

test('the second request of these is answered where nothing hides it', async () => {
  const closing = hidden.toSpliced(3, 0, 'Connection: close')
  const answer = await raw([...speechHead, 'Content-Length: 2', '', `{}${closing.join('\r\n')}`])
  expect([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
    '400',
    '200',
  ])
  expect(answer).toContain('"items"')
})

test('headers of more than 16 kB are refused in words, and one that never ends is cut off', async () => {
  const large = await raw([...speechHead, `X-Large: ${'x'.repeat(20_000)}`, '', ''])
  expect(large).toMatch(/^HTTP\/1\.1 431 /)
  expect(large).toContain('larger than 16 kB')
  const slow = await raw(['GET /health HTTP/1.1', `Host: ${host}`, 'X-Slow: '], impatient.url)
  expect(slow).toMatch(/^HTTP\/1\.1 408 /)
})

test('headers that drip, letter by letter, are given up as well', async () => {
  const socket = await open(impatient.url)
  socket.write(`GET /health HTTP/1.1\r\nHost: ${host}\r\n`)
  const drip = setInterval(() => socket.writable && socket.write('X: y\r\n'), 50)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  clearInterval(drip)
})

test('a handshake at an address that no WebSocket at this address is refused in words', async () => {
  const handshake = [
    'Connection: close, Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
  ]
  for (const path of ['/v1/voices', '/health', '/docs']) {
    const answer = await raw([
      ...[`GET ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: ${authorization}`],
      ...[...handshake, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
    ])
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('no WebSocket at this address')
  }
})

test('an expectation that nobody knows is read over', async () => {
  const head = ['GET /health HTTP/1.1', `Host: ${host}`, 'Connection: close', 'Expect: miracles']
  expect(await raw([...head, '', ''])).toMatch(/^HTTP\/1\.1 200 /)
})

test('three hundred callers that send nothing do not keep others out', async () => {
  const idle = await Promise.all(Array.from({ length: 300 }, () => open(server.url)))
  expect((await send(`${server.url}/health`)).status).toBe(200)
  for (const socket of idle) socket.destroy()
})

const BOUNDARY = 'b0undary'
const form = (parts: readonly string[], headers: TestRequest['headers'] = {}): TestRequest => ({
  method: 'POST',
  headers: {
    authorization,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...headers,
  },
  body: `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`,
})
const filePart = (fileName: string, content = 'ọjà'): string =>
  `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}`

test('ten thousand parts, and a part with endless headers, are refused', async () => {
  const field = 'Content-Disposition: form-data; name="x"\r\n\r\n1'
  const many = await send(`${server.url}/v1/files`, form(Array(10_000).fill(field)))
  expect([many.status, many.detail]).toEqual([413, expect.stringContaining('at most 100 parts')])
  const header = `X-Long: ${'x'.repeat(100_000)}\r\n${filePart('a.txt')}`
  const long = await send(`${server.url}/v1/files`, form([header]))
  expect(long.status).toBeGreaterThanOrEqual(400)
  expect(long.status).toBeLessThan(500)
})

test('a compressed body is refused instead of being unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  for (const [path, type] of [
    ['/v1/speech', 'application/json'],
    ['/v1/files', `multipart/form-data; boundary=${BOUNDARY}`],
  ] as const) {
    const answer = await send(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type, 'content-encoding': 'gzip' },
      body: bomb,
    })
    expect([path, answer.status]).toEqual([path, 415])
    expect(answer.detail).toContain('compress')
  }
})

test('what is packed within a form is stored as it came, whatever its part says of itself', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000)).toString('latin1')
  for (const header of ['Content-Encoding: gzip', 'Content-Transfer-Encoding: gzip']) {
    const given = form([`${header}\r\nContent-Type: application/gzip\r\n${filePart('a.gz', bomb)}`])
    const body = Buffer.from(String(given.body), 'latin1')
    const kept = await send(`${server.url}/v1/files`, { ...given, body })
    expect([kept.status, JSON.parse(kept.text).size_bytes]).toEqual([200, bomb.length])
  }
})

test.each([
  '../../escape.txt',
  '..\\..\\escape.txt',
  '/etc/passwd',
  'C:\\Windows\\system.ini',
  '%2e%2e%2fescape.txt',
  'name\\"; filename=\\"second.html',
  'CON',
  '.',
  '',
  'ẹ̀kọ́ ሰላም.html',
  `${'x'.repeat(2_000)}.txt`,
])('a file called %j is kept under an id and comes back as a plain download', async (fileName) => {
  const kept = await send(`${server.url}/v1/files`, form([filePart(fileName)]))
  expect(kept.status).toBe(200)
  const { file_id, original_name } = JSON.parse(kept.text)
  expect(original_name ?? '').not.toMatch(/[/\\\p{Cc}]/u)
  const signed = await send(`${server.url}/v1/files/${file_id}/url`, { headers: { authorization } })
  const got = await send(JSON.parse(signed.text).url)
  expect([got.status, got.text]).toEqual([200, 'ọjà'])
  expect(got.headers['x-content-type-options']).toBe('nosniff')
  expect(got.headers['content-disposition']).toMatch(/^attachment;/)
  expect(got.headers['content-disposition']).not.toMatch(/[\r\n]/)
  expect(readdirSync(tone.folder)).not.toContain('escape.txt')
})

test.each([
  ['a.txt%0d%0aSet-Cookie: x=1', 'a.txtSet-Cookie: x=1'],
  ['b\u0000.txt\u0007', 'b.txt'],
  ['c.txt\r\nSet-Cookie: x=1', 'c.txt'],
  ['e\u2028.txt\u0085Set-Cookie: x=1', 'e.txtSet-Cookie: x=1'],
])('a file name with line breaks, %j, puts no header into an answer', async (fileName, name) => {
  const kept = await send(`${server.url}/v1/files`, form([filePart(fileName)]))
  const { file_id, original_name } = JSON.parse(kept.text)
  expect(original_name).toBe(name)
  const signed = await send(`${server.url}/v1/files/${file_id}/url`, { headers: { authorization } })
  const got = await send(JSON.parse(signed.text).url)
  expect([got.status, got.headers['set-cookie']]).toEqual([200, undefined])
  expect(got.headers['content-disposition']).toMatch(/^attachment; filename="[\w .()-]+"; /)
})

test('a part whose headers are broken by half a line break has no file', async () => {
  const kept = await send(`${server.url}/v1/files`, form([filePart('d.txt\rSet-Cookie: x=1')]))
  expect([kept.status, kept.headers['set-cookie']]).toEqual([422, undefined])
})

test('a path that is too long for any id is not repeated in the answer', async () => {
  const answer = await send(`${server.url}/v1/files/${'a'.repeat(8_000)}`)
  expect([answer.status, answer.headers['x-content-type-options']]).toEqual([414, 'nosniff'])
  expect(answer.detail).toContain('longer than any id')
  expect(answer.text.length).toBeLessThan(200)
})

test.each([
  '/v1/files/..%2f..%2flibrary.db',
  '/v1/files/%2e%2e/url',
  '/v1/files/....//....//etc/passwd',
  '/v1/files/%00',
  '/v1/files/..%5c..%5clibrary.db/content?expires=9999999999&signature=x',
  '/v1/voices/..%2fvoices',
  '/v1/voices/voice_..%2f..%2flibrary.db',
  '/v1/hls/..%2f..%2flibrary.db/index.m3u8',
  '/v1/hls/aaaaaaaaaaaaaaaaaaaa/..%2f..%2flibrary.db',
  '/v1/models/..%2f..%2fetc%2fpasswd',
  '/assets/..%2f..%2fpackage.json',
])('%s reaches no file', async (path) => {
  const answer = await send(`${server.url}${path}`, { headers: { authorization } })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.text).not.toMatch(/SQLite|root:/)
})

test('a near miss of a token is answered like a far one', async () => {
  const tokens = [`${KEY.slice(0, -1)}X`, 'zzz', `${KEY}${KEY}`]
  const answers = await Promise.all(
    tokens.map((token) =>
      send(`${server.url}/v1/voices`, { headers: { authorization: `Bearer ${token}` } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(new Set(answers.map(({ detail }) => detail)).size).toBe(1)
})

test('nothing of all this was a bug', () => {
  expect(tone.bugs.map(({ error }) => String(error))).toEqual([])
})
