import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { SpokenChunk } from '#shared/audio.ts'
import type { SpeechWorkers } from '#speech/worker/workers.ts'
import {
  forever,
  nodeForTests,
  SECRET,
  speechForTests,
  workerForTests,
} from './cluster.test-support.ts'
import { authorizationOf, newNonce } from './handshake.ts'
import { PROTOCOL } from './protocol.ts'
import { speechGroup } from './speech-group.ts'

const { speech, toneVoice } = speechForTests()
const TEXT =
  'The rain has stopped. We can go out now. Bring your bicycle. Then we sing. It is late.'
const order = (voice = toneVoice, text = TEXT) => ({ text, voice, speed: 1 })
const samplesOf = (chunks: readonly SpokenChunk[]): number[] =>
  chunks.flatMap(({ samples }) => [...samples])
const spoken = async (by: SpeechWorkers, voice?: string): Promise<number[]> =>
  samplesOf(await Array.fromAsync(by.speak(order(voice), forever)))

/** Tells the status of an answer to a WebSocket's handshake, or how the socket was closed. */
async function handshake(
  url: string,
  {
    protocol = PROTOCOL,
    secret = SECRET,
    frame,
    authorization,
  }: Partial<Record<'protocol' | 'secret' | 'authorization', string>> & {
    readonly frame?: Buffer | string
  },
): Promise<number> {
  const proven = { url, challenge: await challengeOf(url), nonce: newNonce() }
  const socket = new WebSocket(url, protocol, {
    headers: { authorization: authorization ?? authorizationOf(secret, proven) },
  })
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', reject)
    socket.on('close', resolve)
    socket.on('open', () => frame !== undefined && socket.send(frame))
  })
}

async function challengeOf(url: string): Promise<string> {
  const answer = await fetch(new URL('/challenge', url.replace('ws', 'http')))
  return ((await answer.json()) as { readonly challenge: string }).challenge
}

test('speech from a worker is the speech of this computer, sample by sample, with its timings', async () => {
  const { url } = await workerForTests(speech)
  const node = nodeForTests([url])
  for (const voice of [toneVoice, 'john']) {
    const [here, there] = await Promise.all([
      Array.fromAsync(speech.speak(order(voice), forever)),
      Array.fromAsync(node.speak(order(voice), forever)),
    ])
    expect(samplesOf(there)).toEqual(samplesOf(here))
    expect(there.map(({ timings, done, total }) => ({ timings, done, total }))).toEqual(
      here.map(({ timings, done, total }) => ({ timings, done, total })),
    )
  }
  expect(node.state).toBe('ready')
})

test('marks, words and wordings come from a worker as well', async () => {
  const { url } = await workerForTests(speech)
  const node = nodeForTests([url])
  const marks = { language: 'yo', text: 'Bawo ni' } as const
  expect(await node.restoreMarks(marks, forever)).toEqual(await speech.restoreMarks(marks, forever))
  const wording = { language: 'en', text: 'It is 5 km.' } as const
  expect(await node.normalise(wording, forever)).toBe('It is five kilometres.')
  const quiet = new Float32Array(48_000)
  await expect(node.inspect(quiet, forever)).resolves.toEqual(await speech.inspect(quiet, forever))
})

test('what a worker refuses is refused in its words', async () => {
  const { url } = await workerForTests(speech)
  const node = nodeForTests([url])
  const refused = Array.fromAsync(node.speak(order('john', '…'), forever))
  await expect(refused).rejects.toMatchObject({ code: 'text/unspeakable' })
})

test('a text whose worker dies goes on at another one: not a sample is lost or heard twice', async () => {
  const workers = [await workerForTests(speech), await workerForTests(speech)]
  const node = nodeForTests(workers.map(({ url }) => url))
  const whole = await spoken(speech)
  const chunks: SpokenChunk[] = []
  for await (const chunk of node.speak(order(), forever)) {
    chunks.push(chunk)
    if (chunks.length === 2) await workers.find(({ jobs }) => jobs > 0)?.close(0)
  }
  expect(samplesOf(chunks)).toEqual(whole)
})

test('without a worker a text waits for one, and is refused in words when none comes', async () => {
  const node = nodeForTests(['ws://127.0.0.1:9'], { waitMs: 300 })
  const refused = Array.fromAsync(node.speak(order(), forever))
  await expect(refused).rejects.toMatchObject({
    code: 'speech/busy',
    message: expect.stringContaining('no worker can be reached'),
  })
  expect([node.state, node.step]).toEqual(['restarting', 'No worker can be reached'])
})

test('a worker gets no more texts than it takes; the next one waits, or is refused', async () => {
  const worker = await workerForTests(speech, { capacity: 1 })
  const node = nodeForTests([worker.url], { waitMs: 400 })
  const first = node.speak(order(), forever)
  await first.next()
  const refused = Array.fromAsync(node.speak(order(), forever))
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining('the one worker is busy'),
  })
  expect(node.waits).toEqual({ waiting: 0, oldestWaitMs: 0 })
  const waiting = spoken(node)
  await expect.poll(() => node.waits?.waiting).toBe(1)
  await expect.poll(() => node.waits?.oldestWaitMs).toBeGreaterThan(0)
  await first.return(undefined)
  expect(await waiting).toEqual(await spoken(speech))
  expect(node.waits).toEqual({ waiting: 0, oldestWaitMs: 0 })
  await expect.poll(() => worker.jobs).toBe(0)
})

