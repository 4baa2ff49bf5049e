import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  type HttpServerForTests,
  openHttpServer,
  type ReceivedRequest,
  sendJson,
} from '#app/services/http-server.test-support.ts'
import { TooManyRequests } from '#shared/errors.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { createLibreTranslate } from './libre-translate.ts'

const languages = openLanguageIdentifier(
  join(import.meta.dirname, '../../../../models'),
  (error) => {
    throw error
  },
)
const forever = new AbortController().signal
const order = {
  text: 'Good morning. “How are you?”',
  source: 'en',
  target: 'yo',
  tone: 'neutral',
  formality: 'casual',
} as const
let program: HttpServerForTests | undefined

async function close(): Promise<void> {
  await program?.close()
  program = undefined
}
afterEach(close)

async function open(
  answer: (request: ReceivedRequest, response: ServerResponse) => unknown,
  key?: string,
  timeoutMs?: number,
) {
  program = await openHttpServer(answer)
  return createLibreTranslate(program.url, key, languages, { timeoutMs, retryMs: 10 })
}

test('a text is translated by a server that speaks the dialect', async () => {
  const translator = await open((_, response) =>
    sendJson(response, { translatedText: 'Ẹ káàárọ̀.' }),
  )
  expect(await translator.translate(order, forever)).toEqual({
    ...{ text: 'Ẹ káàárọ̀.', isStyleUsed: false },
  })
  const [request] = program?.received ?? []
  expect(request).toMatchObject({ method: 'POST', path: '/translate' })
  expect(JSON.parse(String(request?.body))).toEqual({
    q: order.text,
    source: 'en',
    target: 'yo',
    format: 'text',
  })
})

test('a key is sent as the dialect has it', async () => {
  const translator = await open(
    (_, response) => sendJson(response, { translatedText: 'Ẹ káàárọ̀.' }),
    'ọ̀rọ̀',
  )
  await translator.translate(order, forever)
  expect(JSON.parse(String(program?.received[0]?.body))).toMatchObject({ api_key: 'ọ̀rọ̀' })
})

test.each([
  [
    400,
    { error: 'yo is not supported' },
    'language/unsupported',
    /status 400: yo is not supported/,
  ],
  [
    403,
    { error: 'Invalid API key secret' },
    'translate/unavailable',
    /refuses the key.*GRIOT_TRANSLATE_KEY\.$/,
  ],
  [404, '<html>', 'translate/unavailable', /status 404\.$/],
  [429, { error: 'Slowdown' }, 'rate/limited', /status 429: Slowdown\. Try again/],
  [500, { error: { message: 'out of\nmemory' } }, 'translate/failed', /status 500: out of memory/],
  [502, null, 'translate/failed', /status 502\. Try again/],
  [200, { text: 'Ẹ káàárọ̀.' }, 'translate/failed', /cannot be used/],
  [200, { translatedText: ['a', 'b'] }, 'translate/failed', /cannot be used/],
])('status %i with %j is told in words', async (status, body, code, words) => {
  const translator = await open((_, response) => sendJson(response, body, status))
  await expect(translator.translate(order, forever)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(words),
  })
})

test('an answer that is no JSON, and one that does not end, are told in words', async () => {
  const page = await open((_, response) => response.end('<!doctype html>'))
  await expect(page.translate(order, forever)).rejects.toThrow('did not answer with JSON')
  await close()
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  const endless = await open((_, response) => {
    const go = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', go)
    }
    go()
  })
  await expect(endless.translate(order, forever)).rejects.toMatchObject({
    code: 'translate/failed',
  })
})

