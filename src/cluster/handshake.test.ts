import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { selfSigned } from '#testing/certificate.test-support.ts'
import {
  forever,
  nodeForTests,
  SECRET,
  speechForTests,
  workerForTests,
} from './cluster.test-support.ts'
import {
  authorizationOf,
  createChallenges,
  newNonce,
  PROOF_HEADER,
  proofOf,
  readAuthorization,
} from './handshake.ts'
import { PROTOCOL } from './protocol.ts'

const { speech, toneVoice } = speechForTests()
const order = { text: 'The rain has stopped.', voice: toneVoice, speed: 1 }

const challengeOf = async (url: string): Promise<string> =>
  ((await (await fetch(`${url.replace('ws', 'http')}/challenge`)).json()) as { challenge: string })
    .challenge

/** Status with which a worker answers to a WebSocket with this `Authorization`; 101: it let it in. */
function statusWith(url: string, authorization: string): Promise<number> {
  const socket = new WebSocket(url, PROTOCOL, { headers: { authorization } })
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
    socket.on('error', reject)
  })
}

interface FakeWorker {
  readonly url: string
  /** All that nodes have sent: requests with their headers, and the bytes of the sockets. */
  readonly received: string[]
  /** Resolves when a node has tried to open a socket. */
  readonly isTried: Promise<void>
}

