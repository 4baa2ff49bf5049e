import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  askToProve,
  askToSignIn,
  send,
  signIn,
  type TestPage,
  type TestResponse,
  tokenOf,
} from '#server/client.test-support.ts'
import type { Server } from '#server/server.ts'
import { KEY, openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { CHALLENGE_LIFE_MS } from './session-keys.ts'

let passedMs = 0
const tone = openToneApp({ now: () => new Date(Date.UTC(2026, 4, 1) + passedMs) })
const studioDir = join(tone.folder, 'studio')
mkdirSync(join(studioDir, 'assets'), { recursive: true })
writeFileSync(join(studioDir, 'index.html'), '<!doctype html><title>Griot</title>')
writeFileSync(join(studioDir, 'assets', 'a.js'), 'export {}')
const server = await serveTone(tone, { studioDir })
afterAll(async () => {
  await server.close()
  expect(tone.bugs).toEqual([])
  await tone.close()
})

const nonceOf = (): string => randomBytes(32).toString('base64url')
const portOf = ({ url }: Server): number => Number(new URL(url).port)

/** Sends this as a question for the proof of a server. */
function prove(body: object, headers: Record<string, string> = {}): Promise<TestResponse> {
  return send(`${server.url}/studio/prove`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, ...headers },
    body: JSON.stringify(body),
  })
}

/** 204 for who is signed in, 401 for who is not. */
const statusOf = async (authorization: string, at: Server = server): Promise<number> =>
  (await send(`${at.url}/studio/session`, { headers: { origin: at.url, authorization } })).status

async function challengeFor({ id }: TestPage, at: Server = server): Promise<string> {
  const { challenge } = JSON.parse((await askToProve(at.url, id)).text)
  return challenge
}

const isProof = (page: TestPage, nonce: string, { text }: TestResponse): boolean => {
  const { challenge, proof } = JSON.parse(text)
  const key = {
    key: Buffer.from(page.serverKey, 'base64url'),
    type: 'spki',
    format: 'der',
  } as const
  return verify(
    'sha256',
    Buffer.from(`griot-server.${nonce}.${challenge}`),
    { key: createPublicKey(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(proof, 'base64url'),
  )
}

test('the server proves that it signed a browser in, also after a restart, with another key for each', async () => {
  const first = await serveTone(tone, { studioDir })
  const [page, other] = [await signIn(first), await signIn(first)]
  const port = portOf(first)
  for (const at of [first, undefined]) {
    if (!at) await first.close()
    const served = at ?? (await serveTone(tone, { studioDir, port }))
    const nonce = nonceOf()
    const answer = await send(`${served.url}/studio/prove`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: served.url },
      body: JSON.stringify({ browser: page.id, nonce }),
    })
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(isProof(page, nonce, answer)).toBe(true)
    expect(isProof(other, nonce, answer)).toBe(false)
    expect(isProof(page, nonceOf(), answer)).toBe(false)
    if (!at) await served.close()
  }
})

