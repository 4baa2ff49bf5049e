import { afterAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { server, close } = await openToneServer()
afterAll(close)

const refusal = async (method: string, path: string): Promise<string> => {
  const { status, text } = await send(`${server.url}${path}`, { method })
  expect(status).toBe(404)
  return JSON.parse(text).detail
}

test('a tool whose base URL has /v1 once too often is told to leave it out', async () => {
  for (const path of ['/v1/v1/speech', '/v1/v1/files?limit=1', '/v1/v1'])
    expect(await refusal('POST', path)).toContain('leave "/v1" out of its base URL')
})

test('a tool whose base URL lacks /v1 is told to put it there', async () => {
  const there = [
    ['POST', '/audio/speech'],
    ['GET', '/voices'],
    ['POST', '/speech'],
    ['GET', '/files:usage?a=1'],
  ] as const
  for (const [method, path] of there)
    expect(await refusal(method, path)).toContain('put "/v1" at the end of its base URL')
})

test('any other unknown path is told where what there is can be read', async () => {
  for (const path of [
    '/v1/nothing',
    '/nothing',
    '/v1',
    '/v1/v10',
    '/a*b',
    '/:a(',
    '/*',
    '/%2e%2e/x',
  ])
    expect(await refusal('GET', path)).toMatch(/^There is nothing at GET "[^"]+"\. See \/openapi/)
})
