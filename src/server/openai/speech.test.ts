import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  begin,
  send,
  type TestRequest,
  type TestResponse,
  until,
} from '#server/client.test-support.ts'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
beforeEach(() => {
  tone.work.requests.length = 0
  tone.bugs.length = 0
  tone.hold = Promise.resolve()
})

const url = `${server.url}/v1/audio/speech`
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
const usual = {
  ...{ model: 'griot-1', input: 'Good morning from Lagos.', voice: 'lina' },
  response_format: 'pcm',
}
type Fields = Readonly<Record<string, unknown>>
const order = (fields: Fields, more: TestRequest['headers'] = {}): TestRequest => ({
  ...{ method: 'POST', headers: { ...headers, ...more } },
  body: JSON.stringify({ ...usual, ...fields }),
})
const say = (fields: Fields, more?: TestRequest['headers']): Promise<TestResponse> =>
  send(url, order(fields, more))
const errorOf = ({ text }: TestResponse) => JSON.parse(text).error
const eventsOf = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')))

test('a text comes back as sound, in chunks, labelled as OpenAI labels it', async () => {
  const types = {
    mp3: 'audio/mpeg',
    opus: 'audio/opus',
    aac: 'audio/aac',
    flac: 'audio/flac',
    wav: 'audio/wav',
    pcm: 'audio/pcm',
  }
  for (const [response_format, type] of Object.entries(types)) {
    const answer = await say({ response_format })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
    expect(answer.headers['transfer-encoding']).toBe('chunked')
    if (response_format === 'pcm') expect(answer.bytes.length).toBe(4 * WORD_BYTES)
    else expect(answer.bytes.length).toBeGreaterThan(5_000)
  }
})