test('a Griot at another port does not know the browser, so that no program at the old port can pass its questions and answers on', async () => {
  const first = await serveTone(tone, { studioDir })
  const page = await signIn(first)
  const answered = page.sign(await challengeFor(page, first))
  const port = portOf(first)
  await first.close()
  for (const headers of [
    {},
    { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` },
  ] as Record<string, string>[]) {
    expect((await askToProve(server.url, page.id, headers)).status).toBe(401)
    const passedOn = { origin: server.url, ...headers, authorization: `Bearer ${answered}` }
    expect((await send(`${server.url}/studio/session`, { headers: passedOn })).status).toBe(401)
  }
})

test('an answer lets a browser in once, within a minute, if it is its own and of this start', async () => {
  const page = await signIn(server)
  const other = await signIn(server)
  const answer = `Bearer ${page.sign(await challengeFor(page))}`
  expect([await statusOf(answer), await statusOf(answer)]).toEqual([204, 401])
  const late = `Bearer ${page.sign(await challengeFor(page))}`
  passedMs += CHALLENGE_LIFE_MS
  expect(await statusOf(late)).toBe(401)
  expect(await statusOf(`Bearer ${page.sign(await challengeFor(page))}`)).toBe(204)
  // A challenge for another browser, one that the page has made up, and the signature of another browser.
  expect(await statusOf(`Bearer ${page.sign(await challengeFor(other))}`)).toBe(401)
  expect(await statusOf(`Bearer ${page.sign(randomBytes(64).toString('base64url'))}`)).toBe(401)
  const challenge = await challengeFor(page)
  const [, , signature] = other.sign(challenge).split('.')
  expect(await statusOf(`Bearer ${page.id}.${challenge}.${signature}`)).toBe(401)
  const again = await serveTone(tone, { studioDir })
  const mine = await signIn(again)
  const before = `Bearer ${mine.sign(await challengeFor(mine, again))}`
  const port = portOf(again)
  await again.close()
  const after = await serveTone(tone, { studioDir, port })
  expect(await statusOf(before, after)).toBe(401)
  expect(await statusOf((await mine.headers(after.url)).authorization, after)).toBe(204)
  await after.close()
})

test('of what a page stores and sends, nothing opens the studio a second time', async () => {
  const page = await signIn(server)
  const { authorization } = await page.headers()
  expect(await statusOf(authorization)).toBe(204)
  for (const taken of [page.id, page.serverKey, authorization.replace('Bearer ', '')])
    expect(await statusOf(`Bearer ${taken}`)).toBe(401)
})

test('a page over plain http from another machine is signed in by a secret, until Griot stops', async () => {
  const host = 'studio.lan'
  const at = { host, origin: `http://${host}` }
  const options = { studioDir, allowedHosts: [host] }
  const first = await serveTone(tone, options)
  const link = tokenOf(first.studioLink().url)
  const shown = { link, publicKey: undefined }
  // On this computer, every browser can make a key pair.
  expect((await askToSignIn(first, shown)).status).toBe(400)
  const answer = await askToSignIn(first, shown, at)
  expect(JSON.parse(answer.text)).toEqual({ session: expect.stringMatching(/^[\w-]{43}$/) })
  const authorization = `Bearer ${JSON.parse(answer.text).session}`
  const status = async ({ url }: Server): Promise<number> =>
    (await send(`${url}/studio/session`, { headers: { ...at, authorization } })).status
  expect([await status(first), await status(first)]).toEqual([204, 204])
  const byKey = await askToSignIn(first, { key: KEY, publicKey: undefined }, at)
  expect(byKey.status).toBe(200)
  const port = portOf(first)
  await first.close()
  const again = await serveTone(tone, { ...options, port })
  expect(await status(again)).toBe(401)
  await again.close()
})

test('nothing is proven for a browser that is unknown or signed out, for another page, or for what is no question', async () => {
  const { id } = await signIn(server)
  expect((await askToProve(server.url, nonceOf())).status).toBe(401)
  const evil = { origin: 'https://evil.example' }
  expect((await askToProve(server.url, id, evil)).status).toBe(403)
  const nonce = nonceOf()
  for (const asked of [
    ...[{}, { browser: id }, { browser: id, nonce: 'short' }],
    ...[
      { browser: 7, nonce },
      { browser: id, nonce, a: 1 },
    ],
  ])
    expect((await prove(asked)).status).toBe(400)
  expect((await prove({ browser: id, nonce: 'x'.repeat(5_000) })).status).toBe(413)
  await tone.app.browsers.signOutOthers(undefined)
  expect((await askToProve(server.url, id)).status).toBe(401)
})

test('who guesses ids is slowed, and a browser that is known is answered all the same', async () => {
  const { id } = await signIn(server)
  const statuses = new Set<number>()
  for (let n = 0; n < 620; n++) statuses.add((await askToProve(server.url, nonceOf())).status)
  expect([...statuses]).toEqual([401, 429])
  expect((await askToProve(server.url, id)).status).toBe(200)
})

test('at localhost the pages lead to the address by number, and nobody signs in; the API answers', async () => {
  const host = `localhost:${portOf(server)}`
  for (const path of ['/', '/?a=b', '/index.html', '/assets/a.js']) {
    const page = await send(`${server.url}${path}`, { headers: { host } })
    expect([page.status, page.headers.location]).toEqual([302, `${server.url}${path}`])
    expect((await send(`${server.url}${path}`)).status).toBe(200)
  }
  const at = { host, origin: `http://${host}` }
  const link = tokenOf(server.studioLink().url)
  const refused = await askToSignIn(server, { link }, at)
  expect([refused.status, refused.detail]).toEqual([403, expect.stringContaining(server.url)])
  // The link is not used up by that.
  expect((await askToSignIn(server, { link })).status).toBe(200)
  const { authorization } = await (await signIn(server)).headers()
  const upgrade = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    'sec-websocket-key': randomBytes(16).toString('base64'),
  }
  for (const [path, headers] of [
    ['/studio/socket', { ...at, authorization, ...upgrade }],
    ['/studio/session', { ...at, authorization }],
    ['/studio/exports/1', { ...at, authorization }],
  ] as const) {
    const answer = await send(`${server.url}${path}`, { headers })
    expect([path, answer.status, answer.detail]).toEqual([
      path,
      403,
      expect.stringContaining('localhost'),
    ])
  }
  expect((await send(`${server.url}/health`, { headers: { host } })).status).toBe(200)
})
