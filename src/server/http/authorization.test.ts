import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, type Ask, ask } from '#server/client.test-support.ts'
import { type Documented, documentedOf } from '#server/openapi/docs-operation.ts'
import { openServer } from '#server/server.ts'
import { KEY, openToneApp } from '#server/tone-app.test-support.ts'
import { OWNER, SCOPES, type Scope } from '#shared/access.ts'

const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' })
let clock = Date.parse('2026-05-01T12:00:00Z')
const tone = openToneApp({
  now: () => new Date(clock),
  jwt: {
    algorithm: 'ES256',
    key: issuer.publicKey,
    keyId: undefined,
    issuer: 'https://id.example.org/',
    audience: 'griot',
  },
})
const server = await openServer(tone.app, {
  host: '127.0.0.1',
  port: 0,
  onBug: (error, requestId) => tone.bugs.push({ error, requestId }),
})
afterAll(async () => {
  await server.close()
  await tone.close()
})

const { keys, guests } = tone.app.access
const keyWith = (scopes: readonly Scope[], account = OWNER): string =>
  keys.create({ name: 'A key', account, scopes: [...scopes] }).token
const jwtWith = (scope: string, lifeSeconds: number): Promise<string> =>
  new SignJWT({ scope })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('https://id.example.org/')
    .setAudience('griot')
    .setSubject('Àdùkẹ́')
    .setExpirationTime(clock / 1_000 + lifeSeconds)
    .sign(issuer.privateKey)

const revoked = keys.create({ name: 'Revoked', account: OWNER, scopes: [...SCOPES] })
keys.revoke(revoked.record.id)
const expiring = keys.create({ name: 'For a day', account: OWNER, scopes: [...SCOPES], days: 1 })
const guestThen = guests.create(OWNER, 60).token
const jwtThen = await jwtWith(SCOPES.join(' '), 60)
clock += 2 * 86_400_000
const guest = guests.create(OWNER, 600).token

const document = JSON.parse((await ask(`${server.url}/openapi.json`)).text)
const closed = documentedOf(document)
  .map((operation) => ({ ...operation, ...needsOf(operation) }))
  .filter(({ scope }) => scope !== undefined)

interface Needs {
  readonly scope: Scope | undefined
  readonly takesGuests: boolean
}

function needsOf({ operation }: Documented): Needs {
  const schemes = operation['security'] as readonly Readonly<Record<string, readonly Scope[]>>[]
  return {
    scope: schemes.find((scheme) => scheme['token'])?.['token']?.[0],
    takesGuests: schemes.some((scheme) => scheme['guest']),
  }
}

const NOBODYS = '00000000-0000-4000-8000-000000000000'

/** Knocks at an operation with a token and no body: enough to be let in or turned away. */
function knock({ method, path }: Documented, token?: string, id = NOBODYS): Promise<Answer> {
  const given: Ask = {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }
  return ask(`${server.url}${path.replace(/\{\w+\}/g, id)}`, given)
}

const isLetIn = ({ status }: Answer): boolean => status !== 401 && status !== 403

test('operations that need no token are these alone', () => {
  const open = documentedOf(document).filter((operation) => !needsOf(operation).scope)
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /health',
    'GET /v1/files/{file_id}/content',
    'GET /v1/hls/{id}/index.m3u8',
    'GET /v1/hls/{id}/{segment}',
  ])
})

describe.each(
  closed.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('%s', (_name, operation) => {
  const { scope, takesGuests } = operation
  const others = SCOPES.filter((other) => other !== scope)

  test.each([
    ['no token', undefined],
    ['an unknown token', 'griot_nobody'],
    ['a token in pieces', KEY.slice(0, 5)],
    ['an expired key', expiring.token],
    ['a revoked key', revoked.token],
    ['an expired guest token', guestThen],
    ['an expired JWT', jwtThen],
    ['a JWT of another issuer', `${jwtThen.slice(0, -8)}AAAAAAAA`],
  ])('%s is refused with 401 in words', async (_what, token) => {
    const answer = await knock(operation, token)
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(answer.text).toMatch(/[a-z]{3,} [a-z]{2,}/)
  })

  test('a key and a JWT that have every other scope are refused with 403, which names the missing one', async () => {
    for (const token of [keyWith(others), await jwtWith(others.join(' '), 600)]) {
      const answer = await knock(operation, token)
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(String(scope))])
    }
  })

  test(`a guest is ${takesGuests ? 'let in' : 'refused with 403'}`, async () => {
    const answer = await knock(operation, guest)
    if (takesGuests) expect(isLetIn(answer)).toBe(true)
    else expect(answer.status).toBe(403)
  })

  test('a key and a JWT with the one scope, and the key of the environment, are let in', async () => {
    const right = [keyWith([scope ?? 'speak']), await jwtWith(String(scope), 600), KEY]
    for (const token of right) expect(isLetIn(await knock(operation, token))).toBe(true)
  })

  if (/\{(?:file_id|voice_id)\}/.test(operation.path))
    test("another account's thing is not there", async () => {
      const answer = await knock(
        operation,
        keyWith([scope ?? 'speak'], 'Chiọma'),
        await ownersFile(),
      )
      expect(answer.status).toBe(404)
    })
})

async function ownersFile(): Promise<string> {
  const kept = await ask(`${server.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="ọjà.txt"\r\n\r\nọjà\r\n--b--\r\n',
  })
  return JSON.parse(kept.text).file_id
}

test('whoever is refused leaves nothing behind, and nothing of it was a bug', async () => {
  const list = await ask(`${server.url}/v1/files`, { headers: { authorization: `Bearer ${KEY}` } })
  const names = JSON.parse(list.text).items.map(
    (item: { original_name: string }) => item.original_name,
  )
  expect(new Set(names)).toEqual(new Set(['ọjà.txt']))
  expect(tone.bugs).toEqual([])
})
