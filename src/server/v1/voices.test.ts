import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { begin, send, speech, until } from '#server/client.test-support.ts'
import { openServer } from '#server/server.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import type { Scope } from '#shared/access.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const tone = openToneApp()
const server = await openServer(tone.app, {
  host: '127.0.0.1',
  port: 0,
  onBug: (error, requestId) => tone.bugs.push({ error, requestId }),
})
afterAll(async () => {
  await server.close()
  await tone.close()
})
beforeEach(() => {
  tone.bugs.length = 0
  tone.hold = Promise.resolve()
})

const url = `${server.url}/v1/voices`
const folder = join(tone.folder, 'voices')
mkdirSync(folder, { recursive: true })
const sound = await reads('lucy')
const recording = wavOf(sound)
const keyOf = async (account: string, scopes: Scope[] = ['speak', 'voices']): Promise<string> =>
  (await tone.app.access.keys.create({ account, scopes, name: `key of ${account}` })).token
const ada = await keyOf('Àdá')

type Fields = Readonly<Record<string, string | Uint8Array<ArrayBuffer> | undefined>>

function formOf(fields: Fields): FormData {
  const form = new FormData()
  const usual = { audio: recording, transcript: READ, name: 'Àdá', consent: 'true' }
  for (const [name, value] of Object.entries({ ...usual, ...fields }))
    if (typeof value === 'string') form.append(name, value)
    else if (value) form.append(name, new Blob([Uint8Array.from(value)]), 'ohùn mi.wav')
  return form
}

async function create(fields: Fields = {}, token = ada) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { method: 'POST', headers, body: formOf(fields) })
  // The fields of the answer are compared one by one.
  const body = (await answer.json()) as Record<string, string>
  return { status: answer.status, body, detail: JSON.stringify(body['detail']) }
}

async function call(path: string, method = 'GET', token = ada) {
  const answer = await send(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  return { status: answer.status, body: JSON.parse(answer.text), detail: answer.detail }
}

test('a voice is made of a recording, is listed first of its maker’s own, speaks, and is deleted with its recording', async () => {
  const made = await create({ language: 'en-NG' })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    voice_id: expect.stringMatching(/^voice_[\da-f]{32}$/),
    kind: 'custom',
    status: 'ready',
    name: 'Àdá',
    language: 'en',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
    updated_at: made.body['created_at'],
    // The voices of this server say every word as a tone: no words can be followed in them.
    warnings: [{ type: 'words', msg: expect.stringContaining('make the voice again') }],
  })
  const id = String(made.body['voice_id'])
  const second = await create({ name: 'Second', language: undefined })
  expect(second.body['language']).toBeNull()

  const { body: list } = await call('')
  expect(list.next_cursor).toBeNull()
  expect(list.items.map(({ voice_id }: { voice_id: string }) => voice_id)).toEqual([
    ...tone.app.voices().map((voice) => voice.id),
    second.body['voice_id'],
    id,
  ])
  expect(list.items[0]).toMatchObject({ kind: 'system', status: 'ready', gender: 'female' })
  expect((await call(`/${id.toUpperCase().replace('VOICE', 'voice')}`)).body).toEqual(made.body)

  const headers = { authorization: `Bearer ${ada}` }
  const spoken = await send(`${server.url}/v1/speech`, speech({ voice: id }, headers))
  expect(spoken.status).toBe(200)
  expect(tone.work.requests.at(-1)).toMatchObject({
    voice: id,
    account: 'Àdá',
    custom: {
      ...{ engine: 'flite', traits: { f0Hz: expect.any(Number) } },
      info: { name: 'Àdá', language: 'en' },
    },
  })

  const path = join(folder, id, 'recording')
  expect(readFileSync(path).equals(recording)).toBe(true)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, id)).mode & 0o777).toBe(0o700)

  const gone = await call(`/${id}`, 'DELETE')
  expect([gone.status, gone.body]).toEqual([200, { ...made.body, status: 'deleted' }])
  expect(readdirSync(folder)).toEqual([second.body['voice_id']])
  expect((await call(`/${id}`)).status).toBe(404)
  expect((await call(`/${id}`, 'DELETE')).status).toBe(404)
  expect((await send(`${server.url}/v1/speech`, speech({ voice: id }, headers))).status).toBe(400)
  expect((await call(`/${second.body['voice_id']}`, 'DELETE')).status).toBe(200)
})

