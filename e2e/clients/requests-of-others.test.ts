import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { HEARD, openHostThatTranscribes } from './host-that-transcribes.ts'

/**
 * The requests that programs send which cannot be installed here, as their public sources write them: Open WebUI
 * (backend/open_webui/routers/audio.py), LibreChat (api/server/services/Files/Audio), SillyTavern (public/scripts/extensions/tts),
 * AnythingLLM (server/utils/TextToSpeech/openAiGeneric), Pipecat (src/pipecat/services/openai).
 */
const TEXT = 'Good morning from Lagos.'
let host: RealHost
beforeAll(async () => {
  host = await openHostThatTranscribes()
})
afterAll(() => host.close())

const bearer = { authorization: `Bearer ${KEY}` }

async function speak(
  body: object,
  { path = '/v1/audio/speech', headers = {} }: { path?: string; headers?: object } = {},
): Promise<readonly [number, string | null, Buffer]> {
  const answer = await fetch(`${host.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer, ...headers },
    body: JSON.stringify(body),
  })
  return [
    answer.status,
    answer.headers.get('content-type'),
    Buffer.from(await answer.arrayBuffer()),
  ]
}

/** The sound itself cannot be foretold; a second of 24 kHz PCM has 48,000 bytes, of mp3 at 128 kbit/s 16,000. */
function expectSound(
  [status, type, bytes]: readonly [number, string | null, Buffer],
  wanted: string,
  leastBytes = 16_000,
): void {
  expect([status, type, bytes.toString('utf8', 0, 200)]).toEqual([200, wanted, expect.anything()])
  expect(bytes.length).toBeGreaterThan(leastBytes)
}

test('Open WebUI speaks, with the headers that name its user', async () => {
  const headers = {
    'X-OpenWebUI-User-Name': 'Ade%20Bello',
    'X-OpenWebUI-User-Id': '6f1b',
    'X-OpenWebUI-User-Email': 'ade@example.org',
    'X-OpenWebUI-User-Role': 'user',
  }
  expectSound(
    await speak({ input: TEXT, voice: 'alloy', model: 'tts-1' }, { headers }),
    'audio/mpeg',
  )
})

test('Open WebUI lists models and voices without a key once discovery is open, and reads the fields that it shows', async () => {
  const ask = (path: string) => fetch(`${host.url}/v1${path}`)
  expect((await ask('/audio/voices')).status).toBe(401)
  await host.app.settings.change({ 'network.open-discovery': 'on' })
  try {
    const { models } = (await (await ask('/audio/models')).json()) as { models: { id: string }[] }
    expect(models.map(({ id }) => id)).toContain('tts-1')
    const { voices } = (await (await ask('/audio/voices')).json()) as {
      voices: { id: string; name: string }[]
    }
    expect(voices).toContainEqual(expect.objectContaining({ id: 'lina', name: expect.any(String) }))
  } finally {
    await host.app.settings.change({ 'network.open-discovery': null })
  }
})

test('Open WebUI transcribes a recording', async () => {
  expect(await transcribe({ model: 'whisper-1' })).toMatchObject({ text: HEARD.text })
})

test('LibreChat speaks', async () => {
  const body = { input: TEXT, model: 'tts-1', voice: 'nova', backend: 'griot' }
  expectSound(await speak(body), 'audio/mpeg')
})

test('LibreChat speaks in its form for LocalAI, with the voice in the place of the model', async () => {
  expectSound(await speak({ input: TEXT, model: 'sade', backend: 'griot' }), 'audio/mpeg')
})

test('SillyTavern speaks at its slowest and its fastest', async () => {
  for (const speed of [0.25, 1, 4])
    expectSound(
      await speak({ input: TEXT, response_format: 'mp3', voice: 'shimmer', speed, model: 'tts-1' }),
      'audio/mpeg',
      4_000,
    )
})

test('AnythingLLM speaks', async () => {
  expectSound(await speak({ model: 'tts-1', voice: 'alloy', input: TEXT }), 'audio/mpeg')
})

test('Pipecat speaks each sentence as PCM, and listens', async () => {
  const [, , bytes] = await speak({
    ...{ input: TEXT, model: 'gpt-4o-mini-tts', voice: 'ballad', response_format: 'pcm' },
    ...{ instructions: 'Speak calmly.', speed: 1.1 },
  })
  expect(bytes.length).toBeGreaterThan(48_000)
  const fields = { model: 'gpt-4o-transcribe', language: 'en', response_format: 'json' }
  expect(
    await transcribe({ ...fields, 'include[]': 'logprobs', temperature: '0.0' }),
  ).toMatchObject({
    text: HEARD.text,
  })
})

async function transcribe(fields: Readonly<Record<string, string>>): Promise<unknown> {
  const [, , sound] = await speak({
    ...{ input: TEXT, model: 'tts-1', voice: 'nova', response_format: 'wav' },
  })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(sound)], { type: 'audio/wav' }), 'audio.wav')
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const answer = await fetch(`${host.url}/v1/audio/transcriptions`, {
    ...{ method: 'POST', headers: bearer, body: form },
  })
  return answer.json()
}
