import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type ClientRequest, request as openRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import type { ToneServer } from '#server/tone-server.test-support.ts'
import {
  encodeForm,
  formOf,
  openTranscriptionServers,
  post,
  soundsLeft,
  type TranscriptionServers,
  WAV,
} from './transcriptions.test-support.ts'

const forever = new AbortController().signal
let studio: TranscriptionServers
beforeAll(async () => {
  studio = await openTranscriptionServers()
})
afterAll(() => studio.close())

test('a link is fetched', async () => {
  const answer = await post(studio.hearing, [['content', 'https://ohun.example.org/orin.wav']])
  expect(answer.status).toBe(200)
  const file = (await formOf(studio.program.received.at(-1))).get('file')
  expect(file).toMatchObject({ name: 'recording.wav', size: WAV.length })
})

test('a link of a former client, which is sent as url, is fetched where there is no content', async () => {
  const link = 'https://ohun.example.org/orin.wav'
  const before = studio.site.connections.length
  expect((await post(studio.hearing, [['url', link]])).status).toBe(200)
  expect(studio.site.connections.length).toBe(before + 1)
  const both = await post(studio.hearing, [
    ['url', link],
    ['content', WAV],
  ])
  expect([both.status, studio.site.connections.length]).toEqual([200, before + 1])
})

test('one of the caller’s files is written down, and nobody else’s', async () => {
  const { access, files } = studio.hearing.tone.app
  const stored = { originalName: 'ohùn.wav', uploadedBy: undefined }
  const bytes = async function* () {
    yield WAV
  }
  const mine = await files.add('owner', { ...stored, bytes: bytes() }, forever)
  const theirs = await files.add('ade', { ...stored, bytes: bytes() }, forever)
  expect((await post(studio.hearing, [['content', mine.id.toUpperCase()]])).status).toBe(200)
  for (const id of [theirs.id, '0193d5a4-7b1c-4c5e-9f00-1234567890ab']) {
    const answer = await post(studio.hearing, [['content', id]])
    expect([answer.status, answer.detail]).toEqual([404, expect.stringContaining('no such file')])
  }
  const { token } = await access.guests.create('owner', 60)
  const asGuest = await post(studio.hearing, [['content', mine.id]], token)
  expect([asGuest.status, asGuest.detail]).toEqual([403, expect.stringContaining('guest')])
  expect((await post(studio.hearing, [['content', WAV]], token)).status).toBe(200)
})

test('a file that holds a link or the id of a file stands for it, as the published Python client sends them', async () => {
  const { files } = studio.hearing.tone.app
  const bytes = async function* () {
    yield WAV
  }
  const stored = { originalName: 'ohùn.wav', uploadedBy: undefined, bytes: bytes() }
  const { id } = await files.add('owner', stored, forever)
  for (const content of [id, ` ${id}\n`, 'https://ohun.example.org/orin.wav']) {
    const answer = await post(studio.hearing, [['content', Buffer.from(content), 'upload']])
    expect([answer.status, answer.detail]).toEqual([200, undefined])
    const file = (await formOf(studio.program.received.at(-1))).get('file')
    expect(file).toMatchObject({ size: WAV.length })
  }
  const unknown = Buffer.from('0193d5a4-7b1c-4c5e-9f00-1234567890ab')
  expect((await post(studio.hearing, [['content', unknown, 'upload']])).status).toBe(404)
  const two = await post(studio.hearing, [
    ['content', Buffer.from(id), 'upload'],
    ['content', WAV],
  ])
  expect([two.status, two.detail]).toEqual([422, expect.stringContaining('more than once')])
})

test('without a transcriber the answer says how to get one, and nothing is fetched', async () => {
  const before = studio.site.connections.length
  for (const content of [WAV, 'https://ohun.example.org/orin.wav']) {
    const answer = await post(studio.plain, [['content', content]])
    expect(answer.status).toBe(503)
    expect(answer.headers['x-should-retry']).toBe('false')
    expect(answer.detail).toContain('GRIOT_TRANSCRIBE_URL')
  }
  expect(studio.site.connections).toHaveLength(before)
})

test('without a transcriber a form is answered before its file has come, and nothing of it is kept', async () => {
  const { response, end } = await beginForm(studio.plain)
  expect(response.statusCode).toBe(503)
  expect(existsSync(join(studio.plain.tone.folder, 'transcriptions'))).toBe(false)
  end()
})

