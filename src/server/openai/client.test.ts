import OpenAI from 'openai'
import { Stream } from 'openai/streaming'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { until } from '#server/client.test-support.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'
import type { Scope } from '#shared/access.ts'
import { fullTest } from '#testing/tier.test-support.ts'

/** The official client as it is: what it makes of answers, failures and breaks. */
const { tone, server, close } = await openToneServer()
const strict = await serveTone(tone, { ratePerMinute: 2 })
afterAll(async () => {
  await strict.close()
  await close()
})

interface Event {
  readonly type: string
}
const statuses: number[] = []
beforeEach(() => {
  statuses.length = 0
  tone.bugs.length = 0
  tone.hold = Promise.resolve()
})

function connect(more: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI {
  return new OpenAI({
    ...{ apiKey: KEY, baseURL: `${server.url}/v1` },
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      statuses.push(answer.status)
      return answer
    },
    ...more,
  })
}
const client = connect()
const usual = { model: 'tts-1', input: 'Good morning from Lagos.', voice: 'nova' }
const keyFor = async (...scopes: Scope[]): Promise<string> =>
  (await tone.app.access.keys.create({ name: 'A key', account: 'owner', scopes })).token
const speak = (fields: Partial<OpenAI.Audio.SpeechCreateParams> = {}, on = client) =>
  on.audio.speech.create({ ...usual, ...fields })

test('a text is spoken, and read while it comes', async () => {
  const answer = await speak({ input: 'one two three', response_format: 'pcm' })
  let length = 0
  for await (const bytes of answer.body ?? []) length += bytes.length
  expect(length).toBe(3 * WORD_BYTES)
})

test('events are read by the client’s own reader, up to what was used', async () => {
  const answer = await speak({ stream_format: 'sse', response_format: 'pcm' })
  const events = Stream.fromSSEResponse<Event>(answer, new AbortController())
  const read = await Array.fromAsync(events)
  expect(read.map(({ type }) => type)).toEqual([
    ...Array(4).fill('speech.audio.delta'),
    'speech.audio.done',
  ])
  expect(read.at(-1)).toMatchObject({ usage: { total_tokens: 24 } })
})

test('a failure among events is thrown by the client’s own reader, in our words', async () => {
  const answer = await speak({
    ...{ stream_format: 'sse', response_format: 'pcm', input: 'One two BREAK' },
  })
  const events = Stream.fromSSEResponse<Event>(answer, new AbortController())
  await expect(Array.fromAsync(events)).rejects.toThrow('The voice stopped twice at this text.')
})

test('models are listed and looked at', async () => {
  const models = await Array.fromAsync(client.models.list())
  expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(['griot-1', 'tts-1']))
  for (const model of models) {
    expect(model).toMatchObject({ object: 'model', owned_by: 'griot' })
    expect(await client.models.retrieve(model.id)).toEqual(model)
  }
  await expect(client.models.retrieve('gpt-5')).rejects.toThrow(OpenAI.NotFoundError)
  for (const odd of ['a/b', 'ọ̀rọ̀', 'x'.repeat(500)])
    await expect(client.models.retrieve(odd)).rejects.toThrow(OpenAI.OpenAIError)
})

test('failures are the client’s own errors, with the words, the parameter and the code', async () => {
  const wrong = speak({ input: '' })
  await expect(wrong).rejects.toThrow(OpenAI.BadRequestError)
  await expect(wrong).rejects.toMatchObject({
    ...{ status: 400, type: 'invalid_request_error', param: 'input', code: 'invalid_value' },
    requestID: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const unknown = { ...usual, emotion: 'joy', language: 'fr' }
  await expect(client.audio.speech.create(unknown)).rejects.toMatchObject({
    ...{ status: 400, param: 'language', code: 'invalid_value' },
  })
  await expect(speak({ model: 'sora' })).rejects.toThrow(OpenAI.NotFoundError)
  await expect(speak({}, connect({ apiKey: 'sk-nobody' }))).rejects.toThrow(
    OpenAI.AuthenticationError,
  )
  await expect(speak({}, connect({ apiKey: await keyFor('files') }))).rejects.toThrow(
    OpenAI.PermissionDeniedError,
  )
  expect(statuses).toEqual([400, 400, 404, 401, 403])
})

test('who asks too often is told so once the client gives up', async () => {
  const apiKey = await keyFor('speak')
  const eager = connect({ apiKey, baseURL: `${strict.url}/v1`, maxRetries: 0 })
  await speak({}, eager)
  await speak({}, eager)
  const refused = speak({}, eager)
  await expect(refused).rejects.toThrow(OpenAI.RateLimitError)
  await expect(refused).rejects.toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' })
  const { headers } = await refused.catch((error: unknown) => error as { headers: Headers })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('a failure of the speech is asked for again twice, and then told in our words', async () => {
  const broken = speak({ input: 'BREAK' })
  await expect(broken).rejects.toThrow(OpenAI.InternalServerError)
  await expect(broken).rejects.toThrow('The voice stopped twice at this text.')
  expect(statuses).toEqual([500, 500, 500])
})

fullTest(
  'a first byte that comes too late is given up, and nobody speaks to a caller who has left',
  async () => {
    const gate = Promise.withResolvers<void>()
    tone.hold = gate.promise
    await expect(speak({}, connect({ timeout: 1_000, maxRetries: 1 }))).rejects.toThrow(
      OpenAI.APIConnectionTimeoutError,
    )
    await until(() => tone.work.running === 0)
    gate.resolve()
  },
)

test('a caller who stops listening ends the synthesis', async () => {
  const stop = new AbortController()
  const answer = await client.audio.speech.create(
    { ...usual, input: 'word '.repeat(3_000) },
    { signal: stop.signal },
  )
  stop.abort()
  await expect(answer.arrayBuffer()).rejects.toThrow('abort')
  await until(() => tone.work.running === 0)
  expect(tone.bugs).toEqual([])
})

test('the voices that local tools list are those that can be spoken with', async () => {
  // As Open WebUI reads it.
  const { voices } = await client.get<{ voices: { id: string; name: string }[] }>('/audio/voices')
  expect(voices.map(({ id, name }) => [id, name])).toEqual([
    ['lina', 'Lina'],
    ['john', 'John'],
  ])
  for (const { id } of voices) expect((await speak({ voice: { id } })).status).toBe(200)
})
