import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ask } from '#server/client.test-support.ts'
import type { Server } from '#server/server.ts'
import { KEY, openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { SCOPES } from '#shared/access.ts'

const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(join(studioDir, 'assets'), { recursive: true })
writeFileSync(join(studioDir, 'index.html'), '<!doctype html><title>Griot</title>')
writeFileSync(join(studioDir, 'assets', 'app-1a2b3c.js'), 'export const griot = 1')
writeFileSync(join(tone.folder, 'secret.txt'), 'not for the web')
const server = await serveTone(tone, { studioDir })
afterAll(async () => {
  await server.close()
  await tone.close()
})

/** Opens the link of the terminal; the cookie that it gives. */
async function signIn(): Promise<string> {
  const answer = await ask(server.studioUrl())
  expect([answer.status, answer.headers.location]).toEqual([303, '/'])
  return String(answer.headers['set-cookie']?.[0]?.split(';')[0])
}

test('the link from the terminal signs a browser in, once', async () => {
  const link = server.studioUrl()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/)
  const first = await ask(link)
  expect(first.headers['set-cookie']).toEqual([
    expect.stringMatching(/^griot-session-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  const second = await ask(link)
  expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
  expect(second.text).toContain('used already')
})

test('a preview of the link does not use it up', async () => {
  const link = server.studioUrl()
  expect((await ask(link, { method: 'HEAD' })).headers['set-cookie']).toBeUndefined()
  expect((await ask(link)).status).toBe(303)
})

test('a signed-in browser gets the studio with a strict policy for what may run in it', async () => {
  const cookie = await signIn()
  const page = await ask(`${server.url}/`, { headers: { cookie: `theme=dark; ${cookie}` } })
  expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Griot</title>'])
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  const policy = String(page.headers['content-security-policy'])
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "frame-ancestors 'none'",
  ])
    expect(policy.split('; ')).toContain(rule)
  expect(policy).not.toContain('unsafe-eval')
  expect(policy).toContain("style-src 'self' 'unsafe-inline'")
  expect(page.headers['x-content-type-options']).toBe('nosniff')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(page.headers['cache-control']).toBe('no-cache')
  const script = await ask(`${server.url}/assets/app-1a2b3c.js`, { headers: { cookie } })
  expect([script.status, script.text]).toEqual([200, 'export const griot = 1'])
  expect(script.headers['content-type']).toMatch(/javascript/)
  expect(script.headers['cache-control']).toContain('immutable')
  const used = server.studioUrl().replace(/token=.*/, 'token=used')
  expect((await ask(used, { headers: { cookie } })).headers.location).toBe('/')
})

test('without a session there is a page that says in words how to sign in, and nothing of the studio', async () => {
  for (const cookie of [
    '',
    `griot-session-${new URL(server.url).port}=`,
    'griot-session-1=guess',
    `griot-session-${new URL(server.url).port}=${'A'.repeat(43)}`,
  ]) {
    const page = await ask(`${server.url}/`, { headers: { cookie } })
    expect(page.status).toBe(401)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.text).toContain('Open the link that Griot printed in the terminal')
    expect(page.text).not.toMatch(/<script|https?:\/\//)
    const script = await ask(`${server.url}/assets/app-1a2b3c.js`, { headers: { cookie } })
    expect([script.status, script.headers['content-type']]).toEqual([
      401,
      expect.stringMatching(/^application\/json/),
    ])
  }
  for (const token of ['', 'wrong', 'a&token=b'])
    expect((await ask(`${server.url}/?token=${token}`)).status).toBe(401)
})

test('a browser that a link signed in stays so over a restart, for a day; one that a key signed in does not', async () => {
  let hours = 0
  const engine = openToneApp({ now: () => new Date(Date.UTC(2026, 4, 1, hours)) })
  const first = await serveTone(engine, { studioDir })
  const secretOf = ({ headers }: { headers: IncomingHttpHeaders }): string =>
    String(/=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1])
  const byLink = secretOf(await ask(first.studioUrl()))
  const byKey = secretOf(
    await ask(`${first.url}/studio/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: first.url },
      body: new URLSearchParams({ key: KEY }).toString(),
    }),
  )
  // Each server has a port of its own here, after which it calls its cookie: the one before may be somebody else's now.
  const statuses = ({ url }: Server) =>
    Promise.all(
      [byLink, byKey].map(async (secret) => {
        const cookie = `griot-session-${new URL(url).port}=${secret}`
        return (await ask(`${url}/`, { headers: { cookie } })).status
      }),
    )
  expect(await statuses(first)).toEqual([200, 200])
  await first.close()
  hours = 23
  const second = await serveTone(engine, { studioDir })
  expect(await statuses(second)).toEqual([200, 401])
  await second.close()
  hours = 23 + 24
  const third = await serveTone(engine, { studioDir })
  expect(await statuses(third)).toEqual([401, 401])
  await third.close()
  await engine.close()
})

test('an API key signs a browser in as well', async () => {
  const send = (key: string, headers: Record<string, string> = {}) =>
    ask(`${server.url}/studio/sign-in`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: server.url,
        ...headers,
      },
      body: new URLSearchParams({ key }).toString(),
    })
  const answer = await send(` ${KEY} `)
  expect([answer.status, answer.headers.location]).toEqual([303, '/'])
  const cookie = String(answer.headers['set-cookie']?.[0]?.split(';')[0])
  expect((await ask(`${server.url}/`, { headers: { cookie } })).status).toBe(200)
  const { keys, guests } = tone.app.access
  const scopes = [...SCOPES]
  for (const [key, words] of [
    ['', 'Paste your API key'],
    ['wrong', 'not known here'],
    [`${KEY}x`, 'not known here'],
    [guests.create('owner', 60).token, 'of its owner only'],
    [keys.create({ name: 'hers', account: 'Àdùkẹ́', scopes }).token, 'of its owner only'],
    [
      keys.create({ name: 'bot', account: 'owner', scopes: ['speak', 'admin'] }).token,
      'every scope',
    ],
  ] as const) {
    const refused = await send(key)
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
    expect(refused.text).toContain(words)
  }
  const own = keys.create({ name: 'second', account: 'owner', scopes }).token
  expect((await send(own)).status).toBe(303)
  expect((await send(KEY, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await send('k'.repeat(5_000))).status).toBe(413)
  expect((await send(KEY, { 'content-type': 'application/json' })).status).toBe(400)
})

test('a browser that a key signed in is signed out when that key is revoked, its link’s browsers are not', async () => {
  const { keys } = tone.app.access
  const { token, record } = keys.create({ name: 'lent', account: 'owner', scopes: [...SCOPES] })
  const answer = await ask(`${server.url}/studio/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
    body: new URLSearchParams({ key: token }).toString(),
  })
  const cookie = String(answer.headers['set-cookie']?.[0]?.split(';')[0])
  const other = await signIn()
  const statusWith = async (given: string): Promise<number> =>
    (await ask(`${server.url}/`, { headers: { cookie: given } })).status
  expect([await statusWith(cookie), await statusWith(other)]).toEqual([200, 200])
  keys.revoke(record.id)
  expect([await statusWith(cookie), await statusWith(other)]).toEqual([401, 200])
  const script = await ask(`${server.url}/assets/app-1a2b3c.js`, { headers: { cookie } })
  expect(script.status).toBe(401)
})