test('a guest who leaves forms half sent is refused the fifth in words, and its account’s key is not', async () => {
  const { token } = await studio.hearing.tone.app.access.guests.create('owner', 60)
  const sent = Array.from({ length: 4 }, () => sendHalf(studio.hearing, token))
  await until(() => soundsLeft(studio.hearing).length === 4)
  const refused = await post(studio.hearing, [['content', WAV]], token)
  expect([refused.status, refused.detail]).toEqual([
    429,
    expect.stringContaining('4 recordings are already being transcribed with this token'),
  ])
  expect(refused.headers['retry-after']).toBe('1')
  expect((await post(studio.hearing, [['content', WAV]])).status).toBe(200)
  for (const one of sent) one.destroy()
  await until(() => soundsLeft(studio.hearing).length === 0)
  expect((await post(studio.hearing, [['content', WAV]], token)).status).toBe(200)
})

test('on a full disk no recording is taken in, nor the rest of one that had begun', async () => {
  const { tone } = studio.hearing
  const { response, end } = await beginForm(studio.hearing, () => {
    tone.freeBytes = 1_000
  })
  expect(response.statusCode).toBe(507)
  const refused = await post(studio.hearing, [['content', WAV]])
  expect([refused.status, refused.detail]).toEqual([507, expect.stringContaining('are free')])
  tone.freeBytes = undefined
  end()
  await until(() => soundsLeft(studio.hearing).length === 0)
})

/** Begins a form whose file does not end. */
function sendHalf({ server }: ToneServer, token = KEY): ClientRequest {
  const sent = openRequest(`${server.url}/v1/transcriptions`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
  })
  sent.on('error', () => undefined)
  sent.write('--x\r\ncontent-disposition: form-data; name="content"; filename="a.wav"\r\n\r\nRIFF')
  return sent
}

/** The same, until its answer has come; `meanwhile` once something of the file lies on disk, before more of it comes. */
async function beginForm(to: ToneServer, meanwhile?: () => void) {
  const sent = sendHalf(to)
  const answered = once(sent, 'response')
  if (meanwhile) {
    await until(() => soundsLeft(to).length === 1)
    meanwhile()
    sent.write('RIFF'.repeat(64))
  }
  const [response] = await answered
  return { response, end: () => sent.destroy() }
}

test('a caller who goes away while the recording is worked on leaves nothing on disk', async () => {
  const held = Promise.withResolvers<void>()
  studio.hold = held.promise
  const asked = studio.program.received.length
  const { type, body } = await encodeForm([['content', WAV]])
  const sent = openRequest(`${studio.hearing.server.url}/v1/transcriptions`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': type,
    },
  })
  sent.on('error', () => undefined)
  sent.end(body)
  await until(() => studio.program.received.length > asked)
  expect(soundsLeft(studio.hearing)).toHaveLength(1)
  sent.destroy()
  await until(() => soundsLeft(studio.hearing).length === 0)
  held.resolve()
  studio.hold = Promise.resolve()
})

test('a caller who goes away in the middle of the recording leaves nothing on disk', async () => {
  const sent = openRequest(`${studio.hearing.server.url}/v1/transcriptions`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'multipart/form-data; boundary=x' },
  })
  sent.on('error', () => undefined)
  sent.write('--x\r\ncontent-disposition: form-data; name="content"; filename="a.wav"\r\n\r\nRIFF')
  await until(() => soundsLeft(studio.hearing).length === 1)
  sent.destroy()
  await until(() => soundsLeft(studio.hearing).length === 0)
})

test('a second recording is refused at its first byte, so that a form cannot fill the disk with many', async () => {
  const sent = openRequest(`${studio.hearing.server.url}/v1/transcriptions`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'multipart/form-data; boundary=x' },
  })
  sent.on('error', () => undefined)
  const answered = once(sent, 'response')
  const head = 'content-disposition: form-data; name="content"; filename="a.wav"'
  // The form never ends.
  sent.write(`--x\r\n${head}\r\n\r\nRIFF\r\n--x\r\n${head}\r\n\r\n${'RIFF'.repeat(64)}`)
  const [response] = await answered
  expect(response.statusCode).toBe(422)
  sent.destroy()
  await until(() => soundsLeft(studio.hearing).length === 0)
})

test('nothing is left on disk, and nothing of this was a bug', () => {
  expect([...soundsLeft(studio.plain), ...soundsLeft(studio.hearing)]).toEqual([])
  expect([...studio.plain.tone.bugs, ...studio.hearing.tone.bugs]).toEqual([])
})
