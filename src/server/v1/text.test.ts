import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type HttpServerForTests,
  openHttpServer,
  sendJson,
} from '#app/services/http-server.test-support.ts'
import { createDictionaryBuiltIn } from '#app/services/translate/dictionary-built-in.test-support.ts'
import type { TranslationProvider } from '#app/services/translate/translator.ts'
import { send, type TestResponse } from '#server/client.test-support.ts'
import { openServer, type Server } from '#server/server.ts'
import { KEY, openToneApp, type ToneApp } from '#server/tone-app.test-support.ts'

let plain: { readonly tone: ToneApp; readonly server: Server }
let translating: { readonly tone: ToneApp; readonly server: Server }
let program: HttpServerForTests

/** Translations that the server of these tests knows. */
const KNOWN: Readonly<Record<string, string>> = {
  'Good morning.': 'E kaaro.',
  'The children have gone to school.': 'Awon omo ti lo si ile iwe.',
  'The children have eaten the rice.': 'Ụmụaka eriela osikapa ahụ.',
  'ሰላም፣ ዛሬ ጠዋት ወደ ገበያ ሄድኩ።': 'Hello, this morning I went to the market.',
  'How are you?': 'Kedu ka i mere?',
}

async function open(providers = {}, builtIn?: TranslationProvider) {
  const tone = openToneApp({ providers, ...(builtIn ? { builtIn } : {}) })
  const { app, bugs } = tone
  const onBug = (error: unknown, requestId: string) => bugs.push({ error, requestId })
  return { tone, server: await openServer(app, { host: '127.0.0.1', port: 0, onBug }) }
}

beforeAll(async () => {
  program = await openHttpServer(({ body }, response) => {
    const { q } = JSON.parse(String(body))
    if (q === 'BREAK' || q.includes('FAIL'))
      return sendJson(response, { error: 'out of memory' }, 500)
    const translatedText = Object.entries(KNOWN).reduce(
      (text, [source, target]) => text.replaceAll(source, target),
      String(q),
    )
    return sendJson(response, { translatedText })
  })
  plain = await open()
  translating = await open({ translateUrl: program.url })
})
afterAll(async () => {
  for (const { server, tone } of [plain, translating]) {
    await server.close()
    await tone.close()
  }
  await program.close()
})

