import { afterAll, expect, it } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { canonicalUrl } from './canonical-url.ts'

const { server, close } = await openToneServer()
afterAll(close)

const get = (path: string) =>
  send(`${server.url}${path}`, { headers: { authorization: `Bearer ${KEY}` } })

it.each([
  ['/v1/audio/models', '/v1/models'],
  ['/audio/models', '/v1/models'],
  ['/models', '/v1/models'],
  ['/models/', '/v1/models'],
  ['/audio/voices', '/v1/audio/voices'],
  ['/v1/audio/speech/voices', '/v1/audio/voices'],
  ['/v1/audio/voices/', '/v1/audio/voices'],
  ['//v1//voices//', '/v1/voices'],
  ['/v1/files%3Ausage', '/v1/files:usage'],
  ['/v1/files%3ausage/', '/v1/files:usage'],
  ['/v1/files/?limit=1', '/v1/files?limit=1'],
  ['/health/', '/health'],
  ['/openapi.json/', '/openapi.json'],
])('%s is answered like %s', async (asked, own) => {
  const [answer, wanted] = [await get(asked), await get(own)]
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(wanted.text)
})

it('a query, a file and an address that names a server stay as they are', () => {
  for (const url of [
    '/',
    '/assets/index.js',
    '/v1/files/a/content?signature=x//y/',
    'http://127.0.0.1//v1/voices/',
    '*',
    '/v1/files/a%3Ab',
  ])
    expect(canonicalUrl(url)).toBe(url)
  expect(canonicalUrl('/?a=//')).toBe('/?a=//')
  expect(canonicalUrl('/v1/voices/?a=//')).toBe('/v1/voices?a=//')
})

it('an alias obeys the rules of its path', async () => {
  expect((await send(`${server.url}/models`)).status).toBe(401)
  const wrong = await send(`${server.url}/v1/audio/models`, { method: 'POST' })
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, HEAD'])
})
