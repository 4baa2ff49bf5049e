import { randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reserveOf } from '#storage/disk-space.ts'
import { begin, send, speech, type TestResponse } from './client.test-support.ts'
import { KEY, WORD_BYTES } from './tone-app.test-support.ts'
import { openToneServer, type ToneServer } from './tone-server.test-support.ts'

let opened: ToneServer
let url: string
beforeEach(async () => {
  opened = await openToneServer()
  url = opened.server.url
})
afterEach(() => opened.close())

const SIGNED = ['wav', 'mp3', 'flac', 'ogg_opus', 'webm_opus'] as const
const BEARER = { authorization: `Bearer ${KEY}` }
const say = (format: string, headers = {}): Promise<TestResponse> =>
  send(`${url}/v1/speech`, speech({ format }, headers))

function upload(): Promise<TestResponse> {
  const body =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="ohùn.txt"\r\n\r\nẸ káàárọ̀\r\n--b--\r\n'
  const headers = { ...BEARER, 'content-type': 'multipart/form-data; boundary=b' }
  return send(`${url}/v1/files`, { method: 'POST', headers, body })
}

function sendToBeChecked(): Promise<TestResponse> {
  const body =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="ohùn.wav"\r\n\r\nRIFF\r\n--b--\r\n'
  const headers = { ...BEARER, 'content-type': 'multipart/form-data; boundary=b' }
  return send(`${url}/v1/provenance/verify`, { method: 'POST', headers, body })
}

test('on a full disk every signed format is refused with 507 before its first byte, in words, and spoken again once there is room', async () => {
  for (const format of SIGNED) {
    opened.tone.freeBytes = 4_000_000
    const { status, headers, detail } = await say(format)
    expect([format, status]).toEqual([format, 507])
    expect(detail).toMatch(/4\.0 MB are free, and 16\.0 MB are needed\. Free some space there/)
    expect(detail).not.toContain(opened.tone.folder)
    expect(headers['x-provenance']).toBeUndefined()
    const spoken = opened.tone.work.words
    opened.tone.freeBytes = 400_000_000
    const answer = await say(format)
    expect([format, answer.status]).toEqual([format, 200])
    expect(opened.tone.work.words).toBe(spoken + 4)
    const id = answer.headers['x-request-id']
    const record = await send(`${url}/v1/provenance/${id}`, { headers: BEARER })
    expect(record.status).toBe(200)
  }
  expect(opened.tone.bugs).toEqual([])
})

test('on a full disk formats that are neither signed nor stored are spoken, also to a request that is named', async () => {
  opened.tone.freeBytes = 0
  for (const format of ['pcm_s16le', 'mulaw', 'alaw']) {
    const answer = await say(format, { 'Idempotency-Key': `a ${format}` })
    expect(answer.status).toBe(200)
    expect(answer.bytes.length).toBe(format === 'pcm_s16le' ? 4 * WORD_BYTES : 2 * WORD_BYTES)
  }
})

test('on a full disk nothing is taken in, what is there can be read and deleted, and OpenAI’s clients are told in their words', async () => {
  const stored = JSON.parse((await upload()).text)
  opened.tone.freeBytes = 0
  expect(await upload()).toMatchObject({
    status: 507,
    detail: expect.stringContaining('0 B are free'),
  })
  expect((await say('m3u8')).status).toBe(507)
  expect(await sendToBeChecked()).toMatchObject({
    status: 507,
    detail: expect.stringContaining('0 B are free'),
  })
  const openai = await send(`${url}/v1/audio/speech`, {
    ...speech(),
    body: JSON.stringify({ model: 'tts-1', input: 'Good morning.', voice: 'lina' }),
  })
  expect(openai.status).toBe(507)
  expect(JSON.parse(openai.text).error).toMatchObject({
    type: 'server_error',
    message: expect.stringContaining('Free some space'),
  })
  const { handlers } = opened.tone.app.connect(() => undefined)
  await expect(
    handlers['clips.begin']({ clipId: randomUUID(), source: 'microphone', rate: 48_000 }),
  ).rejects.toMatchObject({ code: 'storage/full' })
  const list = await send(`${url}/v1/files`, { headers: BEARER })
  expect(JSON.parse(list.text).items).toHaveLength(1)
  const one = `${url}/v1/files/${stored.file_id}`
  expect((await send(one, { method: 'DELETE', headers: BEARER })).status).toBe(200)
  expect(opened.tone.bugs).toEqual([])
})

