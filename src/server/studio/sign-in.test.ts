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
import { KEY, openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { SCOPES } from '#shared/access.ts'
import { LINK_LIFE_MS } from '#storage/db/links.ts'

let passedMs = 0
const tone = openToneApp({ now: () => new Date(Date.UTC(2026, 4, 1) + passedMs) })
const studioDir = join(tone.folder, 'studio')
mkdirSync(studioDir)
writeFileSync(join(studioDir, 'index.html'), '<!doctype html><title>Griot</title>')
const server = await serveTone(tone, { studioDir, allowedOrigins: ['https://app.example'] })
afterAll(async () => {
  await server.close()
  await tone.close()
})

/** 204 for who is signed in, 401 for who is not. */
const statusOf = async (headers: Record<string, string>, at: Server = server): Promise<number> =>
  (await send(`${at.url}/studio/session`, { headers })).status

test('the link from the terminal signs a browser in, once; its token goes to no server with the address', async () => {
  const { url, over } = server.studioLink()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?open=[\w-]{8}#token=[\w-]{43}$/)
  const first = await askToSignIn(server, { link: tokenOf(url) })
  await over
  expect(JSON.parse(first.text)).toEqual({
    browser: expect.stringMatching(/^[\w-]{43}$/),
    serverKey: expect.stringMatching(/^[\w-]{122}$/),
  })
  expect([first.headers['set-cookie'], first.headers['cache-control']]).toEqual([
    undefined,
    'no-store',
  ])
  expect(await statusOf(await first.page.headers())).toBe(204)
  const second = await askToSignIn(server, { link: tokenOf(url) })
  expect([second.status, second.detail]).toEqual([401, expect.stringContaining('used already')])
})

test('a link that is a minute old signs nobody in, and says so', async () => {
  const link = tokenOf(server.studioLink().url)
  passedMs += LINK_LIFE_MS
  const late = await askToSignIn(server, { link })
  expect([late.status, late.detail]).toEqual([401, expect.stringContaining('60 seconds')])
})

test('the address of a link alone, as a preview or a log has it, does not use it up', async () => {
  const { url } = server.studioLink()
  await send(url.replace(/#.*/, ''))
  expect((await askToSignIn(server, { link: tokenOf(url) })).status).toBe(200)
})

test('a second link in a browser that is signed in is used up and leaves it as it is', async () => {
  const page = await signIn(server)
  const link = tokenOf(server.studioLink().url)
  const again = await askToSignIn(server, { link }, await page.headers())
  expect([again.status, again.text]).toEqual([200, '{}'])
  expect((await askToSignIn(server, { link })).status).toBe(401)
  const old = await askToSignIn(server, { link }, await page.headers())
  expect([old.status, old.text]).toEqual([200, '{}'])
})

test('only the page of the studio itself may sign in, with what it understands', async () => {
  const link = (): Record<string, string> => ({ link: tokenOf(server.studioLink().url) })
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://app.example',
  ])
    expect([origin, (await askToSignIn(server, link(), { origin })).status]).toEqual([origin, 403])
  const { url } = server
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify(link())
  const bare = await send(`${url}/studio/sign-in`, { method: 'POST', headers: json, body })
  expect(bare.status).toBe(403)
  for (const shown of [
    {},
    { link: 7 },
    { link: 'x'.repeat(300) },
    { link: 'a', key: 'b' },
    { code: '1' },
    { link: 'a', publicKey: 'AAAA' },
    { link: 'a', publicKey: undefined },
  ])
    expect((await askToSignIn(server, shown)).status).toBe(400)
  expect((await askToSignIn(server, { key: 'k'.repeat(5_000) })).status).toBe(413)
  expect((await askToSignIn(server, link(), { 'content-type': 'text/plain' })).status).toBe(400)
})

test('a browser that a link signed in stays so over a restart, for a day; one that a key signed in does not', async () => {
  let hours = 0
  const tone = openToneApp({ now: () => new Date(Date.UTC(2026, 4, 1, hours)) })
  const first = await serveTone(tone, { studioDir })
  const [byLink, byKey] = [await signIn(first), await signIn(first, { key: KEY })]
  const { port } = new URL(first.url)
  const statuses = async (at: Server): Promise<number[]> => [
    await statusOf(await byLink.headers(at.url), at),
    await statusOf(await byKey.headers(at.url), at),
  ]
  expect(await statuses(first)).toEqual([204, 204])
  await first.close()
  hours = 23
  const second = await serveTone(tone, { studioDir, port: Number(port) })
  expect(await statuses(second)).toEqual([204, 401])
  await second.close()
  hours = 23 + 24
  const third = await serveTone(tone, { studioDir, port: Number(port) })
  expect(await statuses(third)).toEqual([401, 401])
  await third.close()
  await tone.close()
})

test('an API key signs a browser in as well', async () => {
  const page = await signIn(server, { key: ` ${KEY} ` })
  expect(await statusOf(await page.headers())).toBe(204)
  const { keys, guests } = tone.app.access
  const scopes = [...SCOPES]
  for (const [key, words] of [
    ['', 'Paste your API key'],
    ['wrong', 'key is unknown'],
    [`${KEY}x`, 'key is unknown'],
    [(await guests.create('owner', 60)).token, 'only with a key of its owner'],
    [
      (await keys.create({ name: 'hers', account: 'Àdùkẹ́', scopes })).token,
      'only with a key of its owner',
    ],
    [
      (await keys.create({ name: 'bot', account: 'owner', scopes: ['speak', 'admin'] })).token,
      'every scope',
    ],
  ] as const) {
    const refused = await askToSignIn(server, { key })
    expect(refused.status).toBe(401)
    expect(refused.text).toContain(words)
  }
  const own = (await keys.create({ name: 'second', account: 'owner', scopes })).token
  expect((await askToSignIn(server, { key: own })).status).toBe(200)
  expect((await askToSignIn(server, { key: KEY }, { origin: 'https://evil.example' })).status).toBe(
    403,
  )
})

test('neither an API key nor a cookie is a session', async () => {
  const page = await signIn(server)
  const { authorization } = await page.headers()
  const secret = authorization.replace('Bearer ', '')
  const { port } = new URL(server.url)
  for (const headers of [
    { authorization: `Bearer ${KEY}` },
    { cookie: `griot-session-${port}=${secret}` },
    { authorization: 'Bearer ' },
    { authorization: secret },
  ] as const)
    expect(await statusOf(headers as Record<string, string>)).toBe(401)
  const voices = await send(`${server.url}/v1/voices`, { headers: await page.headers() })
  expect(voices.status).toBe(401)
})

test('a browser that a key signed in is signed out when that key is revoked, its link’s browsers are not', async () => {
  const { keys } = tone.app.access
  const { token, record } = await keys.create({
    name: 'lent',
    account: 'owner',
    scopes: [...SCOPES],
  })
  const [lent, other] = [await signIn(server, { key: token }), await signIn(server)]
  const statuses = async (): Promise<number[]> => [
    await statusOf(await lent.headers()),
    await statusOf(await other.headers()),
  ]
  expect(await statuses()).toEqual([204, 204])
  await keys.revoke(record.id)
  expect(await statuses()).toEqual([401, 204])
})

test('who guesses keys at the sign-in page is told there for how long to wait', async () => {
  const strict = await serveTone(tone, {
    studioDir,
    failedAuth: { freePerMinute: 1, spacingMs: 3_000, maxDelayMs: 2_000 },
  })
  const guess = (): Promise<TestResponse> => askToSignIn(strict, { key: 'a guess' })
  expect((await guess()).text).toContain('key is unknown')
  const held = await guess()
  expect([held.status, held.detail]).toEqual([401, expect.stringContaining('Wait 2 seconds')])
  await strict.close()
})
