import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createJwtVerifier, idOfJwt, type JwtRules, looksLikeJwt } from './jwt.ts'

const NOW_S = Date.parse('2026-05-01T12:00:00Z') / 1_000
const now = (): Date => new Date(NOW_S * 1_000)
const issuers = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const attackers = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const secret = createSecretKey(Buffer.from('a secret of 32 bytes, at least!!'))
const ecRules: JwtRules = {
  algorithm: 'ES256',
  key: issuers.publicKey,
  keyId: undefined,
  issuer: 'https://id.example.org/',
  audience: 'griot',
  maxAge: 86_400,
}
const secretRules: JwtRules = { ...ecRules, algorithm: 'HS256', key: secret }
const CLAIMS = {
  iss: 'https://id.example.org/',
  aud: 'griot',
  sub: 'Àdùkẹ́'.normalize('NFC'),
  scope: 'speak  text conquer openid',
  exp: NOW_S + 300,
}

type Json = Record<string, unknown>
const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const sign = (claims: Json = {}, header: Json = {}, key: KeyObject = issuers.privateKey) =>
  new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ alg: 'ES256', ...header }).sign(key)
const without = async (...names: readonly string[]): Promise<string> =>
  sign(Object.fromEntries(names.map((name) => [name, undefined])))
const refuse = (words: RegExp) => ({
  code: 'access/refused',
  message: expect.stringMatching(words),
})

test.each([
  ['ES256', ecRules, issuers.privateKey],
  ['HS256', secretRules, secret],
] as const)(
  'a JWT signed with %s by its issuer stands for its account, with the scopes that are known',
  async (alg, rules, key) => {
    const token = await sign({}, { alg, typ: 'JWT', kid: 'any' }, key)
    expect(looksLikeJwt(token)).toBe(true)
    expect(await createJwtVerifier(rules, now)(token)).toEqual({
      account: CLAIMS.sub,
      scopes: new Set(['speak', 'text']),
      jti: undefined,
    })
  },
)

test.each([
  ['none at all', undefined],
  ['an empty word', ''],
  ['unknown words', 'read:all write:all SPEAK'],
  ['a list', ['speak']],
  ['a number', 7],
])('a scope that is %s allows nothing', async (_, scope) => {
  const token = await sign({ scope })
  expect((await createJwtVerifier(ecRules, now)(token)).scopes).toEqual(new Set())
})

test('a token is valid for no longer than the server allows, however it states that', async () => {
  const verify = createJwtVerifier(ecRules, now)
  for (const claims of [{ exp: NOW_S + 86_400 }, { exp: NOW_S + 60, iat: NOW_S - 60 }])
    expect((await verify(await sign(claims))).account).toBe(CLAIMS.sub)
  for (const claims of [
    ...[{ exp: 1e300 }, { exp: Number.MAX_SAFE_INTEGER }, { exp: NOW_S + 86_400 + 61 }],
    // Its last day, but not its first.
    { exp: NOW_S + 60, iat: NOW_S - 86_400 },
  ])
    await expect(verify(await sign(claims))).rejects.toMatchObject(refuse(/too long.*max-age/))
})

test('the id of a token is text, and is read with its end', async () => {
  const token = await sign({ jti: 'a1' })
  expect((await createJwtVerifier(ecRules, now)(token)).jti).toBe('a1')
  expect(idOfJwt(token)).toEqual({ jti: 'a1', endsAt: '2026-05-01T12:06:00.000Z' })
  expect(idOfJwt(await sign({ jti: 'a1', exp: 1e300 }))).toEqual({ jti: 'a1', endsAt: undefined })
  expect(idOfJwt(await sign())).toBeUndefined()
  for (const jti of [7, '', ['a1']])
    await expect(createJwtVerifier(ecRules, now)(await sign({ jti }))).rejects.toMatchObject(
      refuse(/"jti"/),
    )
})

test('the audience may be one of several', async () => {
  const token = await sign({ aud: ['another', 'griot'] })
  expect((await createJwtVerifier(ecRules, now)(token)).account).toBe(CLAIMS.sub)
})

test('clocks may lie a minute apart, and no more', async () => {
  const verify = createJwtVerifier(ecRules, now)
  expect(await verify(await sign({ exp: NOW_S - 59, nbf: NOW_S + 59 }))).toBeDefined()
  await expect(verify(await sign({ exp: NOW_S - 61 }))).rejects.toMatchObject(refuse(/has expired/))
  await expect(verify(await sign({ nbf: NOW_S + 61 }))).rejects.toMatchObject(
    refuse(/not valid yet/),
  )
})

