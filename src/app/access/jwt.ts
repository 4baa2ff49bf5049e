import type { KeyObject } from 'node:crypto'
import { decodeJwt, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import { AccountName, SCOPES, type Scope } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'

export const JWT_ALGORITHMS = ['ES256', 'HS256'] as const

/** Rules for JWTs: one algorithm, one key, one issuer, one audience. A token has no say in any of them. */
export interface JwtRules {
  readonly algorithm: (typeof JWT_ALGORITHMS)[number]
  /** The issuer's public key (ES256), or the secret shared with it (HS256). */
  readonly key: KeyObject
  /** Id of the key where it has one; tokens that name another one are refused. */
  readonly keyId: string | undefined
  readonly issuer: string
  readonly audience: string
  /** How long a token may be valid, in seconds. */
  readonly maxAge: number
}

export interface JwtClaims {
  readonly account: string
  readonly scopes: ReadonlySet<Scope>
  /** Id by which the token can be revoked. */
  readonly jti: string | undefined
}

/** Tolerated difference between the issuer's clock and ours, in seconds. */
const CLOCK_SKEW_S = 60
/** Headers by which a token brings its own key, or says where to fetch one. They are not read, and not let pass either. */
const FOREIGN_KEYS = ['jwk', 'jku', 'x5c', 'x5u', 'x5t', 'x5t#S256'] as const

/** Three parts of base64url, the last of which is empty in a token without signature (RFC 7515, section 7.1). */
export function looksLikeJwt(token: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(token)
}

/**
 * Checks a JWT (RFC 7519) and answers whom it stands for: `sub` is the account, `scope` (RFC 8693, section 4.2) what it
 * may do, words unknown here left out. Throws AppError('access/refused').
 */
export function createJwtVerifier(
  rules: JwtRules,
  now: () => Date,
): (token: string) => Promise<JwtClaims> {
  return async (token) => {
    const { payload, protectedHeader } = await verify(token, rules, now())
    refuseForeignKeys(protectedHeader, rules)
    refuseLongLived(payload, rules, now())
    return { account: accountOf(payload), scopes: scopesOf(payload), jti: jtiOf(payload) }
  }
}

async function verify(token: string, rules: JwtRules, currentDate: Date) {
  try {
    return await jwtVerify(token, rules.key, {
      algorithms: [rules.algorithm],
      issuer: rules.issuer,
      audience: rules.audience,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_SKEW_S,
      currentDate,
    })
  } catch (error) {
    if (error instanceof errors.JOSEError)
      throw new AppError('access/refused', whyNot(error, rules), error)
    throw error
  }
}

function whyNot(error: errors.JOSEError, { algorithm, issuer, audience }: JwtRules): string {
  if (error instanceof errors.JWTExpired)
    return 'This token has expired. Get a new one from its issuer.'
  if (error instanceof errors.JWTClaimValidationFailed)
    return (
      {
        iss: `This token is not from the issuer that this server trusts ("${issuer}").`,
        aud: `This token is not meant for this server: its "aud" must be "${audience}".`,
        nbf: 'This token is not valid yet. Check the clocks of its issuer and of this server.',
        exp: 'This token has no expiry time: "exp" must be a number.',
        sub: 'This token names no account: "sub" is missing.',
      }[error.claim] ?? `The claim "${error.claim}" of this token cannot be accepted.`
    )
  if (error instanceof errors.JOSEAlgNotAllowed)
    return `This token must be signed with ${algorithm} and nothing else.`
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'The signature of this token is not from its issuer. Check that it was copied completely.'
  return 'This token cannot be read. Check that it was copied completely.'
}

function refuseForeignKeys(header: JWTHeaderParameters, { keyId }: JwtRules): void {
  const foreign = FOREIGN_KEYS.find((name) => header[name] !== undefined)
  if (foreign !== undefined)
    throw new AppError(
      'access/refused',
      `This token carries a key of its own ("${foreign}" in its header), which is not accepted.`,
    )
  if (keyId !== undefined && header.kid !== undefined && header.kid !== keyId)
    throw new AppError(
      'access/refused',
      'This token names another key than the one this server knows.',
    )
}

/** A token that is valid for longer could be used by a thief for as long. */
function refuseLongLived({ exp = Infinity, iat }: JWTPayload, { maxAge }: JwtRules, now: Date) {
  const rest = exp - now.getTime() / 1_000 - CLOCK_SKEW_S
  if (rest <= maxAge && (iat === undefined || exp - iat <= maxAge)) return
  throw new AppError(
    'access/refused',
    `This token is valid for too long: this server takes those that are valid for at most ${maxAge} s ("exp" minus "iat"). Get a shorter one from its issuer, or raise --jwt-max-age.`,
  )
}

/** Every `jti` is text (RFC 7519, section 4.1.7): one that is not could never be revoked. */
function jtiOf({ jti }: JWTPayload): string | undefined {
  if (jti === undefined || (typeof jti === 'string' && jti !== '')) return jti
  throw new AppError('access/refused', 'The "jti" of this token is not a text. Ask its issuer.')
}

/** The id and the end of a JWT, which is not checked; undefined where it is none or has no id. */
export function idOfJwt(
  token: string,
): { readonly jti: string; readonly endsAt: string | undefined } | undefined {
  try {
    const { jti, exp } = decodeJwt(token)
    if (typeof jti !== 'string' || jti === '') return undefined
    const end = new Date(((exp ?? Number.NaN) + CLOCK_SKEW_S) * 1_000)
    return { jti, endsAt: Number.isNaN(end.getTime()) ? undefined : end.toISOString() }
  } catch {
    return undefined
  }
}

/** Taken as it is or not at all: two subjects must never come out as one account. */
function accountOf({ sub }: JWTPayload): string {
  const name = AccountName.safeParse(sub)
  if (name.success && name.data === sub) return name.data
  throw new AppError(
    'access/refused',
    'The "sub" of this token is not a valid account name: 1 to 200 characters in Unicode NFC, no control characters, no space at either end.',
  )
}

function scopesOf({ scope }: JWTPayload): ReadonlySet<Scope> {
  const words = new Set(typeof scope === 'string' ? scope.split(' ') : [])
  return new Set(SCOPES.filter((known) => words.has(known)))
}
