import OpenAI, { toFile } from 'openai'
import { afterAll, expect, test } from 'vitest'
import { openHttpServer, sendJson } from '#app/services/http-server.test-support.ts'
import { send } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { openTinyTranscriber, wavOfClip } from '#server/transcriber.test-support.ts'

const { packTranscriber, models } = openTinyTranscriber()
const translator = await openHttpServer((_, response) =>
  sendJson(response, { translatedText: 'water house book' }),
)
const providers = { translateUrl: translator.url }
const { server, tone, close } = await openToneServer({ app: { packTranscriber, providers } })
const plain = await openToneServer()
afterAll(async () => {
  await Promise.all([close(), plain.close(), translator.close()])
  models.close()
})

const clientOf = (url: string): OpenAI =>
  new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0 })
const client = clientOf(server.url)
const file = (name = 'yo') => toFile(wavOfClip(name), `${name}.wav`)
const usual = { model: 'whisper-1', language: 'yo' } as const
const SAID = 'omi ilé ìwé'.normalize('NFC')

test('a recording is written down', async () => {
  const answer = await client.audio.transcriptions.create({ file: await file(), ...usual })
  expect(answer).toMatchObject({ text: SAID, usage: { type: 'duration' } })
})

test('with all details, sentences and words have their times, and the language its name', async () => {
  const answer = await client.audio.transcriptions.create({
    ...{ file: await file(), model: 'whisper-1', response_format: 'verbose_json' },
    timestamp_granularities: ['word', 'segment'],
  })
  expect(answer).toMatchObject({ text: SAID, segments: [{ id: 0, text: SAID }] })
  expect(answer.words?.map(({ word }) => word)).toEqual(SAID.split(' '))
  expect(answer.duration).toBeGreaterThan(2)
  const named = await client.audio.transcriptions.create({
    ...{
      file: await file('am'),
      model: 'griot-1',
      language: 'am',
      response_format: 'verbose_json',
    },
  })
  expect(named).toMatchObject({ language: 'amharic', segments: [{ text: 'ውሃ ቤት ልጅ' }] })
  expect(named.words).toBeUndefined()
})

test('all details tell how sure the recogniser is: clear speech well above noise', async () => {
  const segmentOf = async (sound: Buffer) => {
    const answer = await client.audio.transcriptions.create({
      ...{ file: await toFile(sound, 'a.wav'), ...usual, response_format: 'verbose_json' },
    })
    return answer.segments?.[0]
  }
  const clear = await segmentOf(wavOfClip('yo'))
  expect(clear?.avg_logprob).toBeLessThan(0)
  expect(clear?.avg_logprob).toBeGreaterThan(-0.7)
  expect(clear?.no_speech_prob).toBeGreaterThan(0)
  expect(clear?.no_speech_prob).toBeLessThan(0.3)
  expect(clear?.compression_ratio).toBeGreaterThan(0.5)
  const hidden = wavOfClip('yo')
  let seed = 1
  for (let at = 44; at < hidden.length; at += 2) {
    // Noise that is the same each time (Park and Miller 1988).
    seed = (seed * 48_271) % 2_147_483_647
    const noise = (seed / 2_147_483_647 - 0.5) * 12_000
    hidden.writeInt16LE(Math.round(hidden.readInt16LE(at) * 0.7 + noise), at)
  }
  const noisy = await segmentOf(hidden)
  expect(noisy?.avg_logprob ?? -9).toBeLessThan(clear?.avg_logprob ?? 0)
})

test.each([
  ['text', /^omi ilé ìwé\n$/u],
  ['srt', /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nomi ilé ìwé\n$/u],
  ['vtt', /^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\nomi ilé ìwé\n$/u],
] as const)('as %s the answer is that file', async (format, pattern) => {
  const answer = await client.audio.transcriptions.create({
    ...{ file: await file(), ...usual, response_format: format },
  })
  expect(answer.normalize('NFC')).toMatch(new RegExp(pattern.source.normalize('NFC'), 'u'))
})

test('a text is told piece by piece, up to the whole', async () => {
  const events = await client.audio.transcriptions.create({
    ...{ file: await file('ha'), model: 'gpt-4o-transcribe', language: 'ha', stream: true },
  })
  const read = await Array.fromAsync(events)
  expect(read.map(({ type }) => type)).toEqual(['transcript.text.delta', 'transcript.text.done'])
  expect(read.at(-1)).toMatchObject({ text: 'ruwa gida yaro' })
})

