import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  type HttpServerForTests,
  openHttpServer,
  type ReceivedRequest,
  sendJson,
} from '#app/services/http-server.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createOpenAiTranscriber } from './openai-transcriber.ts'
import type { Timestamp, TranscriptionRequest } from './transcriber.ts'

const forever = new AbortController().signal
const folder = folderForTests('griot ohùn ድምፅ')
const recording = { path: join(folder, '0'), kind: 'ogg' } as const
writeFileSync(recording.path, 'OggS sound')

let program: HttpServerForTests | undefined
afterEach(async () => {
  await program?.close()
  program = undefined
})

async function open(
  answer: (request: ReceivedRequest, response: ServerResponse) => unknown,
  settings: { key?: string; model?: string; path?: string; timeoutMs?: number } = {},
) {
  program = await openHttpServer(answer)
  const { path = '', key, model, ...rest } = settings
  return createOpenAiTranscriber({ url: `${program.url}${path}`, key, model, ...rest })
}

const order = (
  timestamp: Timestamp,
  more: Partial<TranscriptionRequest> = {},
): TranscriptionRequest => ({
  language: undefined,
  specialWords: [],
  timestamp,
  ...more,
})

/** Answer of such a server to verbose_json. */
const VERBOSE = {
  task: 'transcribe',
  language: 'yoruba',
  duration: 2.4,
  text: ' Ẹ káàárọ̀. Báwo ni?',
  segments: [
    { id: 0, start: 0, end: 1.1, text: ' Ẹ káàárọ̀.', tokens: [1], avg_logprob: -0.2 },
    { id: 1, start: 1.3, end: 2.4, text: ' Báwo ni?', avg_logprob: -0.3, no_speech_prob: 0.1 },
  ],
}
const WORDS = [
  { word: 'Báwo', start: 1.3, end: 1.9 },
  { word: 'ni', start: 1.9, end: 2.4 },
]

async function formOf(request: ReceivedRequest | undefined): Promise<Record<string, unknown>> {
  const type = String(request?.headers['content-type'])
  const form = await new Response(new Uint8Array(request?.body ?? []), {
    headers: { 'content-type': type },
  }).formData()
  return Object.fromEntries(form)
}

test('a recording is sent as the dialect has it, and its words come back', async () => {
  const transcriber = await open((_, response) => sendJson(response, VERBOSE), {
    key: 'secret',
    model: 'small',
  })
  const more = { language: 'yo', specialWords: ['Olúwaṣeun', 'Ìbàdàn'] } as const
  expect(await transcriber.transcribe(recording, order('none', more), forever)).toEqual({
    text: 'Ẹ káàárọ̀. Báwo ni?',
    segments: undefined,
    language: 'yo',
  })
  const [request] = program?.received ?? []
  expect(request?.path).toBe('/v1/audio/transcriptions')
  expect(request?.headers.authorization).toBe('Bearer secret')
  const { file, ...fields } = await formOf(request)
  expect(fields).toEqual({
    model: 'small',
    response_format: 'verbose_json',
    language: 'yo',
    prompt: 'Olúwaṣeun, Ìbàdàn',
    'timestamp_granularities[]': 'segment',
  })
  expect(file).toMatchObject({ name: 'recording.ogg', type: 'audio/ogg', size: 10 })
})

test('sentences come with their times, and with how sure the server is where it says both', async () => {
  const transcriber = await open((_, response) => sendJson(response, VERBOSE))
  const { segments } = await transcriber.transcribe(recording, order('sentence'), forever)
  expect(segments).toEqual([
    { text: 'Ẹ káàárọ̀.', start: 0, end: 1.1 },
    {
      ...{ text: 'Báwo ni?', start: 1.3, end: 2.4 },
      certainty: { averageLogProbability: -0.3, noSpeechProbability: 0.1 },
    },
  ])
})

test.each([
  ['beside the segments', { ...VERBOSE, words: WORDS }],
  ['within the segments', { ...VERBOSE, segments: [{ ...VERBOSE.segments[1], words: WORDS }] }],
])('words come with their times, given %s', async (_, answer) => {
  const transcriber = await open((_request, response) => sendJson(response, answer))
  const { segments } = await transcriber.transcribe(recording, order('word'), forever)
  expect(segments).toEqual([
    { text: 'Báwo', start: 1.3, end: 1.9 },
    { text: 'ni', start: 1.9, end: 2.4 },
  ])
  expect(await formOf(program?.received[0])).toMatchObject({ 'timestamp_granularities[]': 'word' })
})