test('a name of 120 characters is taken however its marks are encoded, and is kept composed', async () => {
  const name = `${'ẹ́'.repeat(59)}🎙🎙`
  const made = await create({ name: ` ${name.normalize('NFD')} ` })
  expect([made.status, made.body['name']]).toEqual([201, name.normalize('NFC')])
  expect((await call(`/${made.body['voice_id']}`, 'DELETE')).status).toBe(200)
})

test('a system voice is found in any letter case, and cannot be deleted', async () => {
  const lina = await call('/LINA')
  expect(lina.body).toMatchObject({ voice_id: 'lina', kind: 'system', language: 'en' })
  const refused = await call('/Lina', 'DELETE')
  expect([refused.status, refused.detail]).toEqual([403, expect.stringContaining('system voice')])
  expect((await call('/lina')).status).toBe(200)
  for (const id of ['nobody', `voice_${'0'.repeat(32)}`, '..%2f..%2fetc', '%00', 'ድምፅ'])
    expect([id, (await call(`/${id}`)).status, (await call(`/${id}`, 'DELETE')).status]).toEqual([
      id,
      404,
      404,
    ])
})

test('somebody else’s voice is not there: not to look at, not to speak with, not to delete', async () => {
  const { body } = await create()
  const id = String(body['voice_id'])
  const obi = await keyOf('Obi')
  const guest = (await tone.app.access.guests.create('Àdá', 60)).token
  expect((await call(`/${id}`, 'GET', obi)).status).toBe(404)
  expect((await call(`/${id}`, 'DELETE', obi)).status).toBe(404)
  expect(JSON.stringify((await call('', 'GET', obi)).body)).not.toContain(id)
  for (const token of [obi, guest]) {
    const headers = { authorization: `Bearer ${token}` }
    const spoken = await send(`${server.url}/v1/speech`, speech({ voice: id }, headers))
    expect([spoken.status, spoken.detail]).toEqual([400, expect.stringContaining('no voice')])
  }
  expect((await call('', 'GET', guest)).status).toBe(403)
  expect((await create({}, guest)).status).toBe(403)
  expect((await create({}, await keyOf('Àdá', ['speak']))).status).toBe(403)
  expect((await call(`/${id}`, 'DELETE')).status).toBe(200)
})

const silence = new Float32Array(3 * SAMPLE_RATE)
const hiss = openNoise(7)
const noise = silence.map(() => 0.15 * hiss())
const hum = silence.map((_, i) => 0.3 * Math.sin((2 * Math.PI * 150 * i) / SAMPLE_RATE))
const long = (seconds: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => sound[i % sound.length] ?? 0)

const refusals: readonly (readonly [string, Fields, RegExp])[] = [
  ['no consent', { consent: undefined }, /consent/],
  ['consent "false"', { consent: 'false' }, /consent/],
  ['consent "no"', { consent: 'no' }, /consent/],
  ['no name', { name: undefined }, /name is missing/],
  ['an empty name', { name: ' ' }, /name is empty/],
  ['a name of 121 characters', { name: 'ẹ'.repeat(121) }, /121.*120/],
  ['a name with a line end', { name: 'Àdá\nObi' }, /control characters/],
  ['a name with a bell', { name: 'Àdá\u0007' }, /control characters/],
  ['no transcript', { transcript: undefined }, /transcript is missing/],
  ['an empty transcript', { transcript: '\u00a0 ' }, /transcript is empty/],
  ['a transcript of 2001 characters', { transcript: 'a'.repeat(2_001) }, /2001.*2000/],
  ['an unsupported language', { language: 'fr' }, /fr.*Supported/],
  ['no recording', { audio: undefined }, /audio is missing/],
  ['a recording that is a text', { audio: 'https://example.org/a.wav' }, /audio is missing/],
  ['an empty recording', { audio: new Uint8Array() }, /empty/],
  ['a zip named .wav', { audio: Buffer.from('PK\u0003\u0004 nothing') }, /zip/],
  ['1.9 s', { audio: wavOf(long(2).subarray(0, 1.9 * SAMPLE_RATE)) }, /1\.90 s.*2 s/],
  ['30.1 s', { audio: wavOf(long(31).subarray(0, 30.1 * SAMPLE_RATE)) }, /30\.10 s/],
  [
    'more than three minutes',
    { audio: wavOf(new Float32Array(200 * 8_000), 8_000) },
    /longer than 30 s/,
  ],
  ['silence', { audio: wavOf(silence) }, /too quiet.*-120 dB/],
  ['a whisper of a level', { audio: wavOf(sound.map((x) => x / 100)) }, /too quiet.*-\d\d dB/],
  ['noise', { audio: wavOf(noise) }, /too little speech/],
  ['a hum', { audio: wavOf(hum) }, /tone or a hum/],
  [
    'a clipped recording',
    { audio: wavOf(sound.map((x) => Math.max(-1, Math.min(1, 12 * x)))) },
    /clipped: [\d.]+ %/,
  ],
]

