import { afterAll, beforeEach, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { WORD_SECONDS } from '#server/tone-speaker.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
beforeEach(() => {
  tone.bugs.length = 0
})

const url = `${server.url}/v1/speech`
const authorization = `Bearer ${KEY}`
const say = (fields: Record<string, unknown>, headers = {}) => send(url, speech(fields, headers))
const timingsOf = (id: unknown, token = KEY) =>
  send(`${url}/${id}/timings`, { headers: { authorization: `Bearer ${token}` } })

interface Event {
  readonly type: string
  readonly audio?: string
  readonly words?: readonly { readonly text: string; readonly start: number }[]
  readonly [field: string]: unknown
}
const eventsOf = (text: string): readonly Event[] =>
  text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')))
const soundOf = (events: readonly Event[]): Buffer =>
  Buffer.concat(events.map(({ audio = '' }) => Buffer.from(audio, 'base64')))
const WORDS = ['Good', 'morning', 'from', 'Lagos'].map((text, at) => ({
  ...{ text, start: at * WORD_SECONDS, end: (at + 1) * WORD_SECONDS },
}))

test('as events the sound comes with the times of its words, in every format', async () => {
  for (const format of ['pcm_s16le', 'mulaw', 'mp3', 'wav', 'ogg_opus', 'flac', 'webm_opus']) {
    const plain = await say({ format })
    const answer = await say({ format, stream_format: 'sse' })
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const events = eventsOf(answer.text)
    expect(events.flatMap(({ words = [] }) => words)).toEqual(WORDS)
    expect(events.at(-1)).toEqual({ type: 'done', request_id: answer.headers['x-request-id'] })
    if (format === 'pcm_s16le') expect(soundOf(events).equals(plain.bytes)).toBe(true)
    else expect(soundOf(events).length).toBeGreaterThan(4_000)
  }
})

test('a failure among events is the last of them, in words; one before them is an answer', async () => {
  const before = await say({ stream_format: 'sse', text: 'BREAK' })
  expect([before.status, before.detail]).toEqual([500, expect.stringContaining('stopped')])
  const events = eventsOf((await say({ stream_format: 'sse', text: 'One two BREAK three' })).text)
  expect(events.map(({ type }) => type)).toEqual(['chunk', 'chunk', 'error'])
  expect(events.at(-1)).toMatchObject({ code: 'speech/failed' })
})

test('a playlist has no events, and an unknown way of streaming is refused', async () => {
  for (const fields of [
    { format: 'm3u8', stream_format: 'sse' },
    { stream_format: 'ws' },
    { timings: 'yes' },
  ])
    expect((await say(fields)).status).toBe(400)
})

test('the times of an answer are kept where that is asked for, and are a file of the account', async () => {
  const answer = await say({ timings: true })
  const id = String(answer.headers['x-request-id'])
  expect(answer.headers['link']).toBe(`</v1/speech/${id}/timings>; rel="timings"`)
  expect(answer.bytes.length).toBe(4 * WORD_BYTES)
  const timings = await timingsOf(id)
  expect([timings.status, JSON.parse(timings.text)]).toEqual([
    200,
    { request_id: id, words: WORDS, phones: [] },
  ])
  const file = await send(`${server.url}/v1/files/${id}`, { headers: { authorization } })
  expect(JSON.parse(file.text)).toMatchObject({ original_name: `${id}.timings.json` })
  await send(`${server.url}/v1/files/${id}`, { method: 'DELETE', headers: { authorization } })
  expect((await timingsOf(id)).status).toBe(404)
})

test('nothing is kept of a request that does not want it, nor of a guest, nor shown to another account', async () => {
  const { token: guest } = await tone.app.access.guests.create('owner', 60)
  const none = [
    await say({}),
    await say({ timings: true }, { 'x-data-retention': 'false' }),
    await say({ timings: true }, { authorization: `Bearer ${guest}` }),
  ]
  for (const { headers } of none) {
    expect(headers['link']).toBeUndefined()
    expect((await timingsOf(headers['x-request-id'])).status).toBe(404)
  }
  const id = (await say({ timings: true })).headers['x-request-id']
  const { token } = await tone.app.access.keys.create({
    ...{ name: 'Ada', account: 'ada', scopes: ['speak'] },
  })
  expect((await timingsOf(id, token)).status).toBe(404)
})

test('what is no id of such an answer is a 404 in words', async () => {
  const upload = await send(`${server.url}/v1/files`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\n\r\n{}\r\n--b--\r\n',
  })
  const { file_id } = JSON.parse(upload.text)
  for (const id of [file_id, 'x', '..%2f..', '00000000-0000-0000-0000-000000000000'])
    expect((await timingsOf(id)).status).toBe(404)
})

test('words that the language cannot read are named in a header, in the times and among the events', async () => {
  const text = 'Pay 5 to Иван Петров today'
  const answer = await say({ text, timings: true })
  const named = String(answer.headers['x-unspoken-words'])
  expect([answer.status, decodeURIComponent(named)]).toEqual([200, 'Иван Петров'])
  const kept = JSON.parse((await timingsOf(answer.headers['x-request-id'])).text)
  expect(kept.unspoken).toEqual(['Иван Петров'])
  const events = eventsOf((await say({ text, stream_format: 'sse' })).text)
  expect(events.flatMap((event) => event['unspoken'] ?? [])).toEqual(['Иван Петров'])
  const all = await say({ text: 'Pay 5 to Ivan', timings: true })
  expect(all.headers['x-unspoken-words']).toBeUndefined()
  const times = JSON.parse((await timingsOf(all.headers['x-request-id'])).text)
  expect(times).not.toHaveProperty('unspoken')
})
