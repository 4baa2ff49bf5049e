import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'

/** The official client makes voices of one's own, with the recordings of their consents. */
const { tone, server, close } = await openToneServer()
afterAll(close)
const connect = (apiKey: string) =>
  new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 })
const client = connect(KEY)
const { voiceConsents, voices } = client.audio
let sample: Buffer<ArrayBuffer>
beforeAll(async () => {
  sample = wavOf(await reads('lina'))
})
const file = (bytes: Uint8Array = sample) => toFile(bytes, 'ìwé ohùn.wav')
const consentOf = async (name = 'Àdá gbà', language = 'en-NG') =>
  voiceConsents.create({ name, language, recording: await file() })

test('a consent is kept, listed, renamed and deleted', async () => {
  const made = await consentOf()
  expect(made).toEqual({
    id: expect.stringMatching(/^cons_[\da-f]{32}$/),
    object: 'audio.voice_consent',
    ...{ name: 'Àdá gbà', language: 'en-NG', created_at: expect.any(Number) },
  })
  const other = await consentOf('Obi')
  const listed = await Array.fromAsync(voiceConsents.list({ limit: 1 }))
  expect(listed.map(({ id }) => id)).toEqual([other.id, made.id])
  expect(await voiceConsents.retrieve(made.id)).toEqual(made)
  expect(await voiceConsents.update(made.id, { name: 'Ada' })).toEqual({ ...made, name: 'Ada' })
  const files = (await tone.app.files.usage('owner')).count
  for (const { id } of [made, other])
    expect(await voiceConsents.delete(id)).toEqual({
      ...{ id, object: 'audio.voice_consent', deleted: true },
    })
  expect((await tone.app.files.usage('owner')).count).toBe(files - 2)
  await expect(voiceConsents.retrieve(made.id)).rejects.toThrow(OpenAI.NotFoundError)
})

test('a voice is made of a sample and a consent, speaks under its id, and is deleted', async () => {
  const consent = await consentOf()
  const voice = await voices.create({
    ...{ name: 'Àdá', consent: consent.id, audio_sample: await file() },
  })
  expect(voice).toEqual({
    id: expect.stringMatching(/^voice_[\da-f]{32}$/),
    ...{ object: 'audio.voice', type: 'audio_sample', name: 'Àdá' },
    created_at: expect.any(Number),
  })
  // Nobody here writes down what is said.
  expect(await tone.app.customVoices.find('owner', voice.id)).toMatchObject({ language: 'en' })
  const spoken = await client.audio.speech.create({
    ...{ model: 'griot-1', input: 'Good morning.', voice: { id: voice.id } },
  })
  expect(spoken.status).toBe(200)
  expect(await voices.delete(voice.id)).toEqual({
    ...{ id: voice.id, object: 'audio.voice.deleted', deleted: true },
  })
  await expect(voices.delete(voice.id)).rejects.toThrow(OpenAI.NotFoundError)
})

test('what is said in the sample may be sent too', async () => {
  const consent = await consentOf()
  const more = { transcript: READ }
  const { id } = await voices.create({
    ...{ name: 'Ada', consent: consent.id, audio_sample: await file(), ...more },
  })
  const { signal } = new AbortController()
  const { transcript } = await tone.app.customVoices.recording('owner', id, signal)
  expect(transcript).toBe(READ)
})

test('without a consent of the account there is no voice, nor without a sample that can be used', async () => {
  const consent = await consentOf()
  const before = (await tone.app.customVoices.list('owner')).length
  const order = { name: 'Ada', consent: consent.id, audio_sample: await file() }
  for (const id of ['cons_none', 'none', `cons_${'0'.repeat(32)}`])
    await expect(voices.create({ ...order, consent: id })).rejects.toThrow(OpenAI.NotFoundError)
  const { token } = await tone.app.access.keys.create({
    ...{ name: 'Obi', account: 'obi', scopes: ['voices'] },
  })
  await expect(connect(token).audio.voices.create(order)).rejects.toThrow(OpenAI.NotFoundError)
  const silence = wavOf(new Float32Array(24_000 * 3))
  await expect(
    voices.create({ ...order, audio_sample: await file(silence) }),
  ).rejects.toMatchObject({ status: 400 })
  const prompt = { type: 'prompt', name: 'Ada', prompt: 'A calm voice' } as const
  await expect(voices.create(prompt)).rejects.toMatchObject({ status: 400, param: 'type' })
  expect((await tone.app.customVoices.list('owner')).length).toBe(before)
})

test('a consent that is incomplete leaves nothing behind', async () => {
  const before = (await tone.app.files.usage('owner')).count
  const recording = await file()
  const create = (fields: object) =>
    voiceConsents.create({ name: 'Ada', language: 'en', recording, ...fields })
  await expect(create({ name: ' ' })).rejects.toMatchObject({ status: 400, param: 'name' })
  await expect(create({ language: '' })).rejects.toMatchObject({ param: 'language' })
  await expect(create({ recording: await file(new Uint8Array()) })).rejects.toMatchObject({
    param: 'recording',
  })
  expect((await tone.app.files.usage('owner')).count).toBe(before)
})