test('a server that gives no times of words is told in words, and silence is no failure', async () => {
  const transcriber = await open((_, response) => sendJson(response, VERBOSE))
  await expect(transcriber.transcribe(recording, order('word'), forever)).rejects.toMatchObject({
    code: 'transcribe/unavailable',
    message: expect.stringContaining('Leave "timestamp" out, or ask for "sentence"'),
  })
  await program?.close()
  const silence = await open((_, response) => sendJson(response, { text: '', language: null }))
  expect(await silence.transcribe(recording, order('word'), forever)).toEqual({
    text: '',
    segments: [],
    language: undefined,
  })
})

test.each([
  ['Hausa', 'ha'],
  ['ig', 'ig'],
  ['amh', 'am'],
  ['fr', 'fr'],
  ['french', undefined],
  ['', undefined],
])('the language "%s" is told as %s', async (language, code) => {
  const transcriber = await open((_, response) => sendJson(response, { ...VERBOSE, language }))
  expect((await transcriber.transcribe(recording, order('none'), forever)).language).toBe(code)
})

test.each([
  [
    401,
    { error: { message: 'Incorrect API key provided: sec***' } },
    'transcribe/unavailable',
    /refuses the key.*GRIOT_TRANSCRIBE_KEY\.$/,
  ],
  [
    400,
    { error: { message: 'The model does not exist' } },
    'transcribe/unavailable',
    /The model does not exist/,
  ],
  [503, { error: { message: 'Loading model' } }, 'transcribe/failed', /Loading model/],
  [200, { words: [] }, 'transcribe/failed', /cannot be used/],
  [
    200,
    { text: 'a', segments: [{ text: 'a', start: '0', end: null }] },
    'transcribe/failed',
    /cannot be used/,
  ],
])('status %i with %j is told in words', async (status, body, code, words) => {
  const transcriber = await open((_, response) => sendJson(response, body, status))
  await expect(transcriber.transcribe(recording, order('none'), forever)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(words),
  })
})

test('a server that is gone, redirects, is slow, breaks off or talks of something else is told in words', async () => {
  const failing = async (
    answer: (request: ReceivedRequest, response: ServerResponse) => unknown,
    { isGone = false, timeoutMs = 600_000 } = {},
  ): Promise<unknown> => {
    const transcriber = await open(answer, { timeoutMs })
    if (isGone) await program?.close()
    const failure = await transcriber.transcribe(recording, order('none'), forever).catch(String)
    if (!isGone) await program?.close()
    program = undefined
    return failure
  }
  expect(await failing(() => undefined, { isGone: true })).toContain('cannot be reached')
  const elsewhere = { location: 'http://127.0.0.1:1/' }
  expect(await failing((_, response) => response.writeHead(307, elsewhere).end())).toContain(
    'redirects to another address',
  )
  expect(await failing(() => undefined, { timeoutMs: 300 })).toContain(
    'did not answer within 0.3 s',
  )
  const half = (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"text": "Ẹ ')
    setTimeout(() => response.destroy(), 50)
  }
  expect(await failing(half)).toMatch(/AppError: .*transcription service/)
  const essay = 'Certainly! Here is what I heard in your recording. '.repeat(2_000)
  expect(await failing((_, response) => response.end(essay))).toContain('did not answer with JSON')
})

test.each(['/', '/v1', '/v1/'])('an address that ends with %s is completed', async (path) => {
  const transcriber = await open((_, response) => sendJson(response, VERBOSE), { path })
  await transcriber.transcribe(recording, order('none'), forever)
  expect(program?.received[0]?.path).toBe('/v1/audio/transcriptions')
})

test('another path of the server is used as it is set', async () => {
  const transcriber = await open((_, response) => sendJson(response, VERBOSE), {
    path: '/inference',
  })
  await transcriber.transcribe(recording, order('none'), forever)
  expect(program?.received[0]?.path).toBe('/inference')
})