/** An address in Redis that belongs to somebody else, who records everything, until the end of the test. */
async function fakeWorker(options: {
  readonly challenge: () => Promise<string>
  readonly proof: (request: IncomingMessage) => string
}): Promise<FakeWorker> {
  const received: string[] = []
  const tried = Promise.withResolvers<void>()
  const take = ({ method, url, rawHeaders }: IncomingMessage): void => {
    received.push(`${method} ${url} ${rawHeaders.join(' ')}`)
  }
  const server = createServer(async (request, response) => {
    take(request)
    response.end(JSON.stringify({ challenge: await options.challenge() }))
  })
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => PROTOCOL })
  sockets.on('headers', (headers, request) =>
    headers.push(`${PROOF_HEADER}: ${options.proof(request)}`),
  )
  server.on('upgrade', (request, socket: Socket, head) => {
    take(request)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('message', (bytes) => received.push(String(bytes)))
      opened.once('close', () => tried.resolve())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}`, received, isTried: tried.promise }
}

const authorizationsIn = (received: readonly string[]): string[] =>
  received.flatMap((text) => /Griot [\w.-]+/.exec(text)?.[0] ?? [])

test('what somebody records to whom Redis sends a node lets nobody into a real worker, also where the challenge is that of the worker', async () => {
  const worker = await workerForTests(speech)
  const made = createChallenges()
  for (const challenge of [async () => made.make(), () => challengeOf(worker.url)]) {
    const fake = await fakeWorker({ challenge, proof: () => 'A'.repeat(43) })
    const node = nodeForTests([fake.url], { waitMs: 500 })
    const refused = Array.fromAsync(node.speak(order, forever))
    await expect(refused).rejects.toMatchObject({ code: 'speech/busy' })
    await fake.isTried
    const authorizations = authorizationsIn(fake.received)
    expect(authorizations.length).toBeGreaterThan(0)
    for (const authorization of authorizations)
      expect(await statusWith(worker.url, authorization)).toBe(401)
    const all = fake.received.join('\n')
    for (const secret of [SECRET, Buffer.from(SECRET).toString('base64'), encodeURI(SECRET)])
      expect(all).not.toContain(secret)
    expect(all).not.toContain('rain')
  }
})

test('a proof of a node that is sent back to it is no proof of a worker, nor is an older one of a worker', async () => {
  const earlier = {
    url: 'ws://127.0.0.1:1',
    challenge: createChallenges().make(),
    nonce: newNonce(),
  }
  const proofs = [
    (request: IncomingMessage) => readAuthorization(request.headers.authorization)?.proof ?? '',
    () => proofOf(SECRET, 'worker', earlier),
    () => '',
  ]
  for (const proof of proofs) {
    const fake = await fakeWorker({ challenge: async () => earlier.challenge, proof })
    const node = nodeForTests([fake.url], { waitMs: 500 })
    const refused = Array.fromAsync(node.speak(order, forever))
    await expect(refused).rejects.toMatchObject({ code: 'speech/busy' })
    await fake.isTried
    expect(node.state).toBe('restarting')
    expect(fake.received.every((text) => text.startsWith('GET '))).toBe(true)
  }
})

test('a worker lets in who proves the secret for its own address and its own challenge, once', async () => {
  const { url } = await workerForTests(speech)
  const other = await workerForTests(speech)
  const ask = async (
    at: string,
    secret = SECRET,
    challenge?: string,
  ): Promise<readonly [string, number]> => {
    const handshake = {
      url: at,
      challenge: challenge ?? (await challengeOf(url)),
      nonce: newNonce(),
    }
    const authorization = authorizationOf(secret, handshake)
    return [authorization, await statusWith(url, authorization)]
  }
  const [authorization, status] = await ask(url)
  expect(status).toBe(101)
  expect(await statusWith(url, authorization)).toBe(401)
  expect((await ask(url, 'another secret of all nodes'))[1]).toBe(401)
  expect((await ask(other.url))[1]).toBe(401)
  expect((await ask(url, SECRET, await challengeOf(other.url)))[1]).toBe(401)
  const handshake = { url, challenge: await challengeOf(url), nonce: newNonce() }
  const ofWorker = proofOf(SECRET, 'worker', handshake)
  const swapped = `Griot ${handshake.challenge}.${handshake.nonce}.${ofWorker}`
  for (const wrong of [swapped, `Bearer ${SECRET}`, 'Griot', 'Griot a.b.c', ''])
    expect([wrong, await statusWith(url, wrong)]).toEqual([wrong, 401])
})

test('who does not know the secret uses no challenge up, and a worker remembers a bounded number of them', async () => {
  const { url } = await workerForTests(speech)
  const handshake = { url, challenge: await challengeOf(url), nonce: newNonce() }
  const [wrong, right] = ['another secret of all nodes', SECRET].map((secret) =>
    authorizationOf(secret, handshake),
  )
  expect(await statusWith(url, wrong ?? '')).toBe(401)
  expect(await statusWith(url, right ?? '')).toBe(101)
  let nowMs = 1_000
  const challenges = createChallenges(() => nowMs)
  const isTaken = (): boolean => challenges.take(challenges.make())
  expect(Array.from({ length: 10_000 }, isTaken)).not.toContain(false)
  expect(isTaken()).toBe(false)
  nowMs += 10_000
  expect(isTaken()).toBe(true)
})

test('a challenge is good for ten seconds, at the worker that has made it', () => {
  let nowMs = 1_000
  const challenges = createChallenges(() => nowMs)
  const [first, second] = [challenges.make(), challenges.make()]
  expect([challenges.take(first), challenges.take(first)]).toEqual([true, false])
  nowMs += 10_000
  expect(challenges.take(second)).toBe(false)
  expect(createChallenges(() => nowMs).take(challenges.make())).toBe(false)
  for (const text of ['', 'A', 'A'.repeat(86)]) expect(challenges.take(text)).toBe(false)
})

test('with TLS, a node speaks with a worker whose certificate it trusts, and sends no other one anything', async () => {
  const tls = selfSigned('127.0.0.1')
  const { url } = await workerForTests(speech, { tls })
  expect(url).toMatch(/^wss:/)
  const node = nodeForTests([url], { ca: tls.cert })
  const [here, there] = await Promise.all([
    Array.fromAsync(speech.speak(order, forever)),
    Array.fromAsync(node.speak(order, forever)),
  ])
  expect(there.map(({ samples }) => samples)).toEqual(here.map(({ samples }) => samples))
  const trustsOthers = nodeForTests([url], { waitMs: 500 })
  const refused = Array.fromAsync(trustsOthers.speak(order, forever))
  await expect(refused).rejects.toMatchObject({ code: 'speech/busy' })
  const wrongKey = { cert: tls.cert, key: 'no key' }
  await expect(workerForTests(speech, { tls: wrongKey })).rejects.toMatchObject({
    code: 'settings/invalid',
    message: expect.stringContaining('cannot be used'),
  })
})
