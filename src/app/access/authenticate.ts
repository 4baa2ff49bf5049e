import { timingSafeEqual } from 'node:crypto'
import { OWNER, SCOPES, type Scope } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { KeyRow, KeyRows } from '#storage/db/keys.ts'
import type { RevokedJwts } from '#storage/db/revoked-jwts.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { type JwtClaims, looksLikeJwt } from './jwt.ts'
import { hashOf } from './tokens.ts'

export interface AuthenticateDependencies {
  readonly keys: Pick<KeyRows, 'byHash'>
  /** Accepted besides the stored keys, for the owner; never stored. Blank ones are left out. */
  readonly extraKeys: readonly string[]
  /** Undefined: JWTs are not accepted. */
  readonly verifyJwt: ((token: string) => Promise<JwtClaims>) | undefined
  readonly revokedJwts: Pick<RevokedJwts, 'find'>
  readonly now: () => Date
  /** Is told of every stored token that was used. */
  readonly onUse: (id: number) => void
  /** Is told of every account that a JWT speaks for. */
  readonly onAccount: (name: string) => Awaitable<unknown>
  readonly retryWhileBusy: RetryWhileBusy
}

/**
 * Tells by its shape what a bearer token is: a key of the environment is exactly one of those given, a JWT has three
 * parts with points between them, all else is an API key or a guest token of the library.
 */
export function createAuthenticate(dependencies: AuthenticateDependencies): Access['authenticate'] {
  const environment = withoutBlanks(dependencies.extraKeys).map(hashOf)
  return async (token) => {
    const hash = hashOf(token)
    // Every one is compared, in constant time, so that the time taken says nothing about which one was near.
    const [match] = environment.flatMap((known, i) => (timingSafeEqual(known, hash) ? [i] : []))
    if (match !== undefined) return fromEnvironment(match)
    if (looksLikeJwt(token)) return fromJwt(token, dependencies)
    return fromLibrary(hash, dependencies)
  }
}

/** The keys of the environment that count. */
export function withoutBlanks(keys: readonly string[]): string[] {
  return keys.map((key) => key.trim()).filter((key) => key !== '')
}

/** Caller with the key of the environment that has this number, from 0. */
export function fromEnvironment(index: number): Caller {
  return {
    account: OWNER,
    kind: 'environment',
    tokenId: `environment ${index + 1}`,
    tokenName: 'environment',
    scopes: new Set(SCOPES),
  }
}

async function fromJwt(token: string, dependencies: AuthenticateDependencies): Promise<Caller> {
  if (!dependencies.verifyJwt)
    throw refused(
      'This looks like a JWT, but this server accepts none. Use an API key, or start Griot with a JWT issuer.',
    )
  const { account, scopes, jti } = await dependencies.verifyJwt(token)
  await refuseRevokedJwt(jti, dependencies.revokedJwts)
  await dependencies.retryWhileBusy(() => dependencies.onAccount(account))
  return jwtCaller(account, scopes)
}

/** Throws AppError('access/refused') if the JWT with this id was revoked. */
export async function refuseRevokedJwt(
  jti: string | undefined,
  revokedJwts: Pick<RevokedJwts, 'find'>,
): Promise<void> {
  const revokedAt = jti === undefined ? undefined : await revokedJwts.find(jti)
  if (revokedAt !== undefined)
    throw refused(`This token was revoked on ${revokedAt}. Get another one from its issuer.`)
}

/** Every JWT of an account counts as the same token: a new one every few minutes is how they are used. */
export function jwtCaller(account: string, scopes: ReadonlySet<Scope>): Caller {
  return { account, kind: 'jwt', tokenId: `jwt ${account}`, tokenName: `JWT of ${account}`, scopes }
}

/**
 * Looked up by its hash: what a timing of that search could tell is part of a hash, from which no token can be made.
 * Read from the library each time, so that what another process or another server adds or revokes counts at once.
 */
async function fromLibrary(
  hash: Buffer,
  { keys, now, onUse }: AuthenticateDependencies,
): Promise<Caller> {
  const key = await keys.byHash(hash)
  const isSame = key !== undefined && timingSafeEqual(key.sha256, hash)
  const caller = fromKey(isSame ? key : undefined, now())
  if (key) onUse(key.id)
  return caller
}

/** Caller with a token of the library. Throws AppError('access/refused') if there is none, or if it is no longer valid. */
export function fromKey(key: KeyRow | undefined, now: Date): Caller {
  if (!key) throw refused('This API key is unknown. Check that it was copied completely.')
  refuseEnded(key, now)
  return {
    account: key.account,
    kind: key.kind,
    tokenId: `${key.kind} ${key.id}`,
    tokenName: key.name,
    scopes: new Set(key.scopes),
  }
}

function refuseEnded({ kind, expiresAt, revokedAt }: KeyRow, now: Date): void {
  const what = kind === 'guest' ? 'guest token' : 'API key'
  if (revokedAt !== undefined)
    throw refused(`This ${what} was revoked on ${revokedAt}. Ask for another one.`)
  if (expiresAt !== undefined && expiresAt <= now.toISOString())
    throw refused(`This ${what} expired on ${expiresAt}. Ask for another one.`)
}

/** The error of a token that is not accepted. */
export function refused(words: string): AppError {
  return new AppError('access/refused', words)
}