test('a server that is gone, one that redirects and one that does not answer are told in words', async () => {
  const gone = await open((_, response) => response.end())
  await close()
  await expect(gone.translate(order, forever)).rejects.toThrow('cannot be reached')
  const elsewhere = await open((_, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  )
  await expect(elsewhere.translate(order, forever)).rejects.toThrow('redirects')
  await close()
  const silent = await open(() => undefined, undefined, 200)
  await expect(silent.translate(order, forever)).rejects.toThrow('did not answer within 0.2 s')
})

test('a source that is only assumed is left to the server', async () => {
  const translator = await open((_, response) =>
    sendJson(response, { translatedText: 'Ẹ káàárọ̀.' }),
  )
  await translator.translate({ ...order, isSourceAssumed: true }, forever)
  expect(JSON.parse(String(program?.received[0]?.body))).toMatchObject({ source: 'auto' })
})

test.each([
  ['7', 7],
  ['0', 1],
  ['soon', 1],
  ['9999999', 86_400],
  [new Date(Date.now() + 3_600_000).toUTCString(), 3_600],
])(
  'a server that takes no more for now and says Retry-After: %s is asked no sooner',
  async (after, seconds) => {
    const busy = await open((_, response) =>
      response.writeHead(429, { 'retry-after': after }).end('{}'),
    )
    const failure = await busy.translate(order, forever).catch((error) => error)
    expect(failure).toBeInstanceOf(TooManyRequests)
    expect(Math.abs(failure.retryAfterS - seconds)).toBeLessThan(60)
    expect(program?.received).toHaveLength(1)
  },
)

test('a failure that may pass is tried once more, any other is not', async () => {
  let isFirst = true
  const waking = await open((_, response) => {
    const answer = isFirst
      ? sendJson(response, {}, 503)
      : sendJson(response, { translatedText: 'a' })
    isFirst = false
    return answer
  })
  expect(await waking.translate(order, forever)).toMatchObject({ text: 'a' })
  await close()
  const refusing = await open((_, response) => sendJson(response, {}, 400))
  await expect(refusing.translate(order, forever)).rejects.toThrow('status 400')
  expect(program?.received).toHaveLength(1)
})

test('protected spans are sent as fields of templates, and come back from wherever they stand', async () => {
  const translator = await open((_, response) =>
    sendJson(response, { translatedText: 'Ní { 1 } san {0}, {999}.' }),
  )
  const text = 'Pay \uE000 by \uE001.'
  expect(await translator.translate({ ...order, text }, forever)).toMatchObject({
    text: 'Ní \uE001 san \uE000, {999}.',
  })
  expect(JSON.parse(String(program?.received[0]?.body))).toMatchObject({ q: 'Pay {0} by {1}.' })
})

const ESSAY =
  'Education is the foundation of every society. In Nigeria, many children walk a long way to school in the morning. '

test.each([
  ['an essay', ESSAY.repeat(20), 'is much longer than the text'],
  ['another language', ESSAY, 'is not in Yoruba but in English'],
  ['the text itself', order.text, 'is the text itself'],
  ['nothing', ' ', 'is empty'],
])('%s instead of a translation is refused', async (_, translatedText, why) => {
  const translator = await open((__, response) => sendJson(response, { translatedText }))
  await expect(translator.translate(order, forever)).rejects.toMatchObject({
    name: 'UnusableTranslation',
    message: expect.stringContaining(why),
  })
})

test('a passage whose lines come out as one is translated line by line', async () => {
  const translator = await open(({ body }, response) => {
    const { q } = JSON.parse(String(body))
    sendJson(response, { translatedText: q.replaceAll('\n', ' ').toUpperCase() })
  })
  const passage = await translator.translate({ ...order, text: 'one\ntwo' }, forever)
  expect(passage.text).toBe('ONE\nTWO')
  expect(program?.received).toHaveLength(4)
})

test('whoever stops says why', async () => {
  const stop = new AbortController()
  const translator = await open(() => stop.abort(new Error('enough')))
  await expect(translator.translate(order, stop.signal)).rejects.toThrow('enough')
})

test.each([
  'http://127.0.0.1:5000',
  'http://localhost:5000/',
  'http://[::1]:5000',
  'https://translate.example.org',
  'https://translate.example.org/api/translate',
])('%s may be set as the server', (url) => {
  expect(() => createLibreTranslate(url, undefined, languages)).not.toThrow()
})

test.each([
  'http://translate.example.org',
  'http://192.168.1.5:5000',
  'http://127.0.0.1.example.org',
  'ftp://127.0.0.1',
  'localhost:5000',
  'translate',
  'https://user:secret@translate.example.org',
])('%s may not be set as the server', (url) => {
  expect(() => createLibreTranslate(url, 'secret', languages)).toThrow(/^GRIOT_TRANSLATE_URL /)
})
