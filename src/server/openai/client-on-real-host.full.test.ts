import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decode, ffmpegsHere } from '#media/sound.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { openPitchTrack } from '#speech/dsp/pitch.ts'
import { OPENAI_VOICES } from './voice-names.ts'

/** The official client on the real host with the real encoder. */
const [ffmpeg] = await ffmpegsHere()
let host: RealHost
let client: OpenAI

beforeAll(async () => {
  host = await openRealHost()
  client = new OpenAI({ apiKey: KEY, baseURL: `${host.url}/v1` })
})
afterAll(async () => {
  await host.close()
  expect(host.bugs).toEqual([])
})

const TEXT =
  'The rain has stopped. We can go out now. Bring your bicycle, and a coat for the evening.'

async function speak(fields: Partial<OpenAI.Audio.SpeechCreateParams> = {}): Promise<Buffer> {
  const order = { model: 'gpt-4o-mini-tts', voice: 'onyx', input: TEXT, ...fields }
  return Buffer.from(await (await client.audio.speech.create(order)).arrayBuffer())
}

const secondsOf = (pcm: Buffer): number => pcm.length / 2 / SAMPLE_RATE

function medianPitch(pcm: Buffer): number {
  const samples = Float32Array.from(new Int16Array(Uint8Array.from(pcm).buffer), (s) => s / 32_768)
  const track = openPitchTrack(samples, SAMPLE_RATE, 55, 180)
  track.follow(samples.length / SAMPLE_RATE)
  const voiced = [...track.hz].filter((hz) => hz > 0).sort((a, b) => a - b)
  return voiced[voiced.length >> 1] ?? 0
}

test.each([
  ['mp3', 'mp3'],
  ['opus', 'ogg'],
  ['aac', 'aac'],
  ['flac', 'flac'],
  ['wav', 'wav'],
] as const)('%s is the same speech as pcm', async (response_format, decoder) => {
  const pcm = await speak({ response_format: 'pcm' })
  const sound = await speak({ response_format })
  const heard = await decode(ffmpeg ?? { path: '' }, sound, decoder)
  expect(heard.length / SAMPLE_RATE).toBeGreaterThan(secondsOf(pcm) - 0.01)
  expect(heard.length / SAMPLE_RATE).toBeLessThan(secondsOf(pcm) + 0.12)
  expect(medianPitch(Buffer.from(heard.buffer))).toBeCloseTo(medianPitch(pcm), -0.5)
})

test.each([0.25, 0.5, 1.5, 2, 4])(
  'at speed %f a text takes as long as it should, in the same voice',
  async (speed) => {
    const usual = await speak({ response_format: 'pcm' })
    const paced = await speak({ response_format: 'pcm', speed })
    const share = secondsOf(paced) / (secondsOf(usual) / speed)
    expect(share).toBeGreaterThan(0.95)
    expect(share).toBeLessThan(1.05)
    expect(medianPitch(paced) / medianPitch(usual)).toBeGreaterThan(0.96)
    expect(medianPitch(paced) / medianPitch(usual)).toBeLessThan(1.04)
  },
)

test('events count the sound that was made, at its own speed', async () => {
  const order = { response_format: 'pcm', speed: 2, stream_format: 'sse' } as const
  const events = String(await speak(order))
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.slice('data: '.length)))
  const sound = Buffer.concat(events.slice(0, -1).map(({ audio }) => Buffer.from(audio, 'base64')))
  const { usage } = events.at(-1)
  expect(usage.output_tokens).toBe(Math.ceil(secondsOf(sound) / 0.05))
  expect(usage.input_tokens).toBe(18)
})

test('the names of OpenAI’s voices all stand for a voice that is there, and so do ours in every language', async () => {
  const known = new Set(host.app.voices().map(({ id }) => id))
  for (const [theirs, ours] of Object.entries(OPENAI_VOICES))
    expect([theirs, known.has(ours)]).toEqual([theirs, true])
  for (const [voice, input] of [
    ['Sade', 'Ẹ káàárọ̀, ọ̀rẹ́ mi.'],
    ['hana', 'እንደምን አደርክ?'],
    ['shimmer', 'How una dey?'],
  ] as const)
    expect(secondsOf(await speak({ voice, input, response_format: 'pcm' }))).toBeGreaterThan(0.5)
})

test('a custom voice is listed and speaks by its id, for its own account alone', async () => {
  const form = new FormData()
  form.set('audio', await toFile(wavOf(await reads('henry')), 'ohùn.wav'))
  form.set('transcript', READ)
  form.set('name', 'Bàbá')
  form.set('consent', 'true')
  const headers = { authorization: `Bearer ${KEY}` }
  const made = await fetch(`${host.url}/v1/voices`, { method: 'POST', headers, body: form })
  const { voice_id: id } = (await made.json()) as { voice_id: string }
  const voices = await client.get<{ voices: readonly unknown[] }>('/audio/voices')
  expect(voices.voices.at(-1)).toMatchObject({ id, name: 'Bàbá', kind: 'custom' })
  expect((await speak({ voice: { id } })).length).toBeGreaterThan(5_000)
  for (const apiKey of [
    (await host.app.access.guests.create('owner', 60)).token,
    (await host.app.access.keys.create({ name: 'Adé', account: 'Adé', scopes: ['speak'] })).token,
  ]) {
    const other = client.withOptions({ apiKey })
    const seen = await other.get<{ voices: readonly unknown[] }>('/audio/voices')
    expect(JSON.stringify(seen)).not.toContain(id)
    const spoken = other.audio.speech.create({ model: 'griot-1', input: 'Hello.', voice: id })
    await expect(spoken).rejects.toMatchObject({ status: 400, param: 'voice' })
  }
})
