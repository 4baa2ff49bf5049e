import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { JWT_ALGORITHMS, type JwtRules } from './jwt.ts'

/** JWT settings of the operator: all of them, or none. */
export interface JwtSettings {
  readonly algorithm: string | undefined
  /** ES256: a PEM public key or a JWK. HS256: the secret itself (the end of its line does not count) or a JWK. */
  readonly keyFile: string | undefined
  readonly issuer: string | undefined
  readonly audience: string | undefined
  /** How long a token may be valid, in seconds; undefined: a day. */
  readonly maxAge?: string | undefined
}

const LEAST_SECRET_BYTES = 32
const DAY_S = 86_400
const YEAR_S = 366 * DAY_S
const NAMES = {
  algorithm: 'the algorithm (GRIOT_JWT_ALGORITHM or --jwt-algorithm: ES256 or HS256)',
  keyFile: 'the key (GRIOT_JWT_KEY_FILE or --jwt-key-file)',
  issuer: 'the issuer (GRIOT_JWT_ISSUER or --jwt-issuer)',
  audience: 'the audience (GRIOT_JWT_AUDIENCE or --jwt-audience)',
} as const satisfies Record<Exclude<keyof JwtSettings, 'maxAge'>, string>

const Jwk = z.object({
  kty: z.string(),
  crv: z.string().optional(),
  k: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  d: z.string().optional(),
  alg: z.string().optional(),
  use: z.string().optional(),
  kid: z.string().optional(),
})
type Jwk = z.infer<typeof Jwk>

/** The settings as environment variables say them. Set to nothing, as container files do, is not set. */
export function jwtSettingsOf(
  variables: Readonly<Record<string, string | undefined>>,
): JwtSettings {
  return {
    algorithm: variables['GRIOT_JWT_ALGORITHM'] || undefined,
    keyFile: variables['GRIOT_JWT_KEY_FILE'] || undefined,
    issuer: variables['GRIOT_JWT_ISSUER'] || undefined,
    audience: variables['GRIOT_JWT_AUDIENCE'] || undefined,
    maxAge: variables['GRIOT_JWT_MAX_AGE'] || undefined,
  }
}

/** The rules that settings make, with the key read; undefined: no JWT is accepted. Throws AppError('access/invalid'). */
export function readJwtRules(settings: JwtSettings): JwtRules | undefined {
  const { algorithm, keyFile, issuer, audience } = settings
  if ([algorithm, keyFile, issuer, audience].every((value) => value === undefined)) return undefined
  if (!algorithm || !keyFile || !issuer || !audience) {
    const missing = Object.entries(NAMES).filter(([name]) => !settings[name as keyof JwtSettings])
    throw invalid(`they also need ${missing.map(([, words]) => words).join(' and ')}`)
  }
  const known = JWT_ALGORITHMS.find((name) => name === algorithm)
  if (!known) throw invalid(`"${algorithm}" is not a supported algorithm: use ES256 or HS256`)
  const { key, keyId } = readKey(keyFile, known)
  return { algorithm: known, key, keyId, issuer, audience, maxAge: readMaxAge(settings.maxAge) }
}

function readMaxAge(written: string | undefined): number {
  if (written === undefined) return DAY_S
  const seconds = /^\d{1,9}$/.test(written) ? Number(written) : 0
  if (seconds >= 1 && seconds <= YEAR_S) return seconds
  throw invalid(
    `"${written}" is no longest validity (GRIOT_JWT_MAX_AGE or --jwt-max-age): write 1 to ${YEAR_S} seconds`,
  )
}

type ReadKey = Pick<JwtRules, 'key' | 'keyId'>

function readKey(path: string, algorithm: JwtRules['algorithm']): ReadKey {
  const bytes = readBytes(path)
  const jwk = readJwk(bytes, path)
  if (jwk?.alg !== undefined && jwk.alg !== algorithm)
    throw invalid(`the key in ${path} is for ${jwk.alg}, not for ${algorithm}`)
  if (jwk?.use !== undefined && jwk.use !== 'sig')
    throw invalid(`the key in ${path} is not for signatures`)
  const key = algorithm === 'HS256' ? secretOf(bytes, jwk, path) : publicKeyOf(bytes, jwk, path)
  return { key, keyId: jwk?.kid }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw invalid(`the key file ${path} could not be read (${String(error)})`, error)
  }
}

/** A file that begins like a JSON object is a JWK, or a mistake. */
function readJwk(bytes: Buffer, path: string): Jwk | undefined {
  const text = bytes.toString('utf8').trim()
  if (!text.startsWith('{')) return undefined
  try {
    return Jwk.parse(JSON.parse(text))
  } catch (error) {
    throw invalid(
      `${path} looks like a JWK but is not one: it must hold one key with its "kty"`,
      error,
    )
  }
}

/** A public key is known to everybody: taken for a secret, it would let anybody sign. */
function secretOf(bytes: Buffer, jwk: Jwk | undefined, path: string): KeyObject {
  if (bytes.includes('-----BEGIN') || (jwk && jwk.kty !== 'oct'))
    throw invalid(`${path} holds a key for another algorithm; HS256 needs a secret`)
  const secret = jwk ? Buffer.from(jwk.k ?? '', 'base64url') : withoutLineEnd(bytes)
  if (secret.length < LEAST_SECRET_BYTES)
    throw invalid(
      `the secret in ${path} has ${secret.length} bytes; HS256 needs at least ${LEAST_SECRET_BYTES} (RFC 7518, section 3.2)`,
    )
  return createSecretKey(secret)
}

function withoutLineEnd(bytes: Buffer): Buffer {
  const end = bytes.at(-1) === 0x0a ? (bytes.at(-2) === 0x0d ? 2 : 1) : 0
  return bytes.subarray(0, bytes.length - end)
}

function publicKeyOf(bytes: Buffer, jwk: Jwk | undefined, path: string): KeyObject {
  if (jwk?.d !== undefined || /-----BEGIN [A-Z ]*PRIVATE KEY/.test(bytes.toString('latin1')))
    throw invalid(
      `${path} holds a private key. Leave that with the issuer and give Griot the public one`,
    )
  const key = parsePublicKey(bytes, jwk, path)
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
    return key
  throw invalid(`the key in ${path} is not on the curve P-256, which ES256 needs`)
}

function parsePublicKey(bytes: Buffer, jwk: Jwk | undefined, path: string): KeyObject {
  try {
    if (!jwk) return createPublicKey(bytes)
    const { kty, crv = '', x = '', y = '' } = jwk
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  } catch (error) {
    throw invalid(`${path} holds no public key in PEM and no JWK`, error)
  }
}

function invalid(words: string, cause?: unknown): AppError {
  return new AppError('access/invalid', `JWTs cannot be accepted as configured: ${words}.`, cause)
}
