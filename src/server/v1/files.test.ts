import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { open, send, type TestResponse, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'

const QUOTA = 2_000_000
let clock: Date | undefined
const { tone, server, close } = await openToneServer({
  app: { quotaBytes: QUOTA, now: () => clock ?? new Date() },
})
afterAll(close)
afterEach(async () => {
  clock = undefined
  for (const { file_id } of (await list()).items) await call('DELETE', `/v1/files/${file_id}`)
  expect(tone.bugs).toEqual([])
})

const other = (
  await tone.app.access.keys.create({ name: 'Ọlá', account: 'Ọlá', scopes: ['files'] })
).token
const guest = (await tone.app.access.guests.create('owner', 60)).token

interface Meta {
  readonly file_id: string
  readonly status: string
  readonly original_name: string | null
  readonly size_bytes: number | null
}

const call = (method: string, path: string, token = KEY): Promise<TestResponse> =>
  send(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } })

async function list(
  query = '',
  token = KEY,
): Promise<{ items: Meta[]; next_cursor: string | null }> {
  return JSON.parse((await call('GET', `/v1/files${query}`, token)).text)
}

async function post(form: FormData, token = KEY) {
  const response = await fetch(`${server.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  // A field that the answer lacks is undefined.
  const body = (await response.json()) as Meta & { detail: unknown }
  return { status: response.status, body }
}

async function upload(
  name: string,
  bytes: string | Uint8Array<ArrayBuffer> = 'Ẹ káàbọ̀',
  token = KEY,
) {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return post(form, token)
}

async function urlOf(id: string, query = ''): Promise<string> {
  return JSON.parse((await call('GET', `/v1/files/${id}/url${query}`)).text).url
}

const UUID = /^[\da-f-]{36}$/
const onDisk = (): string[] => {
  const folder = join(tone.folder, 'files')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

test('a name that was written in percent signs is read, and one that only has them stays', async () => {
  for (const [sent, read] of [
    ['%E1%BA%B8%20k%C3%A1%C3%A0%C3%A1r%E1%BB%8D%CC%80.wav', 'Ẹ káàárọ̀.wav'],
    ['50%.wav', '50%.wav'],
    ['..%2F..%2Fgriot.db', 'griot.db'],
  ] as const)
    expect((await upload(sent, new Uint8Array(3))).body.original_name).toBe(read)
})

test('a file goes in and its bytes come out again, by an address that needs no key', async () => {
  const bytes = new Uint8Array(randomBytes(1_500_000))
  const { status, body } = await upload('Ìròyìn – ዜና (1).bin', bytes)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ready',
    original_name: 'Ìròyìn – ዜና (1).bin',
    size_bytes: 1_500_000,
    uploaded_by: 'environment',
  })
  expect(Object.keys(body).sort()).toEqual([
    ...['created_at', 'file_id', 'original_name', 'size_bytes', 'status', 'uploaded_by'],
  ])
  const url = await urlOf(body.file_id)
  expect(url.startsWith(`${server.url}/v1/files/${body.file_id}/content?`)).toBe(true)
  const content = await send(url)
  expect(content.status).toBe(200)
  expect(createHash('sha256').update(content.bytes).digest()).toEqual(
    createHash('sha256').update(bytes).digest(),
  )
})

test('the record is the same wherever it is asked for, and the deleted file is gone from disk', async () => {
  const { body } = await upload('a.txt')
  expect(JSON.parse((await call('GET', `/v1/files/${body.file_id}`)).text)).toEqual(body)
  expect((await list()).items).toEqual([body])
  const url = await urlOf(body.file_id)
  const gone = await call('DELETE', `/v1/files/${body.file_id}`)
  expect([gone.status, gone.text]).toEqual([200, '{"status":true}'])
  expect(onDisk()).toEqual([])
  for (const path of ['', '/url'])
    expect((await call('GET', `/v1/files/${body.file_id}${path}`)).status).toBe(404)
  expect((await call('DELETE', `/v1/files/${body.file_id}`)).status).toBe(404)
  expect((await send(url)).status).toBe(404)
})

test('a DELETE that says it sends JSON and sends nothing is no error', async () => {
  const { body } = await upload('a.txt')
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const url = `${server.url}/v1/files/${body.file_id}`
  expect((await send(url, { method: 'DELETE', headers })).status).toBe(200)
})

test('the usage says what is used and what may be, in words and in bytes', async () => {
  await upload('a', new Uint8Array(1_234_567))
  const usage = await call('GET', '/v1/files:usage')
  expect(JSON.parse(usage.text)).toEqual({
    total: '2.0 MB',
    used: '1.2 MB',
    total_bytes: QUOTA,
    used_bytes: 1_234_567,
    num_files: 1,
  })
})

test('what does not fit is 413 with both figures, and nothing of it stays', async () => {
  await upload('a', new Uint8Array(1_500_000))
  const { status, body } = await upload('b', new Uint8Array(9_000_000))
  expect(status).toBe(413)
  expect(body.detail).toContain('1.5 MB of 2.0 MB')
  // Its metadata lies beside it.
  expect(onDisk()).toEqual([expect.stringMatching(UUID), expect.stringMatching(/\.json$/)])
  expect((await list()).items).toHaveLength(1)
})

test('of ten uploads at once, only as many stay as fit', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => upload(`${i}`, new Uint8Array(300_000))),
  )
  const stored = answers.filter(({ status }) => status === 200).length
  expect(stored).toBeGreaterThan(0)
  expect(stored * 300_000).toBeLessThanOrEqual(QUOTA)
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(10 - stored)
  expect(onDisk().filter((name) => UUID.test(name))).toHaveLength(stored)
  expect(onDisk()).toHaveLength(2 * stored)
})

test('others see a file while it is uploading, and an upload that breaks off leaves nothing', async () => {
  const socket = await open(server.url)
  socket.write(
    `POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="orin.mp3"\r\n\r\nhalf`,
  )
  let seen: Meta | undefined
  while (!seen) seen = (await list('?status=uploading')).items[0]
  expect(seen).toMatchObject({ status: 'uploading', original_name: 'orin.mp3', size_bytes: null })
  const deleted = await call('DELETE', `/v1/files/${seen.file_id}`)
  expect([deleted.status, deleted.detail]).toEqual([409, expect.stringContaining('uploaded')])
  expect((await call('GET', `/v1/files/${seen.file_id}/url`)).status).toBe(409)
  expect((await list('?status=ready')).items).toEqual([])
  socket.destroy()
  while ((await list()).items.length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(onDisk()).toEqual([])
})

test('pages follow each other while files come and go, newest first', async () => {
  for (let i = 0; i < 7; i++) await upload(`${i}`)
  const first = await list('?limit=3')
  expect(first.items.map((file) => file.original_name)).toEqual(['6', '5', '4'])
  await upload('new')
  await call('DELETE', `/v1/files/${first.items[2]?.file_id}`)
  const second = await list(`?limit=3&cursor=${first.next_cursor}`)
  expect(second.items.map((file) => file.original_name)).toEqual(['3', '2', '1'])
  const third = await list(`?limit=3&cursor=${second.next_cursor}&status=ready`)
  expect(third).toMatchObject({ items: [{ original_name: '0' }], next_cursor: null })
  expect((await list('?cursor=&limit=&status=')).items).toHaveLength(7)
})

test.each([
  ['?cursor=abc', 400],
  ['?cursor=%00', 400],
  ['?limit=0', 422],
  ['?limit=101', 422],
  ['?limit=1.5', 422],
  ['?limit=-1', 422],
  ['?limit=ten', 422],
  ['?status=gone', 422],
  ['?cursor=a&cursor=b', 422],
])('a list with %s is %i, in words', async (query, status) => {
  const answer = await call('GET', `/v1/files${query}`)
  expect([answer.status, answer.detail.length > 20]).toEqual([status, true])
})

test('a form without a file, with two, or with text in its place is 422', async () => {
  const text = new FormData()
  text.append('file', 'no file')
  const two = new FormData()
  for (const name of ['a', 'b']) two.append('file', new Blob([name]), name)
  for (const form of [new FormData(), text, two]) {
    const { status, body } = await post(form)
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'file'] }]])
  }
  expect((await list()).items).toEqual([])
  expect(onDisk()).toEqual([])
})

test('an empty file without a name is a file', async () => {
  const body =
    '--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: audio/wav\r\n\r\n\r\n--x--\r\n'
  const answer = await send(`${server.url}/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    body,
  })
  expect(JSON.parse(answer.text)).toMatchObject({ original_name: null, size_bytes: 0 })
})

