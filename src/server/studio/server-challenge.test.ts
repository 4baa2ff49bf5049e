import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  askToSignIn,
  send,
  signIn,
  type TestResponse,
  tokenOf,
} from '#server/client.test-support.ts'
import type { Server } from '#server/server.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'

const tone = openToneApp()
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
const nonceOf = (): string => randomBytes(32).toString('base64url')
const portOf = ({ url }: Server): string => new URL(url).port

function prove(
  at: Server,
  asked: object,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return send(`${at.url}/studio/prove`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: at.url, ...headers },
    body: JSON.stringify(asked),
  })
}

/** Secret and id that a signed-in page keeps. */
async function signedIn(at: Server): Promise<{ readonly id: string; readonly hash: string }> {
  const { authorization } = await signIn(at)
  const hash = sha256(authorization.replace('Bearer ', ''))
  return { id: sha256(`id${hash}`), hash }
}

const proofFor = (hash: string, nonce: string, port: string): string =>
  createHmac('sha256', hash).update(`${nonce} 127.0.0.1 ${port}`).digest('base64')

test('the server proves that it signed a browser in, for its own address alone, also after a restart', async () => {
  const first = await serveTone(tone, { studioDir })
  const { id, hash } = await signedIn(first)
  const nonce = nonceOf()
  const answer = await prove(first, { id, nonce })
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(JSON.parse(answer.text)).toEqual({ proof: proofFor(hash, nonce, portOf(first)) })
  const port = Number(portOf(first))
  await first.close()
  const again = await serveTone(tone, { studioDir, port })
  expect(JSON.parse((await prove(again, { id, nonce })).text).proof).toBe(
    proofFor(hash, nonce, `${port}`),
  )
  await again.close()
  // Who has the old port now may pass the question on, with whatever it says of itself.
  for (const headers of [
    {},
    { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` },
  ] as Record<string, string>[]) {
    const passedOn = JSON.parse((await prove(server, { id, nonce }, headers)).text)
    expect(passedOn.proof).toBe(proofFor(hash, nonce, portOf(server)))
    expect(passedOn.proof).not.toBe(proofFor(hash, nonce, `${port}`))
  }
})

test('nothing is proven for a browser that is unknown or signed out, for another page, or for what is no question', async () => {
  const { id } = await signedIn(server)
  const nonce = nonceOf()
  expect((await prove(server, { id: sha256('a guess'), nonce })).status).toBe(401)
  const evil = { origin: 'https://evil.example' }
  expect((await prove(server, { id, nonce }, evil)).status).toBe(403)
  for (const asked of [{}, { id }, { id, nonce: 'short' }, { id: 7, nonce }, { id, nonce, a: 1 }])
    expect((await prove(server, asked)).status).toBe(400)
  expect((await prove(server, { id, nonce: 'x'.repeat(5_000) })).status).toBe(413)
  await tone.app.browsers.signOutOthers(undefined)
  expect((await prove(server, { id, nonce })).status).toBe(401)
})

test('who guesses ids is slowed, and a browser that is known is answered all the same', async () => {
  const { id } = await signedIn(server)
  const statuses = new Set<number>()
  for (let n = 0; n < 620; n++)
    statuses.add((await prove(server, { id: sha256(`${n}`), nonce: nonceOf() })).status)
  expect([...statuses]).toEqual([401, 429])
  expect((await prove(server, { id, nonce: nonceOf() })).status).toBe(200)
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
  const { authorization } = await signIn(server)
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