test('speech is translated into English', async () => {
  const answer = await client.audio.translations.create({ file: await file(), model: 'whisper-1' })
  expect(answer.text).toBe('water house book')
  const verbose = await client.audio.translations.create({
    ...{ file: await file(), model: 'whisper-1', response_format: 'verbose_json' },
  })
  expect(verbose).toMatchObject({ language: 'english', segments: [{ text: 'water house book' }] })
  const { response } = await client.audio.translations
    .create({ file: await file(), model: 'whisper-1' })
    .withResponse()
  expect([
    response.headers.get('x-translation-provider'),
    response.headers.get('x-translation-quality'),
    response.headers.get('x-translation-doubts'),
  ]).toEqual(['endpoint', 'endpoint', '0'])
})

test('silence has an empty transcript', async () => {
  const silent = wavOfClip('en')
  silent.fill(0, 44)
  const answer = await client.audio.transcriptions.create({
    ...{ file: await toFile(silent, 'a.wav'), model: 'whisper-1' },
  })
  expect(answer.text).toBe('')
})

test('without a pack or a server, the command that helps is told, and nobody tries again', async () => {
  const refused = await clientOf(plain.server.url)
    .audio.transcriptions.create({ file: await file(), ...usual })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({
    status: 503,
    message: expect.stringContaining('griot models install omnilingual-300m'),
  })
  expect(refused instanceof OpenAI.APIError && refused.headers?.get('x-should-retry')).toBe('false')
})

test.each([
  ['a model that is none', { model: 'dall-e-3' }, 404, 'model_not_found'],
  ['no model', { model: undefined }, 400, 'missing_required_parameter'],
  ['a language that nobody here speaks', { language: 'fr' }, 400, 'invalid_value'],
  ['speakers told apart', { response_format: 'diarized_json' }, 400, 'invalid_value'],
])('%s is refused in the dialect', async (_, change, status, code) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...usual, ...change }))
    if (value !== undefined) form.set(name, value)
  form.set('file', new Blob([wavOfClip('yo')]), 'yo.wav')
  const answer = await fetch(`${server.url}/v1/audio/transcriptions`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${KEY}` }, body: form },
  })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ error: { code } })
})

test('no file, an empty one, or one that is no sound is refused', async () => {
  const transcribe = async (bytes: Buffer) =>
    client.audio.transcriptions.create({ file: await toFile(bytes, 'a.wav'), ...usual })
  await expect(transcribe(Buffer.alloc(0))).rejects.toMatchObject({ status: 400 })
  await expect(transcribe(Buffer.from('hello'))).rejects.toMatchObject({ status: 400 })
  await expect(transcribe(Buffer.concat([wavOfClip('yo').subarray(0, 44)]))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('holds no sound'),
  })
})

test('a file of 25 MB and one byte is refused', async () => {
  const bytes = Buffer.alloc(25 * 1024 * 1024 + 1)
  wavOfClip('yo').copy(bytes)
  await expect(
    client.audio.transcriptions.create({ file: await toFile(bytes, 'a.wav'), ...usual }),
  ).rejects.toMatchObject({ status: 413 })
})

test('the published service’s own operation tells who has written it down', async () => {
  const form = new FormData()
  form.set('content', new Blob([wavOfClip('ig')]), 'ig.wav')
  form.set('timestamp', 'word')
  const answer = await fetch(`${server.url}/v1/transcriptions`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${KEY}` }, body: form },
  })
  expect(answer.headers.get('x-transcription-provider')).toBe('pack tiny-ctc')
  const { segments, text } = Object(await answer.json())
  expect(text).toBe('mmiri ụlọ nwa'.normalize('NFC'))
  expect(segments).toHaveLength(3)
})

test('the models that transcribe are listed, and are none that speak', async () => {
  const headers = { authorization: `Bearer ${KEY}` }
  const list = JSON.parse((await send(`${server.url}/v1/models`, { headers })).text)
  expect(list.data.map(({ id }: { id: string }) => id)).toContain('whisper-1')
  await expect(
    client.audio.speech.create({ model: 'whisper-1', input: 'a', voice: 'nova' }),
  ).rejects.toMatchObject({ status: 404 })
  expect(tone.bugs).toEqual([])
})