test('a caller that goes away frees its place at once, also while it waits for one', async () => {
  const worker = await workerForTests(speech, { capacity: 1 })
  const node = nodeForTests([worker.url])
  const speaking = new AbortController()
  const first = node.speak(order(), speaking.signal)
  await first.next()
  const waiting = new AbortController()
  const second = node.speak(order(), waiting.signal).next()
  waiting.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  speaking.abort(new Error('gone'))
  await expect(Array.fromAsync(first)).rejects.toThrow('gone')
  await expect.poll(() => worker.jobs).toBe(0)
  expect(await spoken(node)).toEqual(await spoken(speech))
})

test('texts are shared among workers', async () => {
  const workers = [await workerForTests(speech), await workerForTests(speech)]
  const node = nodeForTests(workers.map(({ url }) => url))
  await node.ready(forever)
  await expect
    .poll(async () => (await Array.fromAsync(node.speak(order(), forever))).length)
    .toBeGreaterThan(0)
  const texts = Array.from({ length: 8 }, () => node.speak(order(), forever))
  await Promise.all(texts.map((text) => text.next()))
  for (const { jobs } of workers) expect(jobs).toBeGreaterThanOrEqual(2)
  await Promise.all(texts.map((text) => text.return(undefined)))
})

test('a text goes to a worker that has nothing to do now, although more listeners hear it', async () => {
  const heard = await workerForTests(speech)
  const busy = await workerForTests({
    ...speech,
    async *speak(_, signal) {
      yield* await new Promise<AsyncIterable<SpokenChunk>>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
  })
  const urls = [heard.url]
  const node = nodeForTests(urls)
  const texts = Array.from({ length: 3 }, () => node.speak(order(), forever))
  await Promise.all(texts.map((text) => text.next()))
  await expect.poll(() => heard.jobs).toBe(3)
  urls.push(busy.url)
  const stop = new AbortController()
  const give = async (): Promise<number> => {
    const text = node.speak(order(), stop.signal)
    await Promise.race([text.next().catch(() => undefined), delay(100)])
    return busy.jobs
  }
  await expect.poll(give).toBe(1)
  const next = node.speak(order(), forever)
  expect((await next.next()).done).toBe(false)
  expect(busy.jobs).toBe(1)
  stop.abort(new Error('heard enough'))
  await Promise.all([...texts, next].map((text) => text.return(undefined)))
})

test('a worker that leaves finishes what it has begun, and gets nothing new', async () => {
  const [leaving, staying] = [await workerForTests(speech), await workerForTests(speech)]
  const node = nodeForTests([leaving.url])
  const first = node.speak(order(), forever)
  const head = await first.next()
  const closed = leaving.close(10_000)
  const refused = nodeForTests([leaving.url], { waitMs: 200 })
  await expect(Array.fromAsync(refused.speak(order(), forever))).rejects.toMatchObject({
    code: 'speech/busy',
  })
  const rest = await Array.fromAsync(first)
  await closed
  expect(samplesOf([head.value as SpokenChunk, ...rest])).toEqual(await spoken(speech))
  expect(await spoken(nodeForTests([leaving.url, staying.url]))).toEqual(await spoken(speech))
})

test('strangers are not let in, and a frame that is no message ends the connection alone', async () => {
  const { url } = await workerForTests(speech)
  const node = nodeForTests([url])
  const text = node.speak(order(), forever)
  await text.next()
  expect(await handshake(url, { secret: 'wrong' })).toBe(401)
  expect(await handshake(url, { secret: '' })).toBe(401)
  expect(await handshake(url, { protocol: 'griot-worker-0' })).toBe(426)
  for (const frame of ['hello', Buffer.from([0xc1]), Buffer.from([0x81, 0xa1, 0x61, 0x01])])
    expect(await handshake(url, { frame })).toBe(1008)
  const isLonger = Buffer.alloc(64_000_001)
  expect(await handshake(url, { frame: isLonger })).toBe(1009)
  expect((await Array.fromAsync(text)).length).toBeGreaterThan(0)
})

test('a worker says over HTTP whether it can speak, that it is alive, and what it measures', async () => {
  const { port } = await workerForTests(speech)
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect(await (await get('/health')).json()).toEqual({ status: 'ready', step: 'Ready' })
  expect(await (await get('/health/live')).json()).toEqual({ status: 'alive' })
  expect(await (await get('/metrics')).text()).toContain('griot_worker_jobs')
  expect((await get('/v1/speech')).status).toBe(426)
})

test('a group gives every text to the set of processes with the least to do', async () => {
  const asked: number[] = []
  const counted = (index: number): SpeechWorkers => ({
    ...speech,
    state: 'ready',
    step: 'Ready',
    speak(...given) {
      asked.push(index)
      return speech.speak(...given)
    },
  })
  const group = speechGroup([counted(0), counted(1)])
  await group.ready(forever)
  const texts = Array.from({ length: 4 }, () => group.speak(order(), forever))
  for (const text of texts) await text.next()
  expect(asked).toEqual([0, 1, 0, 1])
  await Promise.all(texts.map((text) => text.return(undefined)))
  expect(await spoken(group)).toEqual(await spoken(speech))
})
