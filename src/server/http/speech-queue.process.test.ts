import type { IncomingMessage } from 'node:http'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { childProcesses } from '#media/sound.test-support.ts'
import { begin, send, speech, type TestRequest, until } from '#server/client.test-support.ts'
import type { Server } from '#server/server.ts'
import { openToneApp, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { createSpeechQueue, type SpeechLimits } from './speech-queue.ts'

const tone = openToneApp()
afterAll(async () => {
  expect(tone.bugs).toEqual([])
  await tone.close()
})

async function serve(speaking?: Partial<SpeechLimits>): Promise<Server> {
  const server = await serveTone(tone, speaking ? { speaking } : {})
  onTestFinished(() => server.close())
  return server
}

const guest = async (): Promise<TestRequest['headers']> => ({
  authorization: `Bearer ${(await tone.app.access.guests.create('owner', 600)).token}`,
})
const wordsOf = async (answer: IncomingMessage): Promise<number> => {
  let bytes = 0
  for await (const piece of answer) bytes += piece.length
  return bytes / WORD_BYTES
}

test('a guest token that asks for thirty texts at once has eight encoders, and all texts are spoken in the end', async () => {
  const server = await serve()
  const headers = await guest()
  const goOn = tone.holdAfterFirst()
  const order = speech({ format: 'mp3', text: 'one two' }, headers)
  const answers = Array.from({ length: 30 }, () => send(`${server.url}/v1/speech`, order))
  await until(() => childProcesses().length === 8)
  const owner = speech({ text: 'one' })
  for (const _ of Array(5))
    expect((await send(`${server.url}/v1/speech`, owner)).bytes.length).toBe(WORD_BYTES)
  expect(childProcesses().length).toBe(8)
  goOn()
  for (const answer of answers) expect((await answer).status).toBe(200)
  await until(() => childProcesses().length === 0)
})

test('who waits too long for a turn is told when to come back, in the words of either dialect', async () => {
  const server = await serve({ ofGuest: 1, waitMs: 200 })
  const headers = await guest()
  const goOn = tone.holdAfterFirst()
  const first = await begin(`${server.url}/v1/speech`, speech({}, headers))
  const wanted = { model: 'tts-1', input: 'Good morning.', voice: 'lina' }
  const openAi = { ...speech({}, headers), body: JSON.stringify(wanted) }
  for (const [path, order] of [
    ['/v1/speech', speech({}, headers)],
    ['/v1/speech', speech({ format: 'm3u8' }, headers)],
    ['/v1/audio/speech', openAi],
  ] as const) {
    const refused = await send(`${server.url}${path}`, order)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
    expect(refused.text).toMatch(/is speaking 1 texts, 1 of them with this token/)
    expect(refused.headers['content-type']).toMatch(/^application\/json/)
  }
  goOn()
  expect(await wordsOf(first)).toBe(4)
  expect((await send(`${server.url}/v1/speech`, speech({}, headers))).status).toBe(200)
})

test('a token with too many texts in hand is refused at once, and whoever leaves frees its place', async () => {
  const server = await serve({ ofGuest: 1 })
  const headers = await guest()
  const goOn = tone.holdAfterFirst()
  const first = await begin(`${server.url}/v1/speech`, speech({}, headers))
  const stop = new AbortController()
  const waiting = Array.from({ length: 33 }, () =>
    fetch(`${server.url}/v1/speech`, {
      ...(speech({}, headers) as RequestInit),
      signal: stop.signal,
    }),
  )
  const settled = Promise.allSettled(waiting)
  const refused = await Promise.race(waiting)
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringContaining('32 texts of this token are already waiting'),
  ])
  stop.abort()
  await settled
  first.destroy()
  goOn()
  const next = await send(`${server.url}/v1/speech`, speech({ text: 'one' }, headers))
  expect(next.status).toBe(200)
})

test('sixty-four texts at once with one key are all spoken', async () => {
  const server = await serve()
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => send(`${server.url}/v1/speech`, speech({ text: 'one two' }))),
  )
  expect(answers.map(({ status, bytes }) => [status, bytes.length])).toEqual(
    Array(64).fill([200, 2 * WORD_BYTES]),
  )
})

const limits = { inAll: 16, ofAccount: 8, ofToken: 8, ofGuest: 4, waitMs: 100 }
const owner = { account: 'owner', kind: 'key', tokenId: 'key 1' } as const
const visitor = (n: number) => ({ account: 'owner', kind: 'guest', tokenId: `guest ${n}` }) as const
const stranger = (n: number) => ({ account: `a${n}`, kind: 'jwt', tokenId: `jwt ${n}` }) as const
const SHORT = 'Ẹ káàárọ̀.'
const LONG = SHORT.repeat(500)
const forever = new AbortController().signal

test('a guest leaves room to keys of its account, others to the owner, long texts to short ones', async () => {
  const { acquire } = createSpeechQueue(limits)
  const refused = { code: 'rate/limited' }
  for (const n of [1, 1, 2, 2]) await acquire(visitor(n), SHORT, forever)
  await expect(acquire(visitor(3), SHORT, forever)).rejects.toMatchObject(refused)
  for (let n = 0; n < 8; n++) await acquire(stranger(n), LONG, forever)
  await expect(acquire(stranger(8), SHORT, forever)).rejects.toMatchObject(refused)
  for (let n = 0; n < 3; n++) await acquire(owner, SHORT, forever)
  await acquire(owner, SHORT, forever)
  await expect(acquire(owner, SHORT, forever)).rejects.toMatchObject(refused)
})

test('long texts never take the last places of a token', async () => {
  const { acquire } = createSpeechQueue(limits)
  for (let n = 0; n < 7; n++) await acquire(owner, LONG, forever)
  await expect(acquire(owner, LONG, forever)).rejects.toMatchObject({ retryAfterS: 5 })
  await acquire(owner, SHORT, forever)
  await expect(acquire(owner, SHORT, forever)).rejects.toMatchObject({ code: 'rate/limited' })
})
