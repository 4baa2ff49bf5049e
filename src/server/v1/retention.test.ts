import { readFileSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import { begin, send, speech, until } from '#server/client.test-support.ts'
import { WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer({ app: { quotaBytes: 40 * WORD_BYTES } })
afterAll(close)
const { access, files } = tone.app
const url = `${server.url}/v1/speech`
await access.changeAccount('owner', { keepAudio: true })
afterEach(async () => {
  for (const { id } of await all()) await files.remove('owner', id)
  expect(tone.bugs.splice(0)).toEqual([])
})

const all = async () => (await files.list('owner', { limit: 100 })).files

test('audio is kept only where the account says so, which at first it does not', async () => {
  const { token } = await access.keys.create({ name: 'a', account: 'Ìyábọ̀', scopes: ['speak'] })
  expect((await send(url, speech({}, { authorization: `Bearer ${token}` }))).status).toBe(200)
  expect((await files.list('Ìyábọ̀', { limit: 1 })).files).toEqual([])
})

test('audio is kept as the caller was sent it, under the name it was sent by', async () => {
  const answer = await send(url, speech({ text: 'Ẹ káàárọ̀ o' }))
  await until(async () => (await all())[0]?.content !== undefined)
  const [file] = await all()
  expect(file?.originalName).toBe(`${answer.headers['x-request-id']}.pcm`)
  const { local } = await files.follow(await files.link('owner', String(file?.id), 60))
  expect(readFileSync(await local()).equals(answer.bytes)).toBe(true)
})

test.each(['false', 'FALSE', ' False '])(
  'a caller who says X-Data-Retention: %s is not kept',
  async (says) => {
    expect((await send(url, speech({}, { 'x-data-retention': says }))).status).toBe(200)
    expect(await all()).toEqual([])
  },
)

test.each(['true', 'TRUE', ''])('a caller who says X-Data-Retention: %s is kept', async (says) => {
  await send(url, speech({}, { 'x-data-retention': says }))
  await until(async () => (await all())[0]?.content !== undefined)
})

test('what a guest hears is not kept, nor is a playlist', async () => {
  const guest = (await access.guests.create('owner', 60)).token
  expect((await send(url, speech({}, { authorization: `Bearer ${guest}` }))).status).toBe(200)
  expect((await send(url, speech({ format: 'm3u8' }))).status).toBe(200)
  expect(await all()).toEqual([])
})

test('of an answer that fails or is not taken whole, nothing is kept', async () => {
  await expect(send(url, speech({ text: 'one two BREAK' }))).rejects.toThrow()
  await until(async () => (await all()).length === 0)
  tone.bugs.splice(0)
  const goOn = tone.holdAfterFirst()
  const response = await begin(url, speech({ text: 'word '.repeat(1_000) }))
  await until(async () => (await all()).length === 1)
  response.destroy()
  // That it is gone shows when more is sent to it.
  goOn()
  await until(async () => (await all()).length === 0)
  expect((await send(url, speech({ text: 'BREAK' }))).status).toBe(500)
  expect(await all()).toEqual([])
})

test('an account that is full hears its text all the same, and the log hears why it was not kept', async () => {
  const answer = await send(url, speech({ text: 'word '.repeat(50) }))
  expect(answer.bytes).toHaveLength(50 * WORD_BYTES)
  await until(async () => tone.bugs.length > 0 && (await all()).length === 0)
  expect(tone.bugs.splice(0)).toMatchObject([
    { error: { code: 'file/quota' }, requestId: answer.headers['x-request-id'] },
  ])
})

test('with an Idempotency-Key, audio that is given again is kept once', async () => {
  for (let i = 0; i < 2; i++) await send(url, speech({}, { 'idempotency-key': 'once' }))
  await until(async () => (await all())[0]?.content !== undefined)
  expect(await all()).toHaveLength(1)
})
