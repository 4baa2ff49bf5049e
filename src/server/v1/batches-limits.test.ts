import { afterAll, afterEach, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const LIMITS = { lines: 3, bytes: 1_000, lineBytes: 400, open: 2 }
const { tone, server, close } = await openToneServer({ app: { batchLimits: LIMITS } })
afterAll(close)
afterEach(() => expect(tone.bugs).toEqual([]))

const authorization = `Bearer ${KEY}`
const line = (id: string, text = 'Hello.'): object => ({
  ...{ custom_id: id, method: 'POST', url: '/v1/speech' },
  body: { text, voice: 'lina', format: 'wav' },
})

async function call(method: string, path: string, body?: object, by = authorization) {
  const headers = { authorization: by, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await send(`${server.url}${path}`, { method, headers, ...sent })
  return { ...answer, body: JSON.parse(answer.text) }
}
const order = (fields: object, by?: string) =>
  call('POST', '/v1/batches', { endpoint: '/v1/speech', ...fields }, by)
const listed = async (): Promise<string[]> =>
  (await call('GET', '/v1/batches')).body.data.map(({ id }: { id: string }) => id)

async function upload(text: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'lines.jsonl')
  const options = { method: 'POST', headers: { authorization }, body: form }
  const answer = await fetch(`${server.url}/v1/files`, options)
  return ((await answer.json()) as { file_id: string }).file_id
}
const jsonl = (lines: readonly object[]): string =>
  lines.map((one) => JSON.stringify(one)).join('\n')

async function ended(id: string): Promise<void> {
  await expect
    .poll(async () => (await call('GET', `/v1/batches/${id}`)).body.status)
    .toMatch(/completed|cancelled/)
}

test('too many lines are refused in words, in a request as in a file, and nothing is left of them', async () => {
  const lines = ['1', '2', '3', '4'].map((id) => line(id))
  const fileId = await upload(jsonl(lines))
  for (const fields of [{ requests: lines }, { input_file_id: fileId }]) {
    const { status, body } = await order(fields)
    expect([status, body.detail]).toEqual([
      413,
      'A batch has at most 3 lines. Divide the file into several batches.',
    ])
  }
  expect(await listed()).toEqual([])
})

test('a file that is too large is refused before it is read', async () => {
  const fileId = await upload(jsonl([line('1', 'x'.repeat(LIMITS.bytes))]))
  const { status, body } = await order({ input_file_id: fileId })
  expect([status, body.detail]).toEqual([
    413,
    expect.stringMatching(/^The file has 1\d{3} bytes; a batch has at most 1000\. Divide it/),
  ])
  expect(await listed()).toEqual([])
})

test('a line that is too long has its own error', async () => {
  const fileId = await upload(jsonl([line('1'), line('2', 'x'.repeat(LIMITS.lineBytes))]))
  const { body } = await order({ input_file_id: fileId })
  await ended(body.id)
  const { body: batch } = await call('GET', `/v1/batches/${body.id}`)
  expect(batch.request_counts).toMatchObject({ completed: 1, failed: 1 })
  expect((await call('DELETE', `/v1/batches/${body.id}`)).body).toEqual({ status: true })
})

test('no more batches are taken than may be open, of each account', async () => {
  const release = tone.holdAfterFirst()
  const held = [line('1', 'One. Two. Three.')]
  const first = await order({ requests: held })
  const second = await order({ requests: held })
  expect([first.status, second.status]).toEqual([200, 200])
  const refused = await order({ requests: held })
  expect(refused.status).toBe(429)
  expect(refused.body.detail).toBe(
    'This account has 2 batches that are not over, and no more are taken at once. Wait until one has ended, or cancel one.',
  )
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const key = await tone.app.access.keys.create({ name: 'Ọlá', account: 'Ọlá', scopes: ['speak'] })
  const others = await order({ requests: held }, `Bearer ${key.token}`)
  expect(others.status).toBe(200)
  const early = await call('DELETE', `/v1/batches/${first.body.id}`)
  expect([early.status, early.body.detail]).toEqual([
    422,
    expect.stringContaining('cancel it first'),
  ])
  await call('POST', `/v1/batches/${first.body.id}/cancel`)
  release()
  await ended(first.body.id)
  const third = await order({ requests: held })
  expect(third.status).toBe(200)
  for (const id of [second.body.id, third.body.id]) await ended(id)
})

test('a batch is deleted with the files of its result, and its input stays', async () => {
  const input = await upload(jsonl([line('1')]))
  const { body } = await order({ input_file_id: input })
  await ended(body.id)
  const { body: batch } = await call('GET', `/v1/batches/${body.id}`)
  const results = [batch.output_file_id, batch.audio_file_id, batch.manifest_file_id]
  const statusOf = async (id: string) => (await call('GET', `/v1/files/${id}`)).status
  expect(await Promise.all(results.map(statusOf))).toEqual([200, 200, 200])
  const theirs = await tone.app.access.keys.create({
    name: 'Adé',
    account: 'Adé',
    scopes: ['speak'],
  })
  const path = `/v1/batches/${body.id}`
  expect((await call('DELETE', path, undefined, `Bearer ${theirs.token}`)).status).toBe(404)
  const { status, body: told } = await call('DELETE', path)
  expect([status, told]).toEqual([200, { status: true }])
  expect(await Promise.all([...results, input].map(statusOf))).toEqual([404, 404, 404, 200])
  expect((await call('GET', path)).status).toBe(404)
  expect((await call('DELETE', path)).status).toBe(404)
  expect(await listed()).not.toContain(body.id)
})
