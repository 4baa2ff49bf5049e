import { afterAll, beforeEach, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { FORMATS } from '#shared/formats.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
beforeEach(() => {
  tone.work.requests.length = 0
  tone.bugs.length = 0
})

const url = `${server.url}/v1/speech`
const say = (fields: Record<string, unknown>, headers?: Record<string, string>) =>
  send(url, speech(fields, headers))
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

test('a text comes back as sound, in chunks, named after the request', async () => {
  const answer = await say({ text: 'Good morning from Lagos.' })
  expect(answer.status).toBe(200)
  expect(answer.bytes.length).toBe(4 * WORD_BYTES)
  expect(answer.headers['transfer-encoding']).toBe('chunked')
  expect(answer.headers['content-length']).toBeUndefined()
  expect(answer.headers['x-request-id']).toMatch(UUID)
  expect(answer.headers['content-disposition']).toBe(
    `inline; filename="${answer.headers['x-request-id']}.pcm"`,
  )
  expect(answer.headers['cache-control']).toBe('no-store')
})

test.each(Object.entries(FORMATS).filter(([format]) => format !== 'm3u8'))(
  'the format %s has its own media type and extension, whatever Accept says',
  async (format, { mediaType, extension }) => {
    const answer = await say({ format }, { accept: 'audio/wav' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(mediaType)
    expect(answer.headers['content-disposition']).toMatch(new RegExp(`\\.${extension}"$`))
  },
)

test('what is left out, null or blank takes its default: mp3, speed 1, Lina', async () => {
  const nothing = {
    format: null,
    bitrate: null,
    sample_rate: null,
    speed: null,
    language: null,
    voice: ' ',
  }
  for (const fields of [nothing, { format: undefined, voice: '' }]) {
    const answer = await say(fields)
    expect(answer.headers['content-type']).toBe('audio/mpeg')
    expect(tone.work.requests.at(-1)).toEqual({
      text: 'Good morning from Lagos.',
      voice: 'lina',
      speed: 1,
      account: 'owner',
      requester: { account: 'owner', token: expect.any(String), isGuest: false },
      lengthFirst: true,
    })
  }
})

test.each([
  ['Awon omo naa ti lo si ile iwe.', 'john', 'john', 'yo'],
  ['Good morning to all of you in Lagos.', '', 'lina', 'en'],
  ['Ẹ káàárọ̀', 'john', 'john', 'yo'],
  ['Kedu?', 'john', 'john', 'ig'],
  ['Good morning', 'john', 'john', 'en'],
  ['Ada', 'john', 'john', undefined],
])(
  '%j without a language is spoken by "%s" in the language that it tells',
  async (text, voice, speaker, language) => {
    expect((await say({ text, voice })).status).toBe(200)
    expect(tone.work.requests.at(-1)).toMatchObject({ voice: speaker, language })
  },
)

test('voices and languages count in any letter case, and unknown fields are ignored', async () => {
  for (const [voice, language] of [
    ['JOHN', 'EN'],
    [' john ', 'eng'],
    ['John', 'en-NG'],
    ['joHn', 'en_GB'],
  ]) {
    const answer = await say({
      voice,
      language,
      model: 'old',
      url: 'https://example.org',
      speed: 0.7,
    })
    expect(answer.status).toBe(200)
    expect(tone.work.requests.at(-1)).toMatchObject({ voice: 'john', language: 'en', speed: 0.7 })
  }
  expect((await say({ speed: 1.2, sample_rate: 24000, bitrate: '32k' })).status).toBe(200)
})

test('a text of exactly 20,000 characters is spoken, also in a script of several bytes per character', async () => {
  const answer = await say({ text: `${'ẹ'.repeat(19_999)}.` })
  expect(answer.status).toBe(200)
})

test('no key and unknown keys are refused with 401, whatever the body is', async () => {
  const unknown = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    `Basic ${KEY}`,
    KEY,
    `Bearer ${KEY}x`,
    'Bearer undefined',
  ]
  for (const authorization of unknown) {
    const answer = await send(url, { method: 'POST', headers: { authorization }, body: '{' })
    expect([authorization, answer.status]).toEqual([authorization, 401])
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.detail).toMatch(/API key/)
  }
  expect((await send(url, { method: 'POST', body: '{' })).status).toBe(401)
})

test('the scheme counts in any letter case', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer ', 'bEaReR'])
    expect((await say({}, { authorization: `${scheme} ${KEY}` })).status).toBe(200)
})

test('X-Data-Retention is true or false in any letter case; anything else is refused, not guessed', async () => {
  for (const value of ['true', 'FALSE', 'False', 'tRuE'])
    expect((await say({}, { 'x-data-retention': value })).status).toBe(200)
  const answer = await say({}, { 'x-data-retention': 'maybe' })
  expect([answer.status, answer.detail]).toEqual([400, expect.stringContaining('X-Data-Retention')])
})

test('what the speech worker refuses is a 400 in its words, and what it fails at is a 500 with the request id', async () => {
  const emoji = await say({ text: '😀🎉' })
  expect([emoji.status, JSON.parse(emoji.text)]).toEqual([
    400,
    { detail: 'There is nothing to say in this text.' },
  ])
  const broken = await say({ text: 'BREAK' })
  expect([broken.status, JSON.parse(broken.text)]).toEqual([
    500,
    { detail: 'The voice stopped twice at this text.', request_id: broken.headers['x-request-id'] },
  ])
  expect(broken.headers['content-disposition']).toBeUndefined()
  expect(tone.bugs).toEqual([])
})

