import { afterAll, expect, it } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { type DocumentedOperation, documentedOf } from '#server/openapi/docs-operation.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const LISTS = [
  '/v1/voices',
  '/v1/audio/voices',
  '/v1/audio/speech/voices',
  '/v1/models',
  '/v1/models/griot-1',
  '/models',
  '/audio/models',
]
const ELSE = ['/v1/files', '/v1/files:usage', '/v1/voices/lina', '/v1/packs', '/metrics']

const { tone, server, close } = await openToneServer({ allowedOrigins: ['https://app.example'] })
afterAll(close)
const get = (path: string, headers: Record<string, string> = {}) =>
  send(`${server.url}${path}`, { headers })
const open = (value: 'on' | 'off') => tone.app.settings.change({ 'network.open-discovery': value })

it('nothing is listed without a key by default', async () => {
  for (const path of LISTS) expect((await get(path)).status).toBe(401)
})

it('while discovery is open, anyone may list voices and models, and nothing else', async () => {
  await open('on')
  for (const path of LISTS) expect([path, (await get(path)).status]).toEqual([path, 200])
  // As a tool sends it whose key is empty.
  expect((await get('/v1/models', { authorization: 'Bearer ' })).status).toBe(200)
  for (const path of ELSE) expect([path, (await get(path)).status]).toEqual([path, 401])
  const spoken = await send(`${server.url}/v1/audio/speech`, { method: 'POST', body: '{}' })
  expect(spoken.status).toBe(401)
  const { items } = JSON.parse((await get('/v1/voices')).text)
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(items.map(() => 'system'))
})

it('a wrong key is still refused, and so is a page of a foreign origin', async () => {
  await open('on')
  expect((await get('/v1/models', { authorization: 'Bearer wrong' })).status).toBe(401)
  for (const path of LISTS)
    expect((await get(path, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await get('/v1/models', { host: 'evil.example' })).status).toBe(403)
  expect((await get('/v1/models', { origin: 'https://app.example' })).status).toBe(200)
})

it('it is closed again at once', async () => {
  await open('on')
  await open('off')
  for (const path of LISTS) expect((await get(path)).status).toBe(401)
})

it('no other operation of the description opens to anybody, from whatever origin, and no address of the server answers to a foreign name', async () => {
  await open('on')
  const document = JSON.parse((await get('/openapi.json')).text)
  const operations = documentedOf(document)
  const listed: string[] = []
  const token = { authorization: `Bearer ${KEY}` }
  const check = async ({ method, path, operation }: DocumentedOperation): Promise<void> => {
    const url = `${server.url}${path.replaceAll(/\{\w+\}/g, 'griot-1')}`
    const ask = (headers: Record<string, string>) => send(url, { method, headers })
    const allowed = await ask({ origin: 'https://app.example' })
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example')
    const isForAnybody = operation['x-scope'] === undefined
    for (const { status } of [await ask({}), allowed])
      if (!isForAnybody && status !== 401) listed.push(`${method} ${path}`)
    for (const foreign of [
      ...[{ origin: 'https://evil.example' }, { origin: 'null' }, { host: 'evil.example' }],
      // The name of a page that an attacker has pointed to this machine.
      { host: 'evil.example', origin: 'http://evil.example' },
    ]) {
      const refused = await ask({ ...foreign, ...token })
      expect([method, path, refused.status]).toEqual([method, path, 403])
      expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    }
    const preflight = await send(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': method },
    })
    expect(preflight.status).toBe(403)
  }
  await Promise.all(operations.map(check))
  expect(new Set(listed)).toEqual(
    new Set([
      ...['GET /v1/voices', 'GET /v1/audio/voices'],
      ...['GET /v1/models', 'GET /v1/models/{model}'],
    ]),
  )
  expect(operations.length).toBeGreaterThan(50)
})
