import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { begin, send, speech, until } from '#server/client.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { postVoice, READ, reads, type VoiceFields, wavOf } from '#server/voices.test-support.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { openLiveClient } from './live-client.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
beforeEach(() => {
  tone.hold = Promise.resolve()
  tone.bugs.length = 0
  tone.work.requests.length = 0
})
const recording = wavOf(await reads('lucy'))
const folder = join(tone.folder, 'voices')
mkdirSync(folder, { recursive: true })
const keyOf = async (account: string): Promise<string> =>
  (await tone.app.access.keys.create({ account, scopes: ['speak', 'voices'], name: account })).token
const [ada, obi] = [await keyOf('Àdá'), await keyOf('Obi')]
const create = (fields: VoiceFields = {}) => postVoice(server.url, ada, recording, fields)
const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})
const call = (id: string, method: string, token = ada) =>
  send(`${server.url}/v1/voices/${id}`, { method, headers: headersOf(token) })

test.each(['true', 'TRUE', ' True ', 'on', 'Yes', '1', ['true', 'on']])(
  'consent %j is consent',
  async (consent) => {
    const { status, id } = await create({ consent })
    expect(status).toBe(201)
    expect((await call(id, 'DELETE')).status).toBe(200)
  },
)

const refused: readonly (readonly [string, VoiceFields, RegExp])[] = [
  ...[undefined, '', 'false', 'FALSE', 'no', '0', 'off', 'null', 'truetrue'].map(
    (consent) => [`consent ${JSON.stringify(consent)}`, { consent }, /agrees/] as const,
  ),
  ['consent both given and not', { consent: ['true', 'false'] }, /agrees/],
  ['consent both not given and given', { consent: ['', 'true'] }, /agrees/],
  ['consent of a page', { consent: 'true'.padEnd(5_000, '!') }, /at most 10/],
  ['two names', { name: ['Àdá', 'Obi'] }, /name was sent twice/],
  ['two transcripts', { transcript: [READ, READ] }, /transcript was sent twice/],
  ['a name of half a character', { name: 'Àdá\u0000' }, /control characters/],
  ['a name of line separators', { name: 'Àdá\u2028Obi' }, /control characters/],
  ['a name of 10,000 characters', { name: 'ẹ'.repeat(10_000) }, /10000.*120/],
]

test.each(refused)('%s is refused with 422, and nothing is kept', async (_, fields, words) => {
  const { status, detail } = await create(fields)
  expect([status, detail]).toEqual([422, expect.stringMatching(words)])
  expect(readdirSync(folder)).toEqual([])
  expect(tone.bugs).toEqual([])
})

test('somebody else’s voice is there for nobody else: to look at, delete, speak, stream, or in OpenAI’s dialect', async () => {
  const { id } = await create()
  for (const method of ['GET', 'DELETE']) expect((await call(id, method, obi)).status).toBe(404)
  const headers = headersOf(obi)
  const spoken = await send(`${server.url}/v1/speech`, speech({ voice: id }, headers))
  expect([spoken.status, spoken.detail]).toEqual([400, expect.stringContaining('no voice')])
  const body = JSON.stringify({ model: 'griot-1', input: 'Good morning.', voice: id })
  const options = { method: 'POST', headers, body }
  const dialect = await send(`${server.url}/v1/audio/speech`, options)
  expect([dialect.status, dialect.text]).toEqual([400, expect.stringContaining('no voice')])
  const listed = await send(`${server.url}/v1/audio/voices`, { headers })
  expect([listed.status, listed.text]).toEqual([200, expect.not.stringContaining(id)])
  const live = await openLiveClient(server.url, '', { headers })
  live.send({ type: 'start', voice: id })
  await live.hears('error')
  expect(live.heard.at(-1)).toMatchObject({ code: 'voice/not-found' })
  live.socket.close()
  // Word for word what a voice that never was is told.
  const never = `voice_${'0'.repeat(32)}`
  for (const method of ['GET', 'DELETE'])
    expect((await call(id, method, obi)).text.replaceAll(id, never)).toBe(
      (await call(never, method, obi)).text,
    )
  expect(tone.work.requests).toEqual([])
  expect((await call(id, 'DELETE')).status).toBe(200)
})

test('of deletions at once one answers 200, and the others 404', async () => {
  const { id } = await create()
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(id, 'DELETE')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  expect(tone.bugs).toEqual([])
})

test.each([
  ['pcm', 'speech', { text: 'one '.repeat(2_000), format: 'pcm_s16le' }],
  ['mp3', 'speech', { text: 'one '.repeat(2_000), format: 'mp3' }],
  [
    'pcm',
    'audio/speech',
    { model: 'griot-1', input: 'one '.repeat(2_000), response_format: 'pcm' },
  ],
])('deleting a voice ends the %s of POST /v1/%s with it unfinished', async (_, path, order) => {
  const { id } = await create()
  const slow = Promise.withResolvers<void>()
  const options = { method: 'POST', headers: headersOf(ada) }
  const body = JSON.stringify({ ...order, voice: id })
  const answer = await begin(`${server.url}/v1/${path}`, { ...options, body })
  tone.hold = slow.promise
  const ended = new Promise<string>((resolve) => {
    answer
      .on('data', () => undefined)
      .on('end', () => resolve('whole'))
      .on('error', () => resolve('cut'))
  })
  expect((await call(id, 'DELETE')).status).toBe(200)
  expect(await ended).toBe('cut')
  slow.resolve()
  await until(() => tone.work.running === 0)
})

test('a voice whose recording is gone from disk speaks, is shown and is deleted; its consent stays', async () => {
  const { id } = await create()
  rmSync(join(folder, id), { recursive: true })
  expect((await call(id, 'GET')).status).toBe(200)
  const order = speech({ voice: id }, headersOf(ada))
  expect((await send(`${server.url}/v1/speech`, order)).status).toBe(200)
  expect((await call(id, 'DELETE')).status).toBe(200)
  expect((await call(id, 'GET')).status).toBe(404)
  const database = openDatabase(join(tone.folder, 'griot.db'))
  const consent = await createStoredVoices(database).consent(id)
  database.close()
  expect(consent).toMatchObject({
    ...{ account: 'Àdá', tokenName: 'Àdá', voiceDeletedAt: expect.any(String) },
    recordingSha256: expect.any(Uint8Array),
  })
  expect(existsSync(join(folder, id))).toBe(false)
})