test('files of one account are unknown to another, and guests store nothing', async () => {
  const { body } = await upload('mine')
  expect((await list('', other)).items).toEqual([])
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/url'],
    ['DELETE', ''],
  ] as const)
    expect((await call(method, `/v1/files/${body.file_id}${path}`, other)).status).toBe(404)
  for (let i = 0; i < 2; i++) await upload(`${i}`)
  const { next_cursor } = await list('?limit=1')
  expect((await call('GET', `/v1/files?cursor=${next_cursor}`, other)).status).toBe(400)
  expect((await upload('guest', 'x', guest)).status).toBe(403)
  expect((await call('GET', '/v1/files', guest)).status).toBe(403)
})

test.each(['x', '..%2f..%2flibrary.db', '%00', '00000000-0000-4000-8000-000000000000'])(
  'there is no file %s',
  async (id) => {
    expect((await call('GET', `/v1/files/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/v1/files/${id}`)).status).toBe(404)
  },
)

test('the server that closes leaves no half of a file', async () => {
  const second = await serveTone(tone, { limits: { closeTimeoutMs: 50 } })
  const socket = await open(second.url)
  socket.write(
    `POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`,
  )
  await until(() => onDisk().length > 0)
  const closed = once(socket, 'close')
  await second.close()
  await closed
  // Its record goes last.
  await expect.poll(async () => (await list()).items).toEqual([])
  expect(onDisk()).toEqual([])
})