async function post(path: string, body: unknown, { server } = plain): Promise<TestResponse> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  return send(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const textOf = ({ text }: TestResponse): string => JSON.parse(text).text
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

test.each(['yo', 'yor', 'yo-NG', 'YO_ng'])('bare Yoruba (%s) gets its marks', async (language) => {
  const answer = await post('/v1/diacritics', { language, text: 'Ojo n ro ni Eko.' })
  expect(answer.status).toBe(200)
  expect(textOf(answer)).toBe('Òjò ń rọ̀ ní Èkó.')
  const { request_id } = JSON.parse(answer.text)
  expect(request_id).toMatch(UUID)
  expect(answer.headers['x-request-id']).toBe(request_id)
})

test('a form that the owner has accepted is in marked and in translated texts, and nothing else changes', async () => {
  const { handlers } = translating.tone.app.connect(() => undefined)
  await handlers['diacritics.accept']({ word: 'omo', form: 'ọmọ́' })
  const marked = await post(
    '/v1/diacritics',
    { language: 'yo', text: 'Omo mi ti de.' },
    translating,
  )
  expect(JSON.parse(marked.text)).toEqual({
    request_id: expect.stringMatching(UUID),
    text: expect.stringMatching(/^Ọmọ́ mi ti dé\.$/),
  })
  const order = { source: 'en', target: 'yo', text: 'The children have gone to school.' }
  expect(textOf(await post('/v1/translate', order, translating))).toContain(' ọmọ́ ')
  await handlers['diacritics.forget']({ word: 'omo' })
  expect(textOf(await post('/v1/translate', order, translating))).toContain(' ọmọ ')
})

test('marks that are written stay, in one composed form', async () => {
  const marked = 'Ọjọ́ ń lọ, ọ̀rẹ́ mi kò tíì dé.'
  const answer = await post('/v1/diacritics', { language: 'yo', text: marked.normalize('NFD') })
  expect(textOf(answer)).toBe(marked.normalize('NFC'))
})

test.each([
  ['ha', 'Ɗan’uwa ya tafi ƙasa.'],
  ['ig', 'Ụlọ anyị dị n’Enugu.'],
  ['am', 'ሰላም ለዓለም።'],
  ['en', 'A café in Lagos.'],
  ['pcm', 'Wetin dey happen?'],
])('%s comes back as it was, composed', async (language, text) => {
  const answer = await post('/v1/diacritics', { language, text: text.normalize('NFD') })
  expect(textOf(answer)).toBe(text.normalize('NFC'))
})

test('a text at the limit is marked, and one beyond it is refused with both figures', async () => {
  const longest = 'ile iwe '.repeat(2_500)
  const answer = await post('/v1/diacritics', { language: 'yo', text: longest })
  expect(textOf(answer).normalize('NFD').replace(/\p{M}/gu, '')).toBe(longest)
  for (const path of ['/v1/diacritics', '/v1/translate']) {
    const beyond = await post(path, { language: 'yo', target: 'yo', text: `${longest}a` })
    expect(beyond.status).toBe(422)
    expect(beyond.detail).toMatch(/20001 characters; at most 20000/)
  }
})

test.each([
  ['no text', { language: 'yo' }, 'text is missing'],
  ['an empty text', { language: 'yo', text: ' \n' }, 'text is empty'],
  ['a text that is none', { language: 'yo', text: 7 }, 'text must be a string'],
  ['no language', { text: 'ile' }, 'language is missing'],
  ['a null language', { language: null, text: 'ile' }, 'language is missing'],
  ['a language that is none', { language: ['yo'], text: 'ile' }, 'language must be a string'],
  ['an unsupported language', { language: 'fr', text: 'ile' }, 'ha (Hausa)'],
  ['a list', [], 'Send a JSON object'],
  ['a word', 'ile', 'Send a JSON object'],
])('diacritics with %s is refused in words', async (_, body, words) => {
  const answer = await post('/v1/diacritics', body)
  expect(answer.status).toBe(422)
  expect(answer.detail).toContain(words)
})

test('a translation comes from the server that was set, Yoruba with its marks', async () => {
  const order = { source: 'en', target: 'yo', text: 'The children have gone to school.' }
  const answer = await post('/v1/translate', order, translating)
  expect(answer.status).toBe(200)
  expect(textOf(answer)).toBe('Àwọn ọmọ ti lọ sí ilé ìwé.')
  expect(JSON.parse(answer.text).request_id).toBe(answer.headers['x-request-id'])
})

test('a translation into another language is as the server gives it', async () => {
  const order = { source: 'en-GB', target: 'ibo', text: 'How are you?' }
  expect(textOf(await post('/v1/translate', order, translating))).toBe('Kedu ka i mere?')
  expect(JSON.parse(String(program.received.at(-1)?.body))).toMatchObject({
    source: 'en',
    target: 'ig',
  })
})

test('every field of old and new clients is taken, null as left out', async () => {
  const order = {
    text: 'Good morning.',
    source: null,
    target: 'yo',
    tone: null,
    formality: null,
    instructions: null,
    file_id: null,
    model: 'mansa_v1',
  }
  expect((await post('/v1/translate', order, translating)).status).toBe(200)
  const full = {
    ...order,
    source: 'en',
    tone: 'warm',
    formality: 'formal',
    instructions: 'Be brief.',
  }
  expect((await post('/v1/translate', full, translating)).status).toBe(200)
})

test('the source is told from the text where it can be', async () => {
  const text = 'ሰላም፣ ዛሬ ጠዋት ወደ ገበያ ሄድኩ።'
  expect((await post('/v1/translate', { target: 'en', text }, translating)).status).toBe(200)
  expect(JSON.parse(String(program.received.at(-1)?.body))).toMatchObject({ source: 'am' })
})

test('the same source and target need no translator', async () => {
  const hausa = 'Ina kwana? Ɗan’uwana ya tafi ƙasar waje.'
  const same = await post('/v1/translate', { source: 'ha', target: 'hau', text: hausa })
  expect([same.status, textOf(same)]).toEqual([200, hausa])
  const told = await post('/v1/translate', { target: 'ha', text: hausa })
  expect([told.status, textOf(told)]).toEqual([200, hausa])
  const yoruba = await post('/v1/translate', { source: 'yo', target: 'yo', text: 'Ojo n ro.' })
  expect(textOf(yoruba)).toBe('Òjò ń rọ̀.')
})

test('a text that is mostly in the target language keeps that, and its other sentences are translated', async () => {
  const yoruba = 'Ẹ káàárọ̀ gbogbo ènìyàn ilé yìí. Àwọn ọmọ ti dé sí ilé ìwé.'
  const text = `${yoruba} The children have gone to school.`
  const answer = await post('/v1/translate', { target: 'yo', text }, translating)
  expect(textOf(answer)).toBe(`${yoruba} Àwọn ọmọ ti lọ sí ilé ìwé.`)
  expect(JSON.parse(answer.text)).toMatchObject({ source: 'yo', provider: 'endpoint' })
})

test('without a translator the answer says how to get one, and that asking again does not help', async () => {
  const answer = await post('/v1/translate', { source: 'en', target: 'yo', text: 'Good morning.' })
  expect(answer.status).toBe(503)
  expect(answer.headers['x-should-retry']).toBe('false')
  expect(answer.detail).toContain('GRIOT_TRANSLATE_URL')
})

test('a translator that fails now may be asked again', async () => {
  const order = { source: 'en', target: 'yo', text: 'BREAK' }
  const answer = await post('/v1/translate', order, translating)
  expect(answer.status).toBe(503)
  expect(answer.headers['x-should-retry']).toBeUndefined()
  expect(answer.detail).toContain('out of memory')
})

test('a file is not read: with a text beside it the text counts, alone it stands for an empty one', async () => {
  const file_id = '0193d5a4-7b1c-4c5e-9f00-1234567890ab'
  const both = { file_id, source: 'en', target: 'yo', text: 'Good morning.' }
  expect(textOf(await post('/v1/translate', both, translating))).toBe('Ẹ káàrọ̀.')
  const alone = await post('/v1/translate', { file_id, target: 'yo' })
  expect([alone.status, textOf(alone)]).toEqual([200, ''])
})

test.each([
  ['no target', { text: 'Good morning.' }, 'target is missing'],
  ['neither text nor file', { target: 'yo' }, 'text is missing'],
  ['an empty text', { target: 'yo', text: ' ' }, 'text is missing'],
  ['an unsupported target', { target: 'fr', text: 'Good morning.' }, 'pcm (Nigerian Pidgin)'],
  ['an unsupported source', { source: 'fr', target: 'yo', text: 'Bonjour.' }, 'am (Amharic)'],
  [
    'a text in another language than the six',
    { target: 'yo', text: 'Je voudrais acheter du pain et du lait.' },
    'name the language in \\"source\\"',
  ],
  ['a text in another script', { target: 'yo', text: 'شكرا' }, 'a language that Griot knows'],
  ['a file_id that is none', { target: 'yo', file_id: '../../etc/passwd' }, 'file_id must be'],
  ['another tone', { target: 'yo', text: 'a', tone: 'angry' }, 'neutral, warm, professional'],
  ['another formality', { target: 'yo', text: 'a', formality: 7 }, 'casual, formal'],
  [
    'instructions that are none',
    { target: 'yo', text: 'a', instructions: {} },
    'instructions must',
  ],
  [
    'instructions without end',
    { target: 'yo', text: 'a', instructions: 'a'.repeat(2_001) },
    '2000',
  ],
])('translate with %s is refused in words', async (_, body, words) => {
  const answer = await post('/v1/translate', body, translating)
  expect(answer.status).toBe(422)
  expect(answer.detail).toContain(words)
})

test('who has translated, how well, and whether the style was used is said in headers and fields', async () => {
  const order = { source: 'en', target: 'ig', text: 'How are you?' }
  const plainly = await post('/v1/translate', order, translating)
  expect(plainly.headers).toMatchObject({
    'x-translation-provider': 'endpoint',
    'x-translation-quality': 'endpoint',
    'x-translation-style': 'used',
  })
  expect(JSON.parse(plainly.text)).toEqual({
    request_id: expect.stringMatching(UUID),
    ...{ text: 'Kedu ka i mere?', provider: 'endpoint', quality: 'endpoint' },
    ...{ source: 'en', source_basis: 'named' },
  })
  const formally = await post('/v1/translate', { ...order, formality: 'formal' }, translating)
  expect(formally.headers['x-translation-style']).toBe('ignored')
  const same = await post('/v1/translate', { ...order, target: 'en' }, translating)
  expect(JSON.parse(same.text)).toMatchObject({ provider: 'none', quality: 'unchanged' })
})

test.each([
  ['Good morning.', 'yo', 'en', 'detected'],
  ['Lagos', 'ha', 'en', 'assumed'],
  ['Thank you', 'yo', 'en', 'detected'],
  ['Na gode', 'ig', 'ha', 'detected'],
  ['x', 'ha', 'en', 'assumed'],
])(
  'a short text without a source is not refused: %s into %s is taken for %s (%s)',
  async (text, target, source, basis) => {
    const answer = await post('/v1/translate', { target, text }, translating)
    expect(answer.status).toBe(200)
    const isAssumed = basis === 'assumed'
    expect(JSON.parse(String(program.received.at(-1)?.body))).toMatchObject({
      source: isAssumed ? 'auto' : source,
    })
    expect(JSON.parse(answer.text)).toMatchObject({ source, source_basis: basis })
    expect(answer.headers['x-translation-source']).toBe(isAssumed ? `${source}, assumed` : source)
    expect(JSON.parse(answer.text).notices?.join() ?? '').toMatch(isAssumed ? /not certain/ : /^$/)
  },
)

test('markup and addresses do not tell the language of a text', async () => {
  const text =
    '[en]Good morning, my friends, how are you today?[/en] ሰላም ነው። https://example.org/the/good/way'
  const answer = await post('/v1/translate', { target: 'ig', text }, translating)
  expect(answer.status).toBe(200)
  expect(JSON.parse(String(program.received.at(-1)?.body))).toMatchObject({ source: 'am' })
  const none = await post('/v1/translate', { target: 'ig', text: 'https://example.org {name}' })
  expect([none.status, textOf(none)]).toEqual([200, 'https://example.org {name}'])
})

test('a text that is only pictures comes back, without a source and without a translator', async () => {
  const answer = await post('/v1/translate', { target: 'yo', text: '🎉🎉 👍🏽\n' })
  expect([answer.status, textOf(answer)]).toEqual([200, '🎉🎉 👍🏽\n'])
})

test('a text at the limit is translated whole, markup and lines included', async () => {
  const line = '- The children have eaten the rice. [pause 300ms]\n'
  const text = line.repeat(400)
  expect(text).toHaveLength(20_000)
  const answer = await post('/v1/translate', { source: 'en', target: 'ig', text }, translating)
  expect(textOf(answer)).toBe('- Ụmụaka eriela osikapa ahụ. [pause 300ms]\n'.repeat(400))
})

test('where the translation server fails, the built-in translator stands in, and that is said', async () => {
  const both = await open({ translateUrl: program.url }, createDictionaryBuiltIn())
  const order = { source: 'en', target: 'pcm', text: '- The children eat.\n\n- FAIL Good morning.' }
  const answer = await post('/v1/translate', order, both)
  expect(answer.headers).toMatchObject({
    'x-translation-provider': 'built-in',
    'x-translation-quality': 'draft',
    'x-translation-licence': 'CC-BY-NC-4.0',
  })
  expect(JSON.parse(answer.text)).toMatchObject({
    text: '- Di pikin dem chop.\n\n- FAIL fine mornin.',
    notices: [expect.stringContaining('out of memory')],
    licences: [{ provider: 'built-in', id: 'CC-BY-NC-4.0', commercial_use: false }],
  })
  const neither = await post('/v1/translate', { ...order, target: 'am' }, both)
  expect(neither.status).toBe(503)
  expect(neither.detail).toMatch(
    /out of memory.*built-in translator does not translate from English/,
  )
  expect(both.tone.bugs).toEqual([])
  await both.server.close()
  await both.tone.close()
})

test('what a translator says about when to ask again is passed on, and an unknown pair is a wrong field', async () => {
  let isBusy = true
  const server = await openHttpServer((_, response) =>
    isBusy
      ? response.writeHead(429, { 'retry-after': '17' }).end('{"error":"Slowdown"}')
      : sendJson(response, { error: 'ig is not supported' }, 400),
  )
  const studio = await open({ translateUrl: server.url })
  const order = { source: 'en', target: 'ig', text: 'How are you?' }
  const busy = await post('/v1/translate', order, studio)
  expect([busy.status, busy.headers['retry-after']]).toEqual([429, '17'])
  isBusy = false
  const unknown = await post('/v1/translate', order, studio)
  expect([unknown.status, unknown.detail]).toEqual([422, expect.stringContaining('not supported')])
  await server.close()
  await studio.server.close()
  await studio.tone.close()
})

test('one token has at most sixteen texts translated at once, and its places come back', async () => {
  const held = Promise.withResolvers<void>()
  let asked = 0
  const slow = await openHttpServer(async (_, response) => {
    asked++
    await held.promise
    sendJson(response, { translatedText: 'Kedu?' })
  })
  const busy = await open({ translateUrl: slow.url })
  const order = { source: 'en', target: 'ig', text: 'How are you?' }
  const first = Array.from({ length: 16 }, () => post('/v1/translate', order, busy))
  await expect.poll(() => asked).toBe(16)
  const beyond = await post('/v1/translate', order, busy)
  expect(beyond.status).toBe(429)
  expect(beyond.detail).toContain('16 texts are already being translated with this token')
  held.resolve()
  for (const { status } of await Promise.all(first)) expect(status).toBe(200)
  expect((await post('/v1/translate', order, busy)).status).toBe(200)
  await busy.server.close()
  await busy.tone.close()
  await slow.close()
})

test('nothing of this was a bug', () => {
  expect([...plain.tone.bugs, ...translating.tone.bugs]).toEqual([])
})