test('every name of the model is understood, and what is null is left out', async () => {
  for (const model of ['griot-1', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']) {
    const nothing = { response_format: null, speed: null, stream_format: null, instructions: null }
    const answer = await say({ model, ...nothing })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    expect(tone.work.requests.at(-1)).toMatchObject({ text: usual.input, voice: 'lina', speed: 1 })
  }
})

test('voices count in any letter case, as an object, and by the names that OpenAI gives its own', async () => {
  for (const [voice, speaker] of [
    ['LINA', 'lina'],
    [' John ', 'john'],
    [{ id: 'John' }, 'john'],
    ['nova', 'lina'],
    ['Echo', 'john'],
    [{ id: 'nova' }, 'lina'],
  ] as const) {
    expect((await say({ voice })).status).toBe(200)
    expect(tone.work.requests.at(-1)).toMatchObject({ voice: speaker })
  }
})

test('fields of other servers are ignored, and a language is spoken as it is told', async () => {
  const theirs = {
    ...{
      stream: true,
      lang_code: 'a',
      backend: 'kokoro',
      normalization_options: { normalize: true },
    },
    ...{ seed: 1, return_timestamps: false, ['x'.repeat(1_000)]: null },
  }
  for (const [language, spoken] of [
    ['yo', 'yo'],
    ['en-US', 'en'],
    ['Hausa', 'ha'],
    ['auto', 'en'],
    ['', 'en'],
  ]) {
    expect((await say({ ...theirs, language })).status).toBe(200)
    expect(tone.work.requests.at(-1)).toMatchObject({ language: spoken })
  }
})

test('a piece with nothing to say is a short silence in every format, and as events', async () => {
  for (const input of ['.', '…', '😊', ' 🎉🎉 !']) {
    const { status, bytes, headers: told } = await say({ input })
    expect([input, status, bytes.length]).toEqual([input, 200, 0.3 * 48_000])
    expect(bytes.every((byte) => byte === 0)).toBe(true)
    expect(told['x-provenance']).toBe('none')
  }
  for (const response_format of ['mp3', 'opus', 'aac', 'flac', 'wav']) {
    const answer = await say({ input: '…', response_format })
    expect([answer.status, answer.bytes.length > 50]).toEqual([200, true])
  }
  const events = eventsOf((await say({ input: '😊', stream_format: 'sse' })).text)
  expect(events.map(({ type }) => type)).toEqual(['speech.audio.delta', 'speech.audio.done'])
  expect(tone.bugs).toEqual([])
})

test('instructions change pace, pitch and level, and the answer says which of their words did', async () => {
  const answer = await say({ instructions: 'Whisper slowly, in a deep voice.' })
  expect(answer.headers['x-instructions-used']).toBe('slow, deep, whisper')
  expect(tone.work.requests).toMatchObject([
    { pitch: -2, volume: -8, speed: expect.closeTo(0.85 * 0.95) },
  ])
  const other = await say({ instructions: 'Accent: Scottish.' })
  expect(other.headers['x-instructions-used']).toBe('none')
})

test('a voice in the place of the model speaks where no voice is named, as tools made for LocalAI ask', async () => {
  const localAi = { voice: undefined, model: 'John', backend: 'griot' }
  expect((await say(localAi)).status).toBe(200)
  expect(tone.work.requests).toMatchObject([{ voice: 'john' }])
  const unknown = await say({ ...localAi, model: 'kokoro' })
  expect([unknown.status, errorOf(unknown).message]).toEqual([
    400,
    expect.stringContaining('no voice called "kokoro"'),
  ])
})

test('the voice goes as fast as it can, and no faster', async () => {
  for (const [speed, spoken] of [
    [0.25, 0.7],
    [0.7, 0.7],
    [1.1, 1.1],
    [4, 1.2],
  ] as const) {
    expect((await say({ speed })).status).toBe(200)
    expect(tone.work.requests.at(-1)).toMatchObject({ speed: spoken })
  }
})

describe('a request that is wrong is refused with 400 in the words and codes of OpenAI', () => {
  test.each([
    [{ language: 'fr' }, 'language', 'invalid_value', 'en (English), am (Amharic)'],
    [{ language: 7 }, 'language', 'invalid_type', 'expected a string'],
    [{ input: undefined }, 'input', 'missing_required_parameter', "parameter: 'input'."],
    [{ model: undefined }, 'model', 'missing_required_parameter', "parameter: 'model'."],
    [{ voice: undefined }, 'voice', 'missing_required_parameter', "parameter: 'voice'."],
    [{ input: null }, 'input', 'invalid_type', 'expected a string, but got null'],
    [{ input: ['a'] }, 'input', 'invalid_type', 'but got an array'],
    [{ input: ' \n ' }, 'input', 'invalid_value', 'empty string'],
    [{ input: 'ẹ'.repeat(20_001) }, 'input', 'string_above_max_length', 'maximum length 20000'],
    [{ input: '🎉'.repeat(20_001) }, 'input', 'string_above_max_length', 'with length 20001 '],
    [{ voice: 7 }, 'voice', 'invalid_type', 'expected a string, or an object'],
    [{ voice: { name: 'lina' } }, 'voice', 'invalid_type', 'expected a string, or an object'],
    [{ voice: 'darth-vader' }, 'voice', 'invalid_value', 'Voices: Lina, John'],
    [{ voice: '__proto__' }, 'voice', 'invalid_value', 'Voices: Lina, John'],
    [{ response_format: 'ogg' }, 'response_format', 'invalid_value', 'mp3, opus, aac, flac'],
    [{ response_format: 3 }, 'response_format', 'invalid_value', 'but got a number'],
    [{ speed: '1' }, 'speed', 'invalid_type', 'expected a number'],
    [{ speed: 0.1 }, 'speed', 'decimal_below_min_value', '>= 0.25, but got 0.1'],
    [{ speed: 5 }, 'speed', 'decimal_above_max_value', '<= 4, but got 5'],
    [{ stream_format: 'ws' }, 'stream_format', 'invalid_value', 'audio, sse'],
    [{ instructions: 1 }, 'instructions', 'invalid_type', 'expected a string'],
  ])('%o', async (fields, param, code, words) => {
    const answer = await say(fields)
    expect([answer.status, errorOf(answer)]).toEqual([
      400,
      { message: expect.stringContaining(words), type: 'invalid_request_error', param, code },
    ])
    expect(tone.work.requests).toEqual([])
  })

  test('a model that is not there is a 404', async () => {
    const answer = await say({ model: 'whisper-1' })
    expect([answer.status, errorOf(answer)]).toEqual([
      404,
      {
        message: expect.stringContaining('griot-1'),
        type: 'invalid_request_error',
        ...{ param: 'model', code: 'model_not_found' },
      },
    ])
  })

  test('a body that is no object, or cannot be read, is one as a whole', async () => {
    for (const body of ['[]', '"text"', 'null', '', '{"input": "half']) {
      const answer = await send(url, { method: 'POST', headers, body })
      expect([body, answer.status]).toEqual([body, 400])
      expect(errorOf(answer)).toMatchObject({ type: 'invalid_request_error', param: null })
    }
    const proto = { method: 'POST', headers, body: '{"__proto__": {"model": "griot-1"}}' }
    expect((await send(url, proto)).status).toBe(400)
  })
})

test('whoever may not is told so in the same shape, before the body is read', async () => {
  const nobody = await send(url, { method: 'POST', body: '{' })
  expect([nobody.status, errorOf(nobody)]).toEqual([
    401,
    {
      message: expect.stringContaining('API key'),
      ...{ type: 'invalid_request_error', param: null, code: null },
    },
  ])
  const wrong = await say({}, { authorization: 'Bearer wrong' })
  expect([wrong.status, wrong.headers['www-authenticate'], errorOf(wrong).code]).toEqual([
    401,
    'Bearer',
    'invalid_api_key',
  ])
  const { token } = await tone.app.access.keys.create({
    ...{ name: 'Files alone', account: 'owner', scopes: ['files'] },
  })
  const mayNot = await say({}, { authorization: `Bearer ${token}` })
  expect([mayNot.status, errorOf(mayNot).code]).toEqual([403, 'insufficient_permissions'])
  const rebound = await say({}, { host: 'evil.example.org' })
  expect([rebound.status, errorOf(rebound).type]).toEqual([403, 'invalid_request_error'])
  const method = await send(url, { method: 'PUT', headers })
  expect([method.status, method.headers['allow'], errorOf(method).code]).toEqual([
    405,
    'POST',
    'method_not_supported',
  ])
  const tooLong = await send(`${server.url}/v1/models/${'x'.repeat(500)}`, { headers })
  expect([tooLong.status, errorOf(tooLong).type]).toEqual([414, 'invalid_request_error'])
  const tooLarge = await say({ input: 'x'.repeat(1_100_000) })
  expect([tooLarge.status, errorOf(tooLarge).type]).toEqual([413, 'invalid_request_error'])
})

test('a guest speaks with system voices', async () => {
  const { token } = await tone.app.access.guests.create('owner', 60)
  expect((await say({}, { authorization: `Bearer ${token}` })).status).toBe(200)
})

test('what the speech worker refuses is a 400, what it fails at a 500, and a bug tells nothing of the inside', async () => {
  for (const stream_format of ['audio', 'sse']) {
    const broken = await say({ input: 'BREAK', stream_format })
    expect([broken.status, errorOf(broken)]).toEqual([
      500,
      {
        message: 'The voice stopped twice at this text.',
        ...{ type: 'server_error', param: null, code: null },
      },
    ])
  }
  expect(tone.bugs).toEqual([])
  const bug = await say({ input: 'BUG' })
  expect([bug.status, bug.text]).toEqual([500, expect.not.stringContaining('phone')])
  expect(tone.bugs).toEqual([
    { error: expect.any(TypeError), requestId: bug.headers['x-request-id'] },
  ])
})

test('as events the sound comes word by word, and at the end what was used: words, and 50 ms of sound', async () => {
  const answer = await say({
    stream_format: 'sse',
    response_format: 'pcm',
    input: 'Ẹ káàárọ̀, ọ̀rẹ́ mi.',
  })
  expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  const events = eventsOf(answer.text)
  const sound = events.slice(0, -1).map(({ type, audio }) => {
    expect(type).toBe('speech.audio.delta')
    return Buffer.from(String(audio), 'base64')
  })
  expect(Buffer.concat(sound).length).toBe(4 * WORD_BYTES)
  expect(events.at(-1)).toEqual({
    type: 'speech.audio.done',
    usage: { input_tokens: 4, output_tokens: 20, total_tokens: 24 },
  })
})

test('every word that is spoken is sent in its event at once, however long the next one takes', async () => {
  const before = tone.work.words
  const rest = Promise.withResolvers<void>()
  const speaking = begin(url, order({ stream_format: 'sse', input: 'word '.repeat(400) }))
  await until(() => tone.work.words > before)
  tone.hold = rest.promise
  let events = 0
  for await (const bytes of await speaking) {
    // One brace for each piece of sound, two for what was used.
    events += String(bytes).split('{').length - 1
    if (events === tone.work.words - before) rest.resolve()
  }
  expect(events).toBe(400 + 2)
})

test('a failure among events is the last event, in words; a failure among bytes cuts them off', async () => {
  const answer = await say({ stream_format: 'sse', input: 'One two BREAK three' })
  expect(answer.status).toBe(200)
  const [first, , last, ...more] = eventsOf(answer.text)
  expect([first?.['type'], more]).toEqual(['speech.audio.delta', []])
  expect(last).toEqual({
    type: 'error',
    error: {
      message: 'The voice stopped twice at this text.',
      ...{ type: 'server_error', param: null, code: null },
    },
  })
  expect(tone.bugs).toHaveLength(1)
  await expect(say({ input: 'One two BREAK three' })).rejects.toThrow(/aborted|hang up/)
})

test('a caller who leaves ends the synthesis', async () => {
  for (const stream_format of ['audio', 'sse']) {
    const answer = await begin(url, order({ stream_format, input: 'word '.repeat(3_000) }))
    answer.destroy()
    await until(() => tone.work.running === 0)
  }
  expect(tone.bugs).toEqual([])
})

test('a named request is answered once and then repeated, but events are made anew', async () => {
  const named = (key: string) => ({ 'idempotency-key': key })
  for (const [stream_format, times] of [
    ['audio', 1],
    ['sse', 2],
  ] as const) {
    tone.work.requests.length = 0
    const once = await say({ stream_format }, named(stream_format))
    const again = await say({ stream_format }, named(stream_format))
    expect(again.bytes.equals(once.bytes)).toBe(true)
    expect([stream_format, tone.work.requests.length]).toEqual([stream_format, times])
  }
})

test('generated audio is kept where the account says so', async () => {
  await tone.app.access.changeAccount('owner', { keepAudio: true })
  const before = (await tone.app.files.usage('owner')).count
  await say({ response_format: 'opus' })
  await say({ response_format: 'opus' }, { 'x-data-retention': 'false' })
  await until(async () => (await tone.app.files.usage('owner')).count > before)
  expect((await tone.app.files.usage('owner')).count).toBe(before + 1)
  await tone.app.access.changeAccount('owner', { keepAudio: false })
})
