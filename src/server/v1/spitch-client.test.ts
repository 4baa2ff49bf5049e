import Spitch, { toFile } from 'spitch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type HttpServerForTests,
  openHttpServer,
  sendJson,
} from '#app/services/http-server.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { READ } from '#server/voices.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { fullTest } from '#testing/tier.test-support.ts'

/** The published client as it is, on the real host; programs beside it translate and transcribe. */
const UUID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
const HEARD = {
  text: 'Àwọn ọmọ ti dé.',
  language: 'yoruba',
  segments: [{ text: ' Àwọn ọmọ ti dé.', start: 0, end: 1 }],
  words: [{ word: 'Àwọn', start: 0, end: 0.3 }],
}

/** Requests that the client has sent. */
const sent: { readonly url: string; readonly headers: Headers }[] = []
let program: HttpServerForTests
let host: RealHost
let client: Spitch

beforeAll(async () => {
  program = await openHttpServer(({ path }, response) =>
    sendJson(response, path === '/translate' ? { translatedText: 'Awon omo ti de.' } : HEARD),
  )
  host = await openRealHost({ translateUrl: program.url, transcribeUrl: program.url })
  client = new Spitch({
    ...{ apiKey: KEY, baseURL: host.url },
    fetch: async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers) })
      return fetch(url, init)
    },
  })
})
beforeEach(() => {
  sent.length = 0
})
afterAll(async () => {
  await host.close()
  await program.close()
  expect(host.bugs).toEqual([])
})

async function speak(fields: Partial<Spitch.SpeechGenerateParams> = {}) {
  const answer = await client.speech.generate({ text: 'Good morning.', voice: 'john', ...fields })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, bytes, type: answer.headers.get('content-type') }
}

const latin1 = (bytes: Buffer, from: number, to: number): string =>
  bytes.subarray(from, to).toString('latin1')

test.each([
  ['wav', 'audio/wav', 'wav', /^RIFF....WAVEfmt /s],
  ['mp3', 'audio/mpeg', 'mp3', /^(ID3|\xff[\xe2-\xfb])/],
  ['ogg_opus', 'audio/ogg', 'ogg', /^OggS/],
  ['webm_opus', 'audio/webm', 'webm', /^.E\xdf\xa3.*webm/s],
  // One sentence: its manifest stands in front of the sound.
  ['flac', 'audio/flac', 'flac', /^ID3/],
] as const)('a text is spoken as %s', async (format, mediaType, extension, head) => {
  const { answer, bytes, type } = await speak({ format })
  expect(type).toBe(mediaType)
  expect(answer.headers.get('content-disposition')).toBe(
    `inline; filename="${answer.headers.get('x-request-id')}.${extension}"`,
  )
  expect(latin1(bytes, 0, 64)).toMatch(head)
  // The client asks for WAV, whatever the format.
  expect(sent[0]?.headers.get('accept')).toBe('audio/wav')
  expect(sent[0]?.headers.get('x-data-retention')).toBe('true')
})

test('raw samples come without a header, and are the same sound', async () => {
  const { bytes: wav } = await speak({ format: 'wav' })
  const { bytes: pcm, type } = await speak({ format: 'pcm_s16le' })
  expect(type).toBe('application/octet-stream')
  expect(wav.subarray(44, 44 + pcm.length).equals(pcm)).toBe(true)
  expect(pcm.length).toBeGreaterThan(SAMPLE_RATE / 2)
  for (const format of ['mulaw', 'alaw'] as const)
    expect((await speak({ format })).bytes).toHaveLength(pcm.length / 2)
})

test('without a format a text is mp3, and every voice says it in any language and case', async () => {
  expect((await speak()).type).toBe('audio/mpeg')
  // The client's types know no other spelling; programs send it all the same.
  const voice = 'SADE' as 'sade'
  expect((await speak({ text: 'Ẹ káàárọ̀.', voice, language: 'yor' })).bytes.length).toBeGreaterThan(
    2_000,
  )
})

test('a playlist is asked for by the generic post', async () => {
  const body = { text: 'Good morning.', voice: 'lina', format: 'm3u8' }
  const answer = await client.post('/v1/speech', { body }).asResponse()
  expect(answer.headers.get('content-type')).toMatch(/^application\/vnd\.apple\.mpegurl/)
  const lines = (await answer.text()).trim().split('\n')
  expect([lines[0], lines.at(-1)]).toEqual(['#EXTM3U', '#EXT-X-ENDLIST'])
  const segment = lines.find((line) => line.startsWith('http'))
  expect((await fetch(String(segment))).status).toBe(200)
})

test('what is wrong is thrown as the client has it, with our words, and not asked again', async () => {
  const nobody = 'nobody' as 'john'
  await expect(speak({ voice: nobody })).rejects.toThrow(Spitch.BadRequestError)
  await expect(speak({ text: ' ' })).rejects.toMatchObject({ status: 400, error: { detail: [{}] } })
  await expect(speak({ speed: 3 })).rejects.toThrow('0.7')
  const stranger = client.withOptions({ apiKey: 'Another Key' })
  await expect(stranger.files.list()).rejects.toThrow(Spitch.AuthenticationError)
  expect(sent).toHaveLength(4)
})

