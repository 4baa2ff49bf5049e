import { rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { begin, send, type TestRequest } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

let clock: Date | undefined
const { tone, server, close } = await openToneServer({
  app: { now: () => clock ?? new Date() },
})
afterAll(async () => {
  await close()
  expect(tone.bugs).toEqual([])
})
beforeEach(() => {
  clock = undefined
})

const { files } = tone.app
const authorization = `Bearer ${KEY}`

async function upload(name: string, bytes = 'Ẹ káàbọ̀'): Promise<{ file_id: string }> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  const asked = { method: 'POST', headers: { authorization }, body: form }
  // Parsed from an answer of the API.
  return (await (await fetch(`${server.url}/v1/files`, asked)).json()) as { file_id: string }
}

const askUrl = ({ file_id }: { file_id: string }, query = '') =>
  send(`${server.url}/v1/files/${file_id}/url${query}`, { headers: { authorization } })

async function urlOf(file: { file_id: string }): Promise<string> {
  return JSON.parse((await askUrl(file)).text).url
}

test('an address knows byte ranges, and HEAD', async () => {
  const file = await upload('a.txt', '0123456789')
  const url = await urlOf(file)
  const ranged = (range: string, more: TestRequest['headers'] = {}) =>
    send(url, { headers: { range, ...more } })
  const middle = await ranged('bytes=2-4')
  expect([middle.status, middle.text, middle.headers['content-range']]).toEqual([
    ...[206, '234', 'bytes 2-4/10'],
  ])
  expect((await ranged('bytes=-3')).text).toBe('789')
  expect((await ranged('bytes=8-')).text).toBe('89')
  const outside = await ranged('bytes=10-')
  expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */10'])
  expect(outside.headers['content-type']).toMatch(/^application\/json/)
  expect(outside.detail).toContain('Content-Range')
  const stale = await send(url, { headers: { 'if-match': '"other"' } })
  expect([stale.status, stale.detail]).toEqual([412, expect.stringContaining('If-Match')])
  const { etag = '', 'last-modified': modified = '' } = middle.headers
  expect((await ranged('bytes=0-1', { 'if-range': modified })).status).toBe(206)
  expect((await ranged('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200)
  expect((await send(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const head = await send(url, { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '10', ''])
})

test('of an empty file there is nothing to take a range of', async () => {
  const url = await urlOf(await upload('empty', ''))
  const whole = await send(url)
  expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, '', '0'])
  for (const range of ['bytes=0-', 'bytes=-1']) {
    const answer = await send(url, { headers: { range } })
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */0'])
  }
})

test('a file that is deleted while somebody fetches it comes to its end, and cannot be fetched again', async () => {
  const bytes = 'Ọjọ́ '.repeat(1_000_000)
  const file = await upload('long', bytes)
  const url = await urlOf(file)
  const fetched = await begin(url)
  const deleted = await send(`${server.url}/v1/files/${file.file_id}`, {
    method: 'DELETE',
    headers: { authorization },
  })
  expect(deleted.status).toBe(200)
  expect((await buffer(fetched)).length).toBe(Buffer.byteLength(bytes))
  expect((await send(url)).status).toBe(404)
})

test('a file whose bytes were lost is 404 in words, and nothing to save', async () => {
  const { file_id } = await upload('lost')
  const url = await urlOf({ file_id })
  rmSync(String((await files.follow(await files.link('owner', file_id, 60))).path))
  const answer = await send(url)
  expect([answer.status, answer.detail]).toEqual([404, expect.stringContaining('nothing at')])
  expect(answer.headers['content-disposition']).toBeUndefined()
})

test('an address ends when it says, and opens nothing else', async () => {
  const [one, two] = [await upload('one'), await upload('two')]
  clock = new Date('2026-05-01T12:00:00Z')
  const given = await askUrl(one, '?ttl=60')
  const { url, expires_at, file_id } = JSON.parse(given.text)
  expect(file_id).toBe(one.file_id)
  expect(Date.parse(expires_at)).toBe(clock.getTime() + 60_000)
  expect((await send(url.replace(one.file_id, two.file_id))).status).toBe(403)
  expect((await send(url.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(403)
  expect((await send(url.replace(/signature=.{5}/, 'signature='))).status).toBe(403)
  expect((await send(url.replace(/\?.*/, ''))).status).toBe(422)
  clock = new Date(clock.getTime() + 61_000)
  const late = await send(url)
  expect([late.status, late.detail]).toEqual([403, expect.stringContaining('expired')])
})

test.each(['0', '3601', '1.5', '-1', 'x'])('a ttl of %s is 422', async (ttl) => {
  const file = await upload('a')
  expect((await askUrl(file, `?ttl=${ttl}`)).status).toBe(422)
})

test.each([
  ['page.html', '<script>alert(1)</script>', 'application/octet-stream', 'attachment'],
  ['picture.svg', '<svg onload="alert(1)"/>', 'application/octet-stream', 'attachment'],
  ['sound.mp3', '<html>', 'application/octet-stream', 'attachment'],
  ['x.html', 'RIFF\0\0\0\0WAVEfmt ', 'audio/wav', 'inline'],
  ['ohùn.m4a', '\0\0\0 ftypM4A mp42', 'audio/mp4', 'inline'],
])(
  '%s is sent as its bytes say, and a browser runs nothing of it',
  async (name, bytes, type, kind) => {
    const file = await upload(name, bytes)
    const { headers } = await send(await urlOf(file))
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${kind};`))
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
  },
)

test('a name that turns its reading direction is shown and saved as it is', async () => {
  const { file_id } = await upload('invoice\u202Egpj.exe')
  const answer = await send(`${server.url}/v1/files/${file_id}`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(JSON.parse(answer.text).original_name).toBe('invoicegpj.exe')
  const { headers } = await send(await urlOf({ file_id }))
  expect(headers['content-disposition']).toBe(
    `attachment; filename="invoicegpj.exe"; filename*=UTF-8''invoicegpj.exe`,
  )
})

test('a hostile name stays one header', async () => {
  const name = 'a"\r\nSet-Cookie: x=1\r\n; Ẹyẹ\\..\\đ.wav'
  const file = await upload(name)
  const { headers } = await send(await urlOf(file))
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="[^"]*"; filename\*=UTF-8''[^;"]*$/,
  )
})
