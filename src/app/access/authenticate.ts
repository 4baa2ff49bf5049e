import { timingSafeEqual } from 'node:crypto'
import { OWNER, SCOPES } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Keys, StoredKey } from '#storage/db/keys.ts'
import type { UntilFree } from '#storage/db/until-free.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { type JwtClaims, looksLikeJwt } from './jwt.ts'
import { hashOf } from './tokens.ts'

export interface AuthenticateParts {
  readonly keys: Keys
  /** Accepted besides the stored keys, for the owner; never stored. Blank ones are left out. */
  readonly extraKeys: readonly string[]
  /** Undefined: JWTs are not accepted. */
  readonly verifyJwt: ((token: string) => Promise<JwtClaims>) | undefined
  readonly now: () => Date
  /** Hears of every stored token that was used. */
  readonly onUse: (id: number) => void
  /** Hears of every account that a JWT speaks for. */
  readonly onAccount: (name: string) => void
  readonly untilFree: UntilFree
}

/**
 * Tells by its shape what a bearer token is: a key of the environment is exactly one of those given, a JWT has three
 * parts with points between them, all else is an API key or a guest token of the library.
 */
export function createAuthenticate(parts: AuthenticateParts): Access['authenticate'] {
  const environment = parts.extraKeys
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .map(hashOf)
  return async (token) => {
    const hash = hashOf(token)
    // Every one is compared, in constant time, so that the time taken says nothing about which one was near.
    const [match] = environment.flatMap((known, i) => (timingSafeEqual(known, hash) ? [i] : []))
    if (match !== undefined) return fromEnvironment(match)
    if (looksLikeJwt(token)) return fromJwt(token, parts)
    return fromLibrary(hash, parts)
  }
}

function fromEnvironment(index: number): Caller {
  return {
    account: OWNER,
    kind: 'environment',
    tokenId: `environment ${index + 1}`,
    tokenName: 'environment',
    scopes: new Set(SCOPES),
  }
}

/** Every JWT of an account counts as the same token: a new one every few minutes is how they are used. */
async function fromJwt(token: string, parts: AuthenticateParts): Promise<Caller> {
  if (!parts.verifyJwt)
    throw refused(
      'This looks like a JWT, and this server accepts none. Use an API key, or start Griot with a JWT issuer.',
    )
  const { account, scopes } = await parts.verifyJwt(token)
  await parts.untilFree(() => parts.onAccount(account))
  return { account, kind: 'jwt', tokenId: `jwt ${account}`, tokenName: `JWT of ${account}`, scopes }
}

/**
 * Looked up by its hash: what a timing of that search could tell is part of a hash, from which no token can be made.
 * Read anew each time, so that what another process adds or revokes counts at once.
 */
function fromLibrary(hash: Buffer, { keys, now, onUse }: AuthenticateParts): Caller {
  const key = keys.byHash(hash)
  if (!key || !timingSafeEqual(key.sha256, hash))
    throw refused('This API key is not known here. Check that it was copied whole.')
  refuseEnded(key, now())
  onUse(key.id)
  return {
    account: key.account,
    kind: key.kind,
    tokenId: `${key.kind} ${key.id}`,
    tokenName: key.name,
    scopes: new Set(key.scopes),
  }
}

function refuseEnded({ kind, expiresAt, revokedAt }: StoredKey, now: Date): void {
  const what = kind === 'guest' ? 'guest token' : 'API key'
  if (revokedAt !== undefined)
    throw refused(`This ${what} was revoked on ${revokedAt}. Ask for another one.`)
  if (expiresAt !== undefined && expiresAt <= now.toISOString())
    throw refused(`This ${what} expired on ${expiresAt}. Ask for another one.`)
}

function refused(words: string): AppError {
  return new AppError('access/refused', words)
}
