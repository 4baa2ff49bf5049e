import { createHash } from 'node:crypto'
import { unpackTar } from 'modern-tar'
import { afterAll, afterEach, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
afterEach(() => expect(tone.bugs).toEqual([]))

const { keys } = tone.app.access
const other = (await keys.create({ name: 'Ọlá', account: 'Ọlá', scopes: ['speak'] })).token

interface Answer {
  readonly status: number
  /** Whatever came as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what it has to be.
  readonly body: any
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const { status, text } = await send(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    ...sent,
  })
  return { status, body: text === '' ? undefined : JSON.parse(text) }
}

async function upload(text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'lines.jsonl')
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { file_id: string }).file_id
}

async function download(id: string): Promise<Buffer> {
  const { body } = await call('GET', `/v1/files/${id}/url`)
  return (await send(body.url)).bytes
}

async function over(id: string): Promise<Answer['body']> {
  let batch: Answer['body']
  await expect
    .poll(async () => {
      batch = (await call('GET', `/v1/batches/${id}`)).body
      return batch.status
    })
    .toMatch(/completed|cancelled|failed/)
  return batch
}

const line = (id: string, text: string, fields: object = {}, url = '/v1/speech'): object => ({
  ...{ custom_id: id, method: 'POST', url },
  body: { text, voice: 'lina', format: 'wav', ...fields },
})
const jsonl = (lines: readonly (object | string)[]): string =>
  lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
const parsed = (bytes: Buffer): Answer['body'][] =>
  String(bytes)
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text))

test('a file of lines becomes results, errors, signed sound and a manifest', async () => {
  const source = jsonl([
    line('greet', 'Good morning from Иван in Lagos.'),
    '{"custom_id": "broken"',
    '',
    line('nobody', 'Hello.', { voice: 'xyzzy' }),
    line('mp3', 'Ẹ káàárọ̀.', { format: 'mp3', language: 'yo' }),
    line('mute', '…'),
    line('greet', 'Once more.'),
    { ...line('other', 'Hello.'), url: '/v1/audio/speech' },
    line('list', 'Hello.', { format: 'm3u8' }),
    { method: 'POST', url: '/v1/speech', body: { text: 'Nameless.', voice: 'lina' } },
  ])
  const inputFile = await upload(source)
  const order = { endpoint: '/v1/speech', input_file_id: inputFile, metadata: { ìwé: 'kejì' } }
  const made = await call('POST', '/v1/batches', order)
  expect(made).toMatchObject({
    status: 200,
    body: { object: 'batch', status: expect.any(String), request_counts: { total: 9 } },
  })
  const batch = await over(made.body.id)
  expect(batch).toMatchObject({
    ...{
      status: 'completed',
      input_file_id: inputFile,
      endpoint: '/v1/speech',
      errors: { data: [{ code: 'lines_failed', message: expect.stringContaining('7 of 9') }] },
    },
    ...{ sound: 'files', metadata: { ìwé: 'kejì' }, completion_window: '24h' },
    request_counts: { total: 9, completed: 2, failed: 7, dead: 0, cancelled: 0 },
  })
  const results = parsed(await download(batch.output_file_id))
  expect(results).toMatchObject([
    {
      ...{ custom_id: 'greet', line: 1, error: null },
      response: { status_code: 200, body: { unspoken: ['Иван'] } },
    },
    { custom_id: 'mp3', line: 5, error: null, response: { body: { seconds: expect.any(Number) } } },
  ])
  expect(results[1].response.body).not.toHaveProperty('unspoken')
  const errors = parsed(await download(batch.error_file_id))
  expect(errors.map(({ line: number, error }) => [number, error.code])).toEqual([
    [2, 'invalid_json'],
    [4, 'voice/not-found'],
    [6, 'text/unspeakable'],
    [7, 'duplicate_custom_id'],
    [8, 'invalid_request'],
    [9, 'invalid_request'],
    [10, 'invalid_request'],
  ])
  expect(errors[1].error.message).toMatch(/^Line 4: There is no voice called "?xyzzy/)
  const tar = await download(batch.audio_file_id)
  const sounds = await unpackTar(new Uint8Array(tar))
  expect(sounds.map(({ header }) => header.name)).toEqual(['0000001-greet.wav', '0000005-mp3.mp3'])
  for (const [index, { data }] of sounds.entries()) {
    const bytes = Buffer.from(data ?? [])
    const { body, request_id: requestId } = results[index].response
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.sha256)
    const form = new FormData()
    form.append('file', new Blob([bytes]), body.file)
    const verdict = await fetch(`${server.url}/v1/provenance/verify`, {
      ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${KEY}` } },
    })
    expect(await verdict.json()).toMatchObject({ verdict: 'made-here' })
    expect((await call('GET', `/v1/provenance/${requestId}`)).status).toBe(200)
  }
  const manifest = JSON.parse(String(await download(batch.manifest_file_id)))
  expect(manifest).toMatchObject({
    ...{ batch_id: batch.id, status: 'completed', metadata: { ìwé: 'kejì' } },
    input: { file_id: inputFile, sha256: createHash('sha256').update(source).digest('hex') },
    lines: { total: 9, completed: 2, failed: 7 },
  })
  const sound = manifest.files.find(({ role }: { role: string }) => role === 'sound')
  expect(sound.sha256).toBe(createHash('sha256').update(tar).digest('hex'))
})

test("lines in the request, in OpenAI's dialect, become one signed file", async () => {
  const body = { model: 'griot-1', input: 'Good morning.', voice: 'lina' }
  const requests = ['1', '2'].map((id) => ({
    ...{ custom_id: id, method: 'POST', url: '/v1/audio/speech', body },
  }))
  const how = { sound: 'joined', format: 'wav', gap_seconds: 0.5, title: 'Ìwé' }
  const order = { endpoint: '/v1/audio/speech', requests, ...how }
  const made = await call('POST', '/v1/batches', order)
  expect(made.status).toBe(200)
  const batch = await over(made.body.id)
  const sound = await download(batch.audio_file_id)
  // Two words of a quarter of a second, and half a second of silence, twice.
  expect(sound.readUInt32LE(40)).toBe(2 * 48_000)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(sound)]), 'book.wav')
  const headers = { authorization: `Bearer ${KEY}` }
  const verdict = await fetch(`${server.url}/v1/provenance/verify`, {
    method: 'POST',
    body: form,
    headers,
  })
  expect(await verdict.json()).toMatchObject({ verdict: 'made-here' })
})

test("a line with nothing to say is the short silence of OpenAI's dialect, alone and among others", async () => {
  const asked = (id: string, input: string) => ({
    ...{ custom_id: id, method: 'POST', url: '/v1/audio/speech' },
    body: { model: 'griot-1', input, voice: 'lina', response_format: 'pcm' },
  })
  const requests = [asked('1', '…'), asked('2', 'Good morning.'), asked('3', '😊')]
  const order = { endpoint: '/v1/audio/speech', requests }
  const files = await over((await call('POST', '/v1/batches', order)).body.id)
  expect(files.request_counts).toMatchObject({ completed: 3, failed: 0 })
  const results = parsed(await download(files.output_file_id))
  expect(results.map(({ response: { body } }) => body.seconds)).toEqual([0.3, 0.5, 0.3])
  const [silent] = await unpackTar(new Uint8Array(await download(files.audio_file_id)))
  expect(silent?.data).toEqual(new Uint8Array(0.3 * 48_000))
  const how = { sound: 'joined', format: 'wav', gap_seconds: 0 }
  const joined = await over((await call('POST', '/v1/batches', { ...order, ...how })).body.id)
  const sound = await download(joined.audio_file_id)
  expect(sound.readUInt32LE(40)).toBe(52_800)
})

test.each<[string, object, number, RegExp]>([
  ['no lines', { endpoint: '/v1/speech', requests: [] }, 422, /There are no lines to speak/],
  [
    'bad lines alone',
    { endpoint: '/v1/speech', requests: [{}, 7] },
    422,
    /No line can be spoken\. Line 1: method must be .* Line 2: A line is a JSON object/,
  ],
  ['no source', { endpoint: '/v1/speech' }, 422, /Send either input_file_id/],
  ['another endpoint', { endpoint: '/v1/translate', requests: [] }, 422, /endpoint must be one of/],
  [
    'an unknown file',
    { endpoint: '/v1/speech', input_file_id: 'c0ffee' },
    422,
    /There is no such file/,
  ],
])('%s is refused in words', async (_, order, status, words) => {
  const { status: given, body } = await call('POST', '/v1/batches', order)
  expect([given, JSON.stringify(body.detail)]).toEqual([status, expect.stringMatching(words)])
})

test('the same order with the same Idempotency-Key is one batch', async () => {
  const order = { endpoint: '/v1/speech', requests: [line('1', 'Hello.')] }
  const key = { 'idempotency-key': 'once' }
  const [first, again] = [
    await call('POST', '/v1/batches', order, key),
    await call('POST', '/v1/batches', order, key),
  ]
  expect(again.body.id).toBe(first.body.id)
  await over(first.body.id)
})

test('a batch is paused, resumed, cancelled and listed, and nobody else knows it', async () => {
  const release = Promise.withResolvers<void>()
  tone.hold = release.promise
  const requests = Array.from({ length: 100 }, (_, index) => line(`${index}`, 'Good morning.'))
  const { body } = await call('POST', '/v1/batches', { endpoint: '/v1/speech', requests })
  const at = `/v1/batches/${body.id}`
  expect((await call('POST', `${at}/pause`)).body.status).toBe('paused')
  expect(await call('POST', `${at}/pause`)).toMatchObject({
    status: 422,
    body: { detail: 'This batch is paused: only a batch that is in progress can be paused.' },
  })
  expect((await call('POST', `${at}/resume`)).body.status).toBe('in_progress')
  const { body: list } = await call('GET', '/v1/batches?limit=1')
  expect(list).toMatchObject({ object: 'list', has_more: true, last_id: body.id })
  const { body: next } = await call('GET', `/v1/batches?limit=1&after=${list.last_id}`)
  expect(next.data[0].id).not.toBe(body.id)
  const theirs = { authorization: `Bearer ${other}` }
  expect((await call('GET', at, undefined, theirs)).status).toBe(404)
  expect((await call('POST', `${at}/cancel`, undefined, theirs)).status).toBe(404)
  expect((await call('GET', '/v1/batches', undefined, theirs)).body.data).toEqual([])
  expect((await call('POST', `${at}/cancel`)).body.status).toMatch(/^cancell/)
  const batch = await over(body.id)
  expect(batch).toMatchObject({
    status: 'cancelled',
    request_counts: { completed: 0, cancelled: 100 },
  })
  expect((await call('POST', `${at}/cancel`)).status).toBe(422)
  release.resolve()
})

fullTest(
  'a line that stops the voice again and again is a dead letter, which can be tried again',
  async () => {
    const requests = [line('1', 'Hello.'), line('2', 'BREAK'), line('3', 'Hello.')]
    const { body } = await call('POST', '/v1/batches', { endpoint: '/v1/speech', requests })
    const batch = await over(body.id)
    expect(batch.request_counts).toMatchObject({ completed: 2, failed: 1, dead: 1 })
    expect(batch.errors.data).toEqual([
      {
        code: 'lines_failed',
        message:
          '1 of 3 lines were not spoken: error_file_id says why. 1 of them can be tried again (POST …/retry).',
      },
    ])
    const at = `/v1/batches/${body.id}`
    expect((await call('GET', `${at}/dead`)).body).toEqual({
      object: 'list',
      data: [
        {
          ...{ line: 2, custom_id: '2', text: 'BREAK', attempts: 3 },
          error: 'The voice stopped twice at this text.',
        },
      ],
      has_more: false,
    })
    const retried = await call('POST', `${at}/retry`, {})
    expect(retried.body).toMatchObject({ retried: 1, batch: { id: body.id } })
    expect((await over(body.id)).request_counts.dead).toBe(1)
  },
)