test('who guesses keys at the sign-in page is told there for how long to wait', async () => {
  const strict = await serveTone(tone, {
    studioDir,
    guesses: { free: 1, turnMs: 3_000, waitMs: 2_000 },
  })
  const guess = () =>
    ask(`${strict.url}/studio/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: strict.url },
      body: new URLSearchParams({ key: 'a guess' }).toString(),
    })
  expect((await guess()).text).toContain('not known here')
  const held = await guess()
  expect([held.status, held.headers['content-type']]).toEqual([
    401,
    expect.stringMatching(/^text\/html/),
  ])
  expect(held.text).toContain('Wait 2 seconds')
  await strict.close()
})

test('the form of the sign-in page is sent with its origin, which the guard demands', async () => {
  const page = await ask(`${server.url}/`)
  expect(page.headers['referrer-policy']).toBe('same-origin')
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
})

test('no path leads out of the folder of the studio', async () => {
  const cookie = await signIn()
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/secret.txt',
    '/assets/',
  ]) {
    const answer = await ask(`${server.url}${path}`, { headers: { cookie } })
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.text).not.toContain('not for the web')
  }
})

test('an export comes as a download under its own name, whole or in parts, for signed-in browsers only', async () => {
  const cookie = await signIn()
  const order = {
    title: 'Ìròyìn "òwúrọ̀" ሰላም',
    lines: [{ id: 'a', text: 'one two three four', voice: 'lina', speed: 1 }],
    format: 'pcm_s16le' as const,
    bitrate: '128k' as const,
  }
  const signal = new AbortController().signal
  const done = Promise.withResolvers<string>()
  const session = tone.app.connect((event, data) => {
    if (event === 'export.done' && 'location' in data && data.location.kind === 'download')
      done.resolve(data.location.url)
    if (event === 'job.failed') done.reject(data)
  })
  await session.handlers['export.start']({ ...order, jobId: crypto.randomUUID() })
  const path = await done.promise
  session.close()
  expect(signal.aborted).toBe(false)
  const whole = await ask(`${server.url}${path}`, { headers: { cookie } })
  expect([whole.status, whole.bytes.length]).toEqual([200, Number(whole.headers['content-length'])])
  const disposition = String(whole.headers['content-disposition'])
  expect(disposition).toMatch(
    /^attachment; filename="[\w .()-]+\.pcm"; filename\*=UTF-8''[\w%.-]+\.pcm$/,
  )
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toContain('ሰላም')
  const part = await ask(`${server.url}${path}`, { headers: { cookie, range: 'bytes=0-9' } })
  expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(0, 10)])
  expect((await ask(`${server.url}${path}`)).status).toBe(401)
  expect((await ask(`${server.url}/studio/exports/unknown`, { headers: { cookie } })).status).toBe(
    404,
  )
})

test('a server without a studio has only the API, and a studio that is not built is said in words', async () => {
  const bare = await serveTone(tone)
  expect((await ask(`${bare.url}/`)).status).toBe(404)
  expect((await ask(`${bare.url}/studio/socket`)).status).toBe(404)
  expect(() => bare.studioUrl()).toThrow('without a studio')
  await bare.close()
  await expect(serveTone(tone, { studioDir: tone.folder })).rejects.toThrow('npm run build')
})
