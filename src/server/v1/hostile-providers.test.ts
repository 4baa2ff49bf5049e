import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openHttpServer, sendJson } from '#app/services/http-server.test-support.ts'
import { begin, send, type TestRequest, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { encodeForm, WAV } from './transcriptions.test-support.ts'

const MEGABYTE = 1024 * 1024
let answer: (response: ServerResponse) => unknown = () => undefined
const program = await openHttpServer((_, response) => answer(response))
const elsewhere = await openHttpServer((_, response) => sendJson(response, {}))
const keys = { translateKey: 'a secret', transcribeKey: 'a secret', transcribeUrl: program.url }
const libre = await openToneServer({ app: { providers: { ...keys, translateUrl: program.url } } })
const chat = await openToneServer({
  app: { providers: { ...keys, translateUrl: `${program.url}/v1` } },
})
afterAll(async () => {
  await libre.close()
  await chat.close()
  await program.close()
  await elsewhere.close()
})
beforeEach(() => {
  program.received.length = 0
})

const authorization = `Bearer ${KEY}`
const translation: TestRequest = {
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ text: 'Good morning to you all.', source: 'en', target: 'yo' }),
}
const formWith = async (name: string): Promise<TestRequest> => {
  const { body, type } = await encodeForm([
    ['model', 'whisper-1'],
    [name, WAV, 'ohùn.wav'],
  ])
  return { method: 'POST', headers: { authorization, 'content-type': type }, body }
}
const WAYS = [
  ['a translation by LibreTranslate', libre, '/v1/translate', translation],
  ['a translation by a chat', chat, '/v1/translate', translation],
  ['a transcription', libre, '/v1/transcriptions', await formWith('content')],
  ["OpenAI's transcription", libre, '/v1/audio/transcriptions', await formWith('file')],
] as const

let taken = 0
/** Sends without end, for as long as somebody takes it. */
const endlessly =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers)
    taken = 0
    const piece = Buffer.alloc(MEGABYTE / 4, '[')
    const go = (): void => {
      while (!response.destroyed && response.write(piece)) taken += piece.length
      if (!response.destroyed) response.once('drain', go)
    }
    go()
  }

const CASES: readonly (readonly [string, (response: ServerResponse) => unknown, RegExp])[] = [
  [
    'a page of HTML',
    (response) => response.end('<!doctype html><title>Sign in</title>'),
    /did not answer with JSON/,
  ],
  ['an answer without end', endlessly(200), /more than 8,388,608 bytes/],
  [
    'JSON of other types',
    (response) => sendJson(response, { translatedText: ['a'], text: {}, choices: 'a' }),
    /cannot be used|did not answer with JSON/,
  ],
]

describe.each(WAYS)('%s', (_, { server, tone }, path, request) => {
  const documented = async (): Promise<readonly string[]> => {
    const { paths } = JSON.parse((await send(`${server.url}/openapi.json`)).text)
    return Object.keys(paths[path].post.responses)
  }

  test.each(CASES)('says in words, with 503, that it got %s', async (_name, behaviour, words) => {
    answer = behaviour
    const { status, text } = await send(`${server.url}${path}`, request)
    expect([status, text]).toEqual([503, expect.stringMatching(words)])
    expect(await documented()).toContain('503')
    // What one answer takes, and what two sockets hold besides; the second one is the second attempt.
    expect(taken).toBeLessThan(16 * MEGABYTE)
    expect(tone.bugs.filter(({ requestId }) => requestId !== '')).toEqual([])
  })

  test('passes on that the server takes no more for now, and until when', async () => {
    answer = endlessly(429, { 'retry-after': '7' })
    const { status, headers } = await send(`${server.url}${path}`, request)
    expect([status, headers['retry-after']]).toEqual([429, '7'])
    expect(program.received).toHaveLength(1)
    expect(await documented()).toContain('429')
  })

  test.each([302, 307])(
    'is not sent to another host by status %i, nor is the key',
    async (status) => {
      answer = (response) => response.writeHead(status, { location: elsewhere.url }).end()
      const refused = await send(`${server.url}${path}`, request)
      expect([refused.status, refused.headers['x-should-retry']]).toEqual([503, 'false'])
      expect(refused.text).toContain('redirects to another address')
      expect(elsewhere.received).toEqual([])
    },
  )

  test('is not asked for any longer when its caller goes away while the server is silent', async () => {
    let isGone = false
    answer = (response) => response.once('close', () => (isGone = true))
    const stop = Promise.withResolvers<() => void>()
    const asking = begin(`${server.url}${path}`, request, (sent) =>
      stop.resolve(() => sent.destroy()),
    )
    const failing = expect(asking).rejects.toThrow('socket hang up')
    await until(() => program.received.length > 0)
    ;(await stop.promise)()
    await failing
    await until(() => isGone)
  })
})
