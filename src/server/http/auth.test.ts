import { createSecretKey, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import type { ServerOptions } from '#server/server.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, serveTone } from '#server/tone-server.test-support.ts'
import { AppError } from '#shared/errors.ts'
import { bearerToken } from './auth.ts'
import { throttleFailedAuth } from './failed-auth-throttle.ts'
import { readSubprotocolToken } from './web-socket.ts'

let ms = Date.parse('2026-05-01T12:00:00Z')
const secret = createSecretKey(randomBytes(32))
const jwt = {
  algorithm: 'HS256',
  key: secret,
  keyId: undefined,
  issuer: 'https://id.example.org/',
  audience: 'griot',
  maxAge: 86_400,
} as const
const { tone, server, close } = await openToneServer({ app: { now: () => new Date(ms), jwt } })
afterAll(close)
const openAt = (options: Partial<ServerOptions>) => serveTone(tone, options)

const { keys, guests } = tone.app.access
const key = async (scopes: readonly ('speak' | 'admin' | 'text')[], days?: number) =>
  keys.create({
    ...{ name: 'ìdánwò', account: 'owner', scopes: [...scopes] },
    ...(days === undefined ? {} : { days }),
  })
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
const say = (token: string, url = server.url) => send(`${url}/v1/speech`, speech({}, bearer(token)))
const makeGuest = (token: string, body?: unknown) =>
  send(`${server.url}/v1/guest-tokens`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const signed = (claims: Record<string, unknown>) =>
  new SignJWT({
    ...{ iss: jwt.issuer, aud: jwt.audience, sub: 'Ngọzi', scope: 'speak' },
    ...{ exp: ms / 1_000 + 300, ...claims },
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(secret)

test('an API key, a guest token, a JWT and a key of the environment all come in by the same header', async () => {
  const tokens = [
    KEY,
    (await key(['speak'])).token,
    (await guests.create('owner', 60)).token,
    await signed({}),
    `  ${KEY}  `,
  ]
  for (const token of tokens) expect((await say(token)).status).toBe(200)
})

test('a JWT that is revoked by its id is refused at once, and no other one is', async () => {
  const [one, other] = [await signed({ jti: 'one' }), await signed({ jti: 'other' })]
  expect((await say(one)).status).toBe(200)
  expect(await keys.revokeJwt('one')).toBe('one')
  const { status, text } = await say(one)
  expect([status, text]).toEqual([401, expect.stringContaining('was revoked on')])
  expect((await say(other)).status).toBe(200)
  expect(await keys.revokeJwt(other)).toBe('other')
  expect((await say(other)).status).toBe(401)
  await expect(keys.revokeJwt(await signed({}))).rejects.toThrow('jti')
  expect((await say(await signed({ exp: 1e300 }))).status).toBe(401)
})

test('a token of any script is read from the bytes of its header, also where those are not UTF-8', async () => {
  const sent = (bytes: Buffer) =>
    bearerToken({ headers: { authorization: `Bearer ${bytes.toString('latin1')}` } })
  for (const token of ['Ọ̀rọ̀ aṣínà', 'የይለፍ ቃል', KEY]) expect(sent(Buffer.from(token))).toBe(token)
  expect(sent(Buffer.from('clé', 'latin1'))).toBe('clé')
  const request = {
    headers: {
      'sec-websocket-protocol': `griot.v1, bearer.${Buffer.from('Ọ̀rọ̀ aṣínà').toString('base64url')}`,
    },
  } as const
  const { headers } = request as unknown as FastifyRequest
  await readSubprotocolToken({ headers } as FastifyRequest)
  expect(bearerToken({ headers })).toBe('Ọ̀rọ̀ aṣínà')
})

test('the voice is asked for the account of the token', async () => {
  await say(await signed({}))
  expect(tone.work.requests.at(-1)).toMatchObject({ account: 'Ngọzi' })
  await say(KEY)
  expect(tone.work.requests.at(-1)).toMatchObject({ account: 'owner' })
  expect(await tone.app.access.accountOf('Ngọzi')).toMatchObject({ keepAudio: false })
})

test('tokens that are unknown, expired and revoked are each told why, with 401', async () => {
  const short = (await key(['speak'], 1)).token
  const guest = (await guests.create('owner', 60)).token
  const old = await signed({})
  const revoked = await key(['speak'])
  await keys.revoke(revoked.record.id)
  ms += 86_400_000
  for (const [token, words] of [
    ['griot_nobody', /key is unknown/],
    [short, /API key expired on 2026-05-02T12:00:00.000Z/],
    [guest, /guest token expired on/],
    [old, /token has expired/],
    [revoked.token, /API key was revoked on/],
    [`${old.slice(0, -4)}AAAA`, /signature/],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJvd25lciJ9.', /./],
  ] as const) {
    const answer = await say(token)
    expect([token, answer.status]).toEqual([token, 401])
    expect(answer.detail).toMatch(words)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
})

test('a scope that is missing is named, with 403, and admin includes no other', async () => {
  const refused = await say((await key(['admin', 'text'])).token)
  expect([refused.status, refused.detail]).toEqual([403, expect.stringContaining('\\"speak\\"')])
  expect((await say(await signed({ scope: '' }))).status).toBe(403)
  expect((await makeGuest((await key(['speak'])).token)).detail).toContain('\\"admin\\"')
})

test('an admin key makes guest tokens that work for as long as was asked, 15 minutes if nothing was', async () => {
  for (const [body, seconds] of [
    [undefined, 900],
    [{}, 900],
    [{ ttl_seconds: null, model: 'old' }, 900],
    [{ ttl_seconds: 1 }, 1],
    [{ ttl: 60 }, 60],
    [{ ttl: 60, ttl_seconds: 120 }, 120],
    [{ ttl_seconds: 86_400 }, 86_400],
  ] as const) {
    const answer = await makeGuest((await key(['admin'])).token, body)
    expect(answer.status).toBe(201)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { token, expires_at, request_id } = JSON.parse(answer.text)
    expect(expires_at).toBe(new Date(ms + seconds * 1_000).toISOString())
    expect(request_id).toBe(answer.headers['x-request-id'])
    expect((await say(token)).status).toBe(200)
  }
})

test('a guest token makes no other token, and a wrong order for one is refused in words', async () => {
  expect((await makeGuest((await guests.create('owner', 60)).token)).detail).toContain(
    'guest token may',
  )
  for (const ttl_seconds of [0, -5, 1.5, 86_401, '900', 1e300, [], {}]) {
    const answer = await makeGuest(KEY, { ttl_seconds })
    expect([ttl_seconds, answer.status]).toEqual([ttl_seconds, 422])
    expect(answer.detail).toContain('whole number from 1 to 86400')
  }
  for (const body of [[], 'x', 7]) expect((await makeGuest(KEY, body)).status).toBe(422)
})

test('a guest token belongs to the account whose key made it', async () => {
  const { token } = JSON.parse((await makeGuest(await signed({ scope: 'admin' }))).text)
  await say(token)
  expect(tone.work.requests.at(-1)).toMatchObject({ account: 'Ngọzi' })
})

test('an address that keeps guessing is slowed and then told to wait; the right key still comes in', async () => {
  const strict = await openAt({ failedAuth: { freePerMinute: 5, spacingMs: 400, maxDelayMs: 800 } })
  const { token } = await key(['speak'])
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, i) => say(`guess number ${i}`, strict.url)),
  )
  const later = await Promise.all(
    Array.from({ length: 20 }, (_, i) => say(`guess of word ${i}`, strict.url)),
  )
  expect(new Set([...guesses, ...later].map(({ status }) => status))).toEqual(new Set([401, 429]))
  const [held] = later.filter(({ status }) => status === 429)
  expect(held?.headers['retry-after']).toBe('1')
  expect(held?.detail).toContain('Too many wrong tokens')
  const flood = Array.from({ length: 20 }, (_, i) => say(`another guess ${i}`, strict.url))
  for (const right of [KEY, token, (await guests.create('owner', 60)).token, await signed({})])
    expect((await say(right, strict.url)).status).toBe(200)
  await Promise.all(flood)
  await strict.close()
})

test('wrong tokens of any length are slowed after they were looked at, and right ones never', async () => {
  const known = `griot_${'k'.repeat(43)}`
  const authenticate = throttleFailedAuth(
    {
      authenticate: async (token) => {
        if (token !== known && token !== 'short') throw new AppError('access/refused', 'Unknown.')
        return {
          ...{ account: 'owner', kind: 'key', tokenId: '', tokenName: '' },
          scopes: new Set(),
        }
      },
    },
    { freePerMinute: 1, spacingMs: 1_000, maxDelayMs: 500 },
    () => 0,
  )
  const wrong = `griot_${'x'.repeat(43)}`
  const limited = { code: 'rate/limited' }
  await expect(authenticate(wrong, '192.0.2.1')).rejects.toMatchObject({ code: 'access/refused' })
  for (let i = 0; i < 3; i++)
    await expect(authenticate(wrong, '192.0.2.1')).rejects.toMatchObject(limited)
  await expect(authenticate('guess', '::ffff:192.0.2.1')).rejects.toMatchObject(limited)
  await expect(authenticate(known, '192.0.2.1')).resolves.toBeDefined()
  await expect(authenticate('short', '192.0.2.1')).resolves.toBeDefined()
  await expect(authenticate(wrong, '192.0.2.2')).rejects.toMatchObject({ code: 'access/refused' })
})

test('all addresses of one IPv6 network count as one', async () => {
  const authenticate = throttleFailedAuth(
    {
      authenticate: async () => {
        throw new AppError('access/refused', 'Unknown.')
      },
    },
    { freePerMinute: 2, spacingMs: 1_000, maxDelayMs: 500 },
    () => 0,
  )
  const refusalOf = (address: string): Promise<string> =>
    authenticate('guess', address).then(
      () => 'in',
      (error) => error.code,
    )
  expect([await refusalOf('2001:db8::1'), await refusalOf('2001:db8::2')]).toEqual(
    Array(2).fill('access/refused'),
  )
  expect(await refusalOf('2001:db8::ffff:3')).toBe('rate/limited')
  expect(await refusalOf('2001:db8:0:1::1')).toBe('access/refused')
})