test('a recording is transcribed from a file, and from an uploaded file; a private address is refused', async () => {
  const { bytes } = await speak({ format: 'wav' })
  const content = await toFile(bytes, 'ohùn.wav')
  // So does the client tell to send null in a form.
  const nothing = { language: 'null', special_words: 'null' }
  const heard = await client.speech.transcribe({ content, timestamp: 'word', ...nothing })
  const segments = [{ text: 'Àwọn', start: 0, end: 0.3 }]
  expect(heard).toMatchObject({ request_id: UUID, text: 'Àwọn ọmọ ti dé.', segments })
  const { file_id } = await client.files.upload({ file: await toFile(bytes, 'ohùn.wav') })
  const again = await client.speech.transcribe({ content: file_id, model: 'legacy' })
  expect(again).toMatchObject({ text: 'Àwọn ọmọ ti dé.', segments: null })
  await client.files.delete(file_id)
  sent.length = 0
  for (const refused of ['https://127.0.0.1/ohun.wav', 'http://example.org/ohun.wav'])
    await expect(client.speech.transcribe({ content: refused })).rejects.toThrow(
      Spitch.UnprocessableEntityError,
    )
  await expect(client.speech.transcribe({ content: file_id })).rejects.toThrow(Spitch.NotFoundError)
  expect(sent).toHaveLength(3)
})

test('a text is translated, and Yoruba comes back with its marks', async () => {
  const translated = await client.text.translate({
    ...{ text: 'The children have come.', source: 'en', target: 'yo', tone: 'warm' },
  })
  expect(translated).toEqual({
    request_id: UUID,
    provider: 'endpoint',
    quality: 'endpoint',
    source: 'en',
    source_basis: 'named',
    text: 'Àwọn ọmọ ti dé.',
  })
  const same = await client.text.translate({ text: 'Kedụ?', source: 'ig', target: 'ig' })
  expect(same.text).toBe('Kedụ?')
})

test('a text is marked', async () => {
  const marked = await client.text.toneMark({ language: 'yo', text: 'Ojo n ro ni Eko.' })
  expect(marked).toEqual({ request_id: UUID, text: 'Òjò ń rọ̀ ní Èkó.' })
})

test('files are uploaded, listed over pages, fetched, counted and deleted', async () => {
  const names = ['Ìwé.txt', 'ወረቀት.txt', 'أهلا.txt', 'a "b".txt', 'Ụlọ.txt']
  for (const name of names) {
    const stored = await client.files.upload({ file: await toFile(Buffer.from(name), name) })
    expect(stored).toMatchObject({ file_id: UUID, status: 'ready', created_at: TIME })
    expect(stored.size_bytes).toBe(Buffer.byteLength(name))
  }
  sent.length = 0
  const listed = await Array.fromAsync(client.files.list({ limit: 2, cursor: '' }))
  expect(sent).toHaveLength(3)
  expect(listed.map((file) => file.original_name)).toEqual(names.toReversed())
  const page = await client.files.list(null)
  expect([page.items.length, page.hasNextPage()]).toEqual([5, false])

  const [newest] = listed
  const id = String(newest?.file_id)
  expect(await client.files.get(id)).toEqual(newest)
  // The client has no type for the answer.
  const { url, ...link } = (await client.files.download(id, { ttl: 60 })) as { url: string }
  expect(link).toEqual({ file_id: id, expires_at: TIME })
  expect(await (await fetch(url)).text()).toBe('Ụlọ.txt')
  const used = names.reduce((sum, name) => sum + Buffer.byteLength(name), 0)
  expect(await client.files.usage()).toMatchObject({
    ...{ total: '1.0 GB', total_bytes: 1_000_000_000, used: `${used} B`, used_bytes: used },
    num_files: 5,
  })
  for (const { file_id } of listed)
    expect(await client.files.delete(file_id)).toEqual({ status: true })
  await expect(client.files.get(id)).rejects.toThrow(Spitch.NotFoundError)
  expect((await fetch(url)).status).toBe(404)
})

fullTest(
  'a voice is made of a recording, speaks, is listed and deleted by the generic calls',
  async () => {
    const { bytes } = await speak({ text: READ, voice: 'lucy', format: 'wav' })
    const body = new FormData()
    body.append('audio', await toFile(bytes, 'ohùn.wav', { type: 'audio/wav' }))
    const fields = { transcript: READ, name: 'Ìyá Àgbà', consent: 'true', language: 'null' }
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    interface Voice {
      readonly voice_id: string
      readonly name: string
    }
    const made = await client.post<Voice>('/v1/voices', { body })
    expect(made).toMatchObject({
      kind: 'custom',
      status: 'ready',
      name: 'Ìyá Àgbà',
      created_at: TIME,
    })
    const list = await client.get<{ readonly items: readonly Voice[] }>('/v1/voices')
    expect(list).toMatchObject({ next_cursor: null })
    expect(list.items).toHaveLength(29)
    expect(list.items.at(-1)).toEqual(made)
    const path = `/v1/voices/${made.voice_id}`
    expect(await client.get(path)).toEqual(made)
    // The client's types know the system's voices alone.
    const voice = made.voice_id as 'john'
    expect((await speak({ voice, format: 'wav' })).bytes.length).toBeGreaterThan(SAMPLE_RATE / 2)
    expect(await client.delete(path)).toEqual({ ...made, status: 'deleted' })
    sent.length = 0
    await expect(speak({ voice })).rejects.toThrow(Spitch.BadRequestError)
    await expect(client.delete('/v1/voices/lina')).rejects.toThrow(Spitch.PermissionDeniedError)
    expect(sent).toHaveLength(2)
  },
)
