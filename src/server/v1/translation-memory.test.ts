import { afterAll, expect, test } from 'vitest'
import { openHttpServer, sendJson } from '#app/services/http-server.test-support.ts'
import { send, type TestRequest, type TestResponse } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { OWNER } from '#shared/access.ts'

const program = await openHttpServer((_, response) =>
  sendJson(response, { translatedText: 'Ọjà ń ṣí.' }),
)
const { tone, server, close } = await openToneServer({
  app: { providers: { translateUrl: program.url } },
})
afterAll(async () => {
  await close()
  await program.close()
})

const { keys, guests } = tone.app.access
const others = (await keys.create({ name: 'another', account: 'obi', scopes: ['text'] })).token
const { token: guest } = await guests.create(OWNER, 900)
const PATH = '/v1/translation-memory'
const ENTRY = {
  source_language: 'en',
  target_language: 'yor',
  source: 'The market opens at 8.',
  target: 'Ọjà ń ṣí ní agogo 8.',
}

function ask(
  method: string,
  path: string,
  { body, token = KEY }: { readonly body?: unknown; readonly token?: string } = {},
): Promise<TestResponse> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request: TestRequest = { method, headers }
  return send(`${server.url}${path}`, {
    ...request,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
const translated = async (text: string, token = KEY) =>
  JSON.parse(
    (await ask('POST', '/v1/translate', { token, body: { source: 'en', target: 'yo', text } }))
      .text,
  )

test('a corrected translation is remembered, used, listed and forgotten', async () => {
  const created = await ask('POST', PATH, { body: ENTRY })
  expect(created.status).toBe(200)
  const entry = JSON.parse(created.text)
  expect(entry).toMatchObject({ ...ENTRY, target_language: 'yo', id: expect.any(Number) })
  expect(await translated('The market opens at 8.')).toMatchObject({
    ...{ text: 'Ọjà ń ṣí ní agogo 8.', provider: 'memory', quality: 'memory' },
  })
  expect(await translated('the market opens at 7!')).toMatchObject({
    ...{ text: 'ọjà ń ṣí ní agogo 7!', provider: 'memory' },
  })
  expect(JSON.parse((await ask('GET', `${PATH}/${entry.id}`)).text)).toEqual(entry)
  expect(JSON.parse((await ask('GET', PATH)).text)).toEqual({ items: [entry], next_cursor: null })
  expect(JSON.parse((await ask('DELETE', `${PATH}/${entry.id}`)).text)).toEqual(entry)
  expect((await ask('GET', `${PATH}/${entry.id}`)).status).toBe(404)
  expect((await translated('The market opens at 8.')).provider).toBe('endpoint')
})

test('a similar sentence is offered beside its translation', async () => {
  await ask('POST', PATH, { body: { ...ENTRY, source: 'The old market opens at eight.' } })
  const { provider, offers } = await translated('The new market opens at eight.')
  expect(provider).toBe('endpoint')
  expect(offers).toEqual([
    {
      sentence: 'The new market opens at eight.',
      source: 'The old market opens at eight.',
      target: ENTRY.target,
      similarity: expect.closeTo(0.897, 3),
    },
  ])
})

test('the memory of an account is its own: other accounts and guests neither see nor use it', async () => {
  const { id } = JSON.parse((await ask('POST', PATH, { body: ENTRY })).text)
  expect((await ask('GET', `${PATH}/${id}`, { token: others })).status).toBe(404)
  expect((await ask('DELETE', `${PATH}/${id}`, { token: others })).status).toBe(404)
  expect(JSON.parse((await ask('GET', PATH, { token: others })).text).items).toEqual([])
  expect((await translated(ENTRY.source, others)).provider).toBe('endpoint')
  expect((await translated(ENTRY.source, guest)).provider).toBe('endpoint')
  expect((await ask('GET', PATH, { token: guest })).status).toBe(403)
})

test('a list comes in pages', async () => {
  for (const word of ['one', 'two', 'three'])
    await ask('POST', PATH, { body: { ...ENTRY, target_language: 'ha', source: word } })
  const first = JSON.parse((await ask('GET', `${PATH}?limit=2&target_language=ha`)).text)
  expect(first.items.map(({ source }: typeof ENTRY) => source)).toEqual(['three', 'two'])
  const next = `${PATH}?limit=2&target_language=ha&cursor=${first.next_cursor}`
  const second = JSON.parse((await ask('GET', next)).text)
  expect(second).toMatchObject({ items: [{ source: 'one' }], next_cursor: null })
  expect((await ask('GET', `${PATH}?cursor=abc`)).status).toBe(400)
  expect((await ask('GET', `${PATH}?cursor=`)).status).toBe(200)
})

test.each([
  ['no source', { ...ENTRY, source: undefined }, 'source is missing'],
  ['an empty target', { ...ENTRY, target: ' ' }, 'target is empty'],
  ['another language', { ...ENTRY, target_language: 'fr' }, 'is not supported'],
  ['one language twice', { ...ENTRY, target_language: 'en' }, 'languages are the same'],
  ['two lines', { ...ENTRY, source: 'a\nb' }, 'one line'],
  ['a list', [], 'Send a JSON object'],
])('an entry with %s is refused in words', async (_, body, words) => {
  const answer = await ask('POST', PATH, { body })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain(words)
})

test.each(['0', '-1', 'x', '999999', '9'.repeat(40), '1.5'])(
  'there is no entry number %s',
  async (id) => {
    expect((await ask('GET', `${PATH}/${id}`)).status).toBe(404)
    expect((await ask('DELETE', `${PATH}/${id}`)).status).toBe(404)
  },
)

test('on a full disk nothing is remembered, and what was is still used and can be forgotten', async () => {
  const { id } = JSON.parse((await ask('POST', PATH, { body: ENTRY })).text)
  tone.freeBytes = 0
  expect((await ask('POST', PATH, { body: ENTRY })).status).toBe(507)
  expect((await translated(ENTRY.source)).provider).toBe('memory')
  expect((await ask('DELETE', `${PATH}/${id}`)).status).toBe(200)
  tone.freeBytes = undefined
})

test('nothing of this was a bug', () => {
  expect(tone.bugs).toEqual([])
})