test('a file that is being checked when the disk fills up is refused there and then, and nothing of it stays', async () => {
  const { verifications } = opened.tone.app
  const check = await verifications.open()
  await check.append('file', Buffer.from('RIFF'))
  opened.tone.freeBytes = 1_000
  await expect(check.append('file', Buffer.from('RIFF'))).rejects.toMatchObject({
    code: 'storage/full',
  })
  await check.close()
  expect(readdirSync(join(opened.tone.folder, 'provenance/work'))).toEqual([])
})

test('health says degraded, and why, while the disk is full: a text can still be spoken', async () => {
  opened.tone.freeBytes = 1_000
  const { handlers } = opened.tone.app.connect(() => undefined)
  const health = await send(`${url}/health`)
  expect(health.status).toBe(200)
  expect(JSON.parse(health.text)).toMatchObject({
    status: 'degraded',
    step: expect.stringContaining('1.0 kB are free'),
  })
  expect((await handlers['app.about']({})).health.state).toBe('degraded')
  opened.tone.freeBytes = 100_000_000
  expect(JSON.parse((await send(`${url}/health`)).text)).toEqual({
    status: 'ready',
    step: 'Ready.',
  })
})

/** SQLite has no page left for the registry, as on a full disk; every part that is given back lets it have some more. */
function fillUp(): void {
  const { tone } = opened
  const { database } = tone
  const limit = (pages: number): unknown => database.all(`PRAGMA max_page_count = ${pages}`)
  limit(1)
  const [{ max_page_count: most }] = database.all('PRAGMA max_page_count') as [
    { max_page_count: number },
  ]
  const fill = (): void => {
    while (true)
      database.run(
        `INSERT INTO provenance_records (request_id, account, created_at, voice, language, engine,
           format, placement, sha256, size_bytes, manifest_id, certificate_sha256)
         VALUES (?, 'filler', '2026', '', '', '', 'wav', 'embedded', '', 1, '', '')`,
        randomUUID(),
      )
  }
  expect(fill).toThrow('is full')
  let given = 0
  tone.onGivenBack = () => limit(most + ++given)
}

async function whileItFills(reserveBytes: number): Promise<IncomingMessage> {
  const { tone } = opened
  const release = tone.holdAfterFirst()
  const answer = await begin(`${url}/v1/speech`, speech({ format: 'wav' }))
  writeFileSync(reserveOf(tone.folder), Buffer.alloc(reserveBytes))
  fillUp()
  tone.freeBytes = 0
  release()
  return answer
}

test('an answer that was begun before the disk was full is registered from the reserve, and arrives whole', async () => {
  const answer = await whileItFills(1_000_000)
  const bytes = await buffer(answer)
  expect(answer.complete).toBe(true)
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  const record = await send(`${url}/v1/provenance/${answer.headers['x-request-id']}`, {
    headers: BEARER,
  })
  expect(JSON.parse(record.text)).toMatchObject({ size_bytes: bytes.length })
  expect((await say('wav')).status).toBe(507)
  expect(opened.tone.bugs).toEqual([])
})

test('where not even a reserve is left, the answer breaks off, and the reason is told to who runs the server', async () => {
  const answer = await whileItFills(0)
  await expect(buffer(answer)).rejects.toThrow('aborted')
  expect(opened.tone.bugs).toMatchObject([{ error: { code: 'storage/full' } }])
})