test.each(refusals)('%s is refused with 422 and what was measured', async (_, fields, words) => {
  const answer = await create(fields)
  expect([answer.status, answer.detail]).toEqual([422, expect.stringMatching(words)])
  expect(readdirSync(folder)).toEqual([])
  expect(tone.bugs).toEqual([])
})

test('a recording of 10 MB and one byte is refused with 413', async () => {
  const answer = await create({ audio: new Uint8Array(10 * 1024 * 1024 + 1) })
  expect([answer.status, answer.detail]).toEqual([413, expect.stringContaining('10,485,760')])
  expect(readdirSync(folder)).toEqual([])
})

test('a form that ends half-way leaves nothing behind', async () => {
  const body = new Uint8Array(await new Response(formOf({})).arrayBuffer())
  const boundary = /^--(\S+)/.exec(Buffer.from(body).toString('latin1'))?.[1]
  const headers = {
    authorization: `Bearer ${ada}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  const answer = await send(url, { method: 'POST', headers, body: body.subarray(0, 30_000) })
  expect(answer.status).toBe(400)
  expect(readdirSync(folder)).toEqual([])
})

test('deleting a voice ends the speech under way with it, and the caller can see that it is not whole', async () => {
  const id = String((await create()).body['voice_id'])
  const text = 'one '.repeat(200)
  const headers = { authorization: `Bearer ${ada}` }
  let words = 0
  const slow = Promise.withResolvers<void>()
  const answer = await begin(`${server.url}/v1/speech`, speech({ voice: id, text }, headers))
  tone.hold = slow.promise
  const ended = new Promise<string>((resolve) => {
    answer
      .on('data', () => words++)
      .on('end', () => resolve('whole'))
      .on('error', () => resolve('cut'))
  })
  await until(() => words > 0)
  expect((await call(`/${id}`, 'DELETE')).status).toBe(200)
  expect(await ended).toBe('cut')
  slow.resolve()
  await until(() => tone.work.running === 0)
})

/** Another voice of an account, as if it had been made like the one that is there. */
async function addCopyOf(account: string, id: string, number: number): Promise<void> {
  const database = openDatabase(join(tone.folder, 'griot.db'))
  const stored = createStoredVoices(database)
  const [voice, traits, consent] = [
    await stored.find(account, id),
    await stored.traits(account, id),
    await stored.consent(id),
  ]
  if (!voice || !consent) throw new Error(`${account} has no voice ${id}.`)
  const copy = `voice_${String(number).padStart(32, '0')}`
  await stored.add({ ...voice, id: copy, traits }, consent, 100, () =>
    mkdirSync(join(folder, copy)),
  )
  database.close()
}

fullTest('of two voices made at once at the cap of 100, exactly one comes in', async () => {
  const eze = await keyOf('Eze')
  const first = String((await create({}, eze)).body['voice_id'])
  const { customVoices } = tone.app
  for (let i = 1; i < 99; i++) await addCopyOf('Eze', first, i)
  const answers = await Promise.all([create({}, eze), create({}, eze), create({}, eze)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  const refused = answers.find(({ status }) => status === 403)
  expect(refused?.detail).toContain('100')
  expect(await customVoices.list('Eze')).toHaveLength(100)
  expect((await call(`/${first}`, 'DELETE', eze)).status).toBe(200)
  expect((await create({}, eze)).status).toBe(201)
  for (const { id } of await customVoices.list('Eze')) await customVoices.delete('Eze', id)
})
