import { afterAll, beforeEach, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
beforeEach(() => {
  tone.work.requests.length = 0
  tone.bugs.length = 0
})

const url = `${server.url}/v1/speech`
const say = (fields: Record<string, unknown>, headers?: Record<string, string>) =>
  send(url, speech(fields, headers))

const wrong: readonly (readonly [string, Record<string, unknown>, string, readonly string[]])[] = [
  ['an empty text', { text: '' }, 'text', ['empty']],
  ['a text of white space', { text: ' \n\t\u00a0\u3000' }, 'text', ['empty']],
  ['a missing text', { text: undefined }, 'text', ['text is missing']],
  ['a text that is null', { text: null }, 'text', ['text is missing']],
  ['a text that is a number', { text: 7 }, 'text', ['must be a string']],
  ['a text of 20,001 characters', { text: 'a'.repeat(20_001) }, 'text', ['20001', '20000']],
  ['a text of 20,001 emoji', { text: '🎉'.repeat(20_001) }, 'text', ['20001 characters', '20000']],
  ['a missing voice', { voice: undefined }, 'voice', ['voice is missing']],
  ['an unknown voice', { voice: 'Nobody' }, 'voice', ['Nobody', 'Lina', 'John']],
  ['a voice that is a list', { voice: ['lina'] }, 'voice', ['must be a string']],
  ['an unsupported language', { language: 'fr' }, 'language', ['fr', 'en (English)']],
  ['a language that is no code', { language: 'Klingon' }, 'language', ['Klingon', 'English']],
  ['a language that is a number', { language: 1 }, 'language', ['must be a string']],
  ['an unknown format', { format: 'mp4' }, 'format', ['mp4', 'ogg_opus']],
  ['a format in capitals', { format: 'MP3' }, 'format', ['mp3']],
  ['an unknown bitrate', { bitrate: '320k' }, 'bitrate', ['320k', '192k']],
  ['a bitrate that is a number', { bitrate: 128 }, 'bitrate', ['128k']],
  ['speed 0.69', { speed: 0.69 }, 'speed', ['0.7', '1.2']],
  ['speed 1.21', { speed: 1.21 }, 'speed', ['0.7', '1.2']],
  ['a speed in quotes', { speed: '1' }, 'speed', ['must be a number']],
  ['an unknown way to count', { numbers: 'roman' }, 'numbers', ['roman', 'traditional, decimal']],
  ['sample_rate 16000', { sample_rate: 16000 }, 'sample_rate', ['24000']],
  [
    'sample_rate 8000 of mp3',
    { sample_rate: 8000, format: 'mp3' },
    'sample_rate',
    ['8000', 'alaw'],
  ],
  ['sample_rate 8000 of m3u8', { sample_rate: 8000, format: 'm3u8' }, 'sample_rate', ['24000']],
  ['sample_rate 8000 and no format', { sample_rate: 8000, format: null }, 'sample_rate', ['wav']],
  ['a sample_rate in quotes', { sample_rate: '24000' }, 'sample_rate', ['24000']],
]

test.each(wrong)(
  '%s is refused with 400, and the answer says where and why',
  async (_, fields, field, words) => {
    const answer = await say(fields)
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const { detail } = JSON.parse(answer.text)
    expect(detail).toHaveLength(1)
    expect(detail[0]).toEqual({
      loc: ['body', field],
      msg: expect.any(String),
      type: expect.any(String),
    })
    for (const word of words) expect(detail[0].msg).toContain(word)
    expect(tone.work.requests).toEqual([])
  },
)

test('everything that is wrong is said at once', async () => {
  const answer = await say({ text: '', speed: 2, format: 'aiff' })
  const fields = JSON.parse(answer.text).detail.map(({ loc }: { loc: string[] }) => loc[1])
  expect(fields.sort()).toEqual(['format', 'speed', 'text'])
})

test('a body that is no JSON object is refused with 400 in words', async () => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const bodies = [
    '{"text": "cut',
    '',
    'null',
    '[]',
    '"text"',
    '\u0000',
    '{"text": "a", "voice": "lina",}',
  ]
  for (const body of bodies) {
    const answer = await send(url, { method: 'POST', headers, body })
    expect([body, answer.status]).toEqual([body, 400])
    expect(answer.detail).toMatch(/JSON/)
  }
  const latin1 = Buffer.from('{"text": "café", "voice": "lina"}', 'latin1')
  const answer = await send(url, { method: 'POST', headers, body: latin1 })
  expect([answer.status, answer.detail]).toEqual([400, expect.stringContaining('UTF-8')])
})

test('a JSON body with a byte order mark, and one with a charset or a json suffix, are read', async () => {
  const { headers, body } = speech()
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.api+json',
  ]) {
    const asked = {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: `\ufeff${body}`,
    }
    expect((await send(url, asked)).status).toBe(200)
  }
})

test('a content type that is not JSON is refused with 400 and the right one is named', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ]
  for (const type of types) {
    const answer = await say({}, { 'content-type': type })
    expect([type, answer.status]).toEqual([type, 400])
    expect(answer.detail).toContain('Content-Type: application/json')
  }
  const { headers, body } = speech()
  const { 'content-type': _, ...untyped } = headers ?? {}
  expect((await send(url, { method: 'POST', headers: untyped, body: String(body) })).status).toBe(
    400,
  )
})

test('a body of more than 1 MB is refused with 413', async () => {
  const answer = await say({ text: 'a'.repeat(1_100_000) })
  expect(answer.status).toBe(413)
  expect(answer.detail).toContain('1 MB')
})
