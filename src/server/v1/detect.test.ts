import { afterAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { server, close } = await openToneServer()
afterAll(close)

async function detect(body: unknown) {
  const answer = await send(`${server.url}/v1/detect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ...answer, body: JSON.parse(answer.text) }
}

test('the languages of a mixed text are told, by words and by spans', async () => {
  const text = 'Won ti lo, but they are not back yet, e jowo e pe won.'
  const { status, headers, body } = await detect({ text })
  expect(status).toBe(200)
  expect(body).toMatchObject({ request_id: headers['x-request-id'] })
  expect(body.spans).toEqual([
    { text: 'Won ti lo', start: 0, end: 9, language: 'yo' },
    { text: 'but they are not back yet', start: 11, end: 36, language: 'en' },
    { text: 'e jowo e pe won', start: 38, end: 53, language: 'yo' },
  ])
  expect(body.words).toHaveLength(14)
  expect(body.words[3]).toMatchObject({ text: 'but', start: 11, end: 14, language: 'en' })
})

test('the prior decides what two languages share, and a text without words is in none', async () => {
  for (const prior of ['en', 'pcm'])
    expect((await detect({ text: 'But why', prior })).body.language).toBe(prior)
  expect((await detect({ text: '12,500 = ?' })).body).toMatchObject({
    ...{ language: null, confidence: 0, spans: [], words: [] },
  })
})

test.each([
  [{}, 'text is missing'],
  [{ text: 7 }, 'text must be a string'],
  [{ text: 'x'.repeat(20_001) }, '20000'],
  [{ text: 'Hello', prior: 'fr' }, 'Supported: en'],
  [[], 'Send a JSON object'],
])('%j is refused in words', async (body, words) => {
  const { status, text } = await detect(body)
  expect(status).toBe(422)
  expect(text).toContain(words)
})