test('a bug is a 500 that tells nothing of the inside, and is reported under the same id', async () => {
  const answer = await say({ text: 'BUG' })
  const { detail, request_id } = JSON.parse(answer.text)
  expect([answer.status, request_id]).toEqual([500, answer.headers['x-request-id']])
  expect(detail).not.toContain('phone')
  expect(tone.bugs).toEqual([{ error: expect.any(TypeError), requestId: request_id }])
})

test('lone surrogates, control characters and right-to-left text reach the speech worker unharmed', async () => {
  for (const text of [
    'half \ud83d emoji',
    'bell \u0007 and \u0000 nul',
    'مرحبا بالعالم',
    '\u202Ereversed',
  ])
    expect((await say({ text })).status).toBe(200)
  expect((await say({ voice: 'x\ud83d' })).status).toBe(400)
})

test('50 requests at once are all answered whole', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => say({ text: 'one '.repeat(i + 1) })),
  )
  expect(answers.map(({ status, bytes }) => [status, bytes.length])).toEqual(
    Array.from({ length: 50 }, (_, i) => [200, (i + 1) * WORD_BYTES]),
  )
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50)
  expect(tone.work.running).toBe(0)
})

test('other methods are refused with 405 and the list of those that work', async () => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await send(url, { method, headers })
    expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, 'POST'])
    expect(answer.detail).toContain('POST')
  }
  const head = await send(url, { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([405, ''])
})

test('an unknown path is a 404 in JSON for every method, also with a JSON content type and no body', async () => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
    const answer = await send(`${server.url}/v1/nothing/here?x=1`, { method, headers })
    expect([method, answer.status]).toEqual([method, 404])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.detail).toContain('/v1/nothing/here')
  }
  for (const path of [
    '/v1/%zz',
    '//',
    '/v1/hls/%00/x',
    '/../etc/passwd',
    `/${'a'.repeat(9_000)}`,
  ]) {
    const answer = await send(`${server.url}${path}`)
    expect([400, 404]).toContain(answer.status)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  }
})

test.each(['pcm_s16le', 'mulaw', 'alaw'])(
  '%s is 24 kHz as ever, and the 8 kHz of a telephone where that is asked for',
  async (format) => {
    const bytesPerSample = format === 'pcm_s16le' ? 2 : 1
    const full = await say({ format })
    const phone = await say({ format, sample_rate: 8_000 })
    expect(full.bytes.length).toBe((4 * WORD_BYTES * bytesPerSample) / 2)
    expect([phone.status, phone.bytes.length]).toEqual([200, full.bytes.length / 3])
  },
)

test('a wav of 8 kHz says so and how long it is, and carries its manifest', async () => {
  const { bytes, headers } = await say({ format: 'wav', sample_rate: 8_000 })
  expect([bytes.readUInt32LE(24), bytes.readUInt32LE(28)]).toEqual([8_000, 16_000])
  const length = bytes.readUInt32LE(40)
  expect(length).toBe((4 * WORD_BYTES) / 3)
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes.toString('latin1', 44 + length, 48 + length)).toBe('C2PA')
  expect(headers['x-provenance']).toBe('embedded')
})

test.each([
  ['mp3', '192k', '160k'],
  ['mp3', '64k', '64k'],
  ['m3u8', '192k', '144k'],
  ['ogg_opus', '192k', '192k'],
  ['webm_opus', undefined, '128k'],
  ['wav', '192k', undefined],
])('%s at %s says that its bitrate is %s', async (format, bitrate, said) => {
  const { status, headers } = await say({ format, bitrate })
  expect([status, headers['x-audio-bitrate']]).toEqual([200, said])
})

test('a request that names no voice has the one of the settings, as long as everybody has it', async () => {
  const spoken = async (fields: Record<string, unknown>) => {
    await say(fields)
    return tone.work.requests.at(-1)
  }
  await tone.app.settings.change({ 'voices.default.en': 'john' })
  expect(await spoken({ voice: '', language: 'en' })).toMatchObject({ voice: 'john' })
  expect(await spoken({ voice: 'lina', language: 'en' })).toMatchObject({ voice: 'lina' })
  await tone.app.settings.change({ 'voices.default.en': 'nobody' })
  expect(await spoken({ voice: '', language: 'en' })).toMatchObject({ voice: 'lina' })
  await tone.app.settings.change({ 'voices.default.en': null })
})

test('what guests ask for takes its turns as theirs, each token for itself', async () => {
  const { guests } = tone.app.access
  const tokens = [await guests.create('owner', 60), await guests.create('owner', 60)]
  for (const { token } of tokens) await say({}, { authorization: `Bearer ${token}` })
  const requesters = tone.work.requests.map((order) => Object(order).requester)
  expect(requesters).toEqual(
    tokens.map(() => ({ account: 'owner', token: expect.any(String), isGuest: true })),
  )
  expect(new Set(requesters.map(({ token }) => token)).size).toBe(2)
})