const publicPem = issuers.publicKey.export({ type: 'spki', format: 'pem' })
const publicDer = issuers.publicKey.export({ type: 'spki', format: 'der' })
const publicJwk = await exportJWK(attackers.publicKey)
const ATTACKS: Readonly<Record<string, readonly [() => string | Promise<string>, RegExp]>> = {
  'no signature, alg none': [
    () => `${part({ alg: 'none' })}.${part(CLAIMS)}.`,
    /signed with ES256|cannot be read/,
  ],
  'alg None in another letter case': [
    () => `${part({ alg: 'nOnE' })}.${part(CLAIMS)}.`,
    /signed with ES256|cannot be read/,
  ],
  'no alg': [async () => `${part({})}.${(await sign()).split('.').slice(1).join('.')}`, /./],
  'HS256 with the public key in PEM as its secret': [
    () => sign({}, { alg: 'HS256' }, createSecretKey(Buffer.from(publicPem))),
    /signed with ES256/,
  ],
  'HS256 with the public key in DER as its secret': [
    () => sign({}, { alg: 'HS256' }, createSecretKey(publicDer)),
    /signed with ES256/,
  ],
  'somebody else’s key': [
    () => sign({}, {}, attackers.privateKey),
    /signature .* not from its issuer/,
  ],
  'a key of its own in the header': [
    () => sign({}, { jwk: publicJwk }, attackers.privateKey),
    /signature/,
  ],
  'an address of a key in the header, signed rightly': [
    () => sign({}, { jku: 'https://evil.example/keys' }),
    /"jku"/,
  ],
  'a key in the header, signed rightly': [() => sign({}, { jwk: publicJwk }), /"jwk"/],
  'a certificate in the header, signed rightly': [() => sign({}, { x5c: ['MIIB'] }), /"x5c"/],
  'a signature of zeros (CVE-2022-21449)': [
    async () =>
      `${(await sign()).split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`,
    /signature/,
  ],
  'an empty signature': [async () => (await sign()).replace(/[^.]*$/, ''), /./],
  'claims changed after signing': [
    async () => {
      const [header, , signature] = (await sign()).split('.')
      return `${header}.${part({ ...CLAIMS, sub: 'owner', scope: 'admin' })}.${signature}`
    },
    /signature/,
  ],
  'a critical header that is not known': [
    async () =>
      `${part({ alg: 'ES256', crit: ['exp'] })}.${(await sign()).split('.').slice(1).join('.')}`,
    /cannot be read/,
  ],
  'no time at which it ends': [() => without('exp'), /no expiry time/],
  'an end that is a text': [() => sign({ exp: '2099-01-01' }), /must be a number|cannot/],
  'no account': [() => without('sub'), /names no account/],
  'another issuer': [() => sign({ iss: 'https://id.example.org' }), /not from the issuer/],
  'no issuer': [() => without('iss'), /not from the issuer/],
  'another audience': [() => sign({ aud: 'griot2' }), /not meant for this server/],
  'no audience': [() => without('aud'), /not meant for this server/],
  'an account that is a number': [() => sign({ sub: 7 }), /not a valid account name|cannot/],
  'an account that is empty': [() => sign({ sub: ' ' }), /not a valid account name/],
  'an account with a space before it': [() => sign({ sub: ' owner' }), /not a valid account name/],
  'an account in another form of Unicode': [
    () => sign({ sub: 'Àdùkẹ́'.normalize('NFD') }),
    /Unicode NFC/,
  ],
  'an account with a line break': [() => sign({ sub: 'a\nb' }), /control characters/],
  'an account with half a character': [() => sign({ sub: 'a\ud800' }), /not a valid account name/],
  'an account of 201 characters': [() => sign({ sub: 'a'.repeat(201) }), /1 to 200/],
  'claims that are no object': [
    () => `${part({ alg: 'ES256' })}.${part('[1]')}.${part('x'.repeat(64))}`,
    /./,
  ],
  'a header that is no JSON': [
    () => `${part('{"alg":')}.${part(CLAIMS)}.${part('x')}`,
    /cannot be read/,
  ],
}

test.each(Object.entries(ATTACKS))(
  'a JWT with %s is refused in words',
  async (_, [make, words]) => {
    const token = await make()
    await expect(createJwtVerifier(ecRules, now)(token)).rejects.toMatchObject(refuse(words))
  },
)

test('where HS256 is configured, nothing that is signed with ES256 counts, nor a shorter guess of the secret', async () => {
  const verify = createJwtVerifier(secretRules, now)
  await expect(verify(await sign())).rejects.toMatchObject(refuse(/signed with HS256/))
  const other = createSecretKey(Buffer.from('a secret of 32 bytes, at least!?'))
  await expect(verify(await sign({}, { alg: 'HS256' }, other))).rejects.toMatchObject(
    refuse(/signature/),
  )
  await expect(verify(await sign({}, { alg: 'HS512' }, secret))).rejects.toMatchObject(
    refuse(/signed with HS256/),
  )
})

test('a key that was given with its id refuses tokens that name another one', async () => {
  const verify = createJwtVerifier({ ...ecRules, keyId: '2026-05' }, now)
  expect(await verify(await sign({}, { kid: '2026-05' }))).toBeDefined()
  expect(await verify(await sign())).toBeDefined()
  await expect(verify(await sign({}, { kid: '../../etc/passwd' }))).rejects.toMatchObject(
    refuse(/names another key/),
  )
})

test('what is no JWT by its shape is not taken for one', () => {
  for (const token of [
    'My API Key',
    'griot_abc.def.ghi',
    'a.b',
    'eyJ.x',
    'eyJ.a.b.c',
    'eyJhbGci',
    '',
  ])
    expect(looksLikeJwt(token)).toBe(false)
})
