import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type JwtSettings, jwtSettingsOf, readJwtRules } from './jwt-settings.ts'

const folder = folderForTests('ቁልፍ ìṣẹ́')

let files = 0
function file(content: string | Uint8Array): string {
  const path = join(folder, `àṣírí ${++files}`)
  writeFileSync(path, content)
  return path
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const privateJwk = privateKey.export({ format: 'jwk' })
const pem = file(publicKey.export({ type: 'spki', format: 'pem' }))
const SECRET = 'a secret of 32 bytes, at least!!'
const settings = (fields: Partial<JwtSettings> = {}): JwtSettings => ({
  algorithm: 'ES256',
  keyFile: pem,
  issuer: 'https://id.example.org/',
  audience: 'griot',
  ...fields,
})

test('without any setting no JWT is accepted, and a variable that is set to nothing is not set', () => {
  expect(readJwtRules(jwtSettingsOf({}))).toBeUndefined()
  expect(readJwtRules(jwtSettingsOf({ GRIOT_JWT_ISSUER: '', GRIOT_JWT_KEY_FILE: '' }))).toBe(
    undefined,
  )
})

test('settings from the environment make the rules', () => {
  const rules = readJwtRules(
    jwtSettingsOf({
      GRIOT_JWT_ALGORITHM: 'ES256',
      GRIOT_JWT_KEY_FILE: pem,
      GRIOT_JWT_ISSUER: 'https://id.example.org/',
      GRIOT_JWT_AUDIENCE: 'griot',
    }),
  )
  expect(rules).toMatchObject({ algorithm: 'ES256', audience: 'griot', keyId: undefined })
  expect(rules?.key.equals(publicKey)).toBe(true)
})

test('the key may be a PEM or a JWK with its id, the secret a line of text or a JWK', () => {
  const fromJwk = readJwtRules(
    settings({ keyFile: file(JSON.stringify({ ...jwk, kid: 'may', use: 'sig', alg: 'ES256' })) }),
  )
  expect([fromJwk?.key.equals(publicKey), fromJwk?.keyId]).toEqual([true, 'may'])
  const k = Buffer.from(SECRET).toString('base64url')
  for (const content of [
    SECRET,
    `${SECRET}\n`,
    `${SECRET}\r\n`,
    JSON.stringify({ kty: 'oct', k }),
  ]) {
    const rules = readJwtRules(settings({ algorithm: 'HS256', keyFile: file(content) }))
    expect(rules?.key.export().toString()).toBe(SECRET)
  }
})

const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey
const WRONG: Readonly<Record<string, readonly [Partial<JwtSettings>, RegExp]>> = {
  'no key': [{ keyFile: undefined }, /they also need the key \(GRIOT_JWT_KEY_FILE/],
  'no issuer and no audience': [
    { issuer: undefined, audience: undefined },
    /the issuer .* and the audience/,
  ],
  'no algorithm': [{ algorithm: undefined }, /the algorithm/],
  RS256: [{ algorithm: 'RS256' }, /"RS256" is not a supported algorithm.*ES256 or HS256/],
  none: [{ algorithm: 'none' }, /ES256 or HS256/],
  'a key file that is not there': [
    { keyFile: join(folder, 'missing') },
    /missing could not be read/,
  ],
  'a folder for a key': [{ keyFile: folder }, /could not be read/],
  'a text for a public key': [{ keyFile: file('not a key') }, /no public key in PEM and no JWK/],
  'an empty file': [{ keyFile: file('') }, /no public key/],
  'half a JWK': [{ keyFile: file('{"kty": "EC"') }, /looks like a JWK/],
  'a set of JWKs': [{ keyFile: file(JSON.stringify({ keys: [jwk] })) }, /one key with its "kty"/],
  'a JWK without a point': [{ keyFile: file('{"kty": "EC", "crv": "P-256"}') }, /no JWK/],
  'a JWK for encryption': [{ keyFile: file(JSON.stringify({ ...jwk, use: 'enc' })) }, /signatures/],
  'a JWK for ES512': [{ keyFile: file(JSON.stringify({ ...jwk, alg: 'ES512' })) }, /for ES512/],
  'a key of P-384': [
    { keyFile: file(p384.export({ type: 'spki', format: 'pem' })) },
    /not on the curve P-256/,
  ],
  'an RSA key': [{ keyFile: file(rsa.export({ type: 'spki', format: 'pem' })) }, /curve P-256/],
  'a private key in PEM': [
    { keyFile: file(privateKey.export({ type: 'pkcs8', format: 'pem' })) },
    /holds a private key/,
  ],
  'a private JWK': [{ keyFile: file(JSON.stringify(privateJwk)) }, /holds a private key/],
  'the public key as the secret of HS256': [
    { algorithm: 'HS256' },
    /key for another algorithm; HS256 needs a secret/,
  ],
  'a public JWK as the secret of HS256': [
    { algorithm: 'HS256', keyFile: file(JSON.stringify(jwk)) },
    /HS256 needs a secret/,
  ],
  'a secret of 31 bytes': [
    { algorithm: 'HS256', keyFile: file(`${SECRET.slice(1)}\n`) },
    /31 bytes; HS256 needs at least 32/,
  ],
  'an empty secret': [{ algorithm: 'HS256', keyFile: file('\n') }, /has 0 bytes/],
}

test.each(Object.entries(WRONG))('%s is refused at the start, in words', (_, [fields, words]) => {
  expect(() => readJwtRules(settings(fields))).toThrow(
    expect.objectContaining({ code: 'access/invalid', message: expect.stringMatching(words) }),
  )
})

test('no message about a wrong setting holds the secret', () => {
  const keyFile = file('short but secret')
  expect(() => readJwtRules(settings({ algorithm: 'HS256', keyFile }))).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('short but') }),
  )
})
