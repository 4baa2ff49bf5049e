import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { SCOPES } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { KeyRows } from '#storage/db/keys.ts'
import type { RevokedJwts } from '#storage/db/revoked-jwts.ts'
import type { Access } from './access.ts'
import {
  fromEnvironment,
  fromKey,
  jwtCaller,
  refused,
  refuseRevokedJwt,
  withoutBlanks,
} from './authenticate.ts'
import type { Caller } from './caller.ts'

/**
 * What a service stores of the token that opened a session, so that every node can tell whether that token is still valid. No
 * token can be made from it: a key of the environment, which a person may have chosen, is there as a slow hash.
 */
const Grant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('key'), id: z.number() }),
  z.strictObject({ kind: z.literal('environment'), salt: z.string(), hash: z.string() }),
  z.strictObject({
    kind: z.literal('jwt'),
    account: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    jti: z.string().optional(),
    /** Seconds since 1970. */
    endsAt: z.number(),
  }),
])
type Grant = z.infer<typeof Grant>

interface GrantDependencies {
  readonly keys: Pick<KeyRows, 'byId'>
  readonly extraKeys: readonly string[]
  readonly revokedJwts: Pick<RevokedJwts, 'find'>
  readonly now: () => Date
}

const HASH_BYTES = 32
const scryptAsync = promisify<string, string, number, Buffer>(scrypt)

/** With Node's costs (N = 16,384, r = 8, p = 1): some 50 ms of a processor and 16 MiB. */
const hashSlowly = (key: string, salt: string): Promise<Buffer> =>
  scryptAsync(key, salt, HASH_BYTES)

/** Makes and checks grants. */
export function createGrants({
  keys,
  extraKeys,
  revokedJwts,
  now,
}: GrantDependencies): Access['grants'] {
  /** Numbers of the keys of the environment by their grants (-1: not set here): each is hashed once, because these keys never change. */
  const environmentKeys = withoutBlanks(extraKeys)
  const environment = new Map<string, number>()
  const indexOf = async (salt: string, hash: Buffer): Promise<number> => {
    for (const [index, key] of environmentKeys.entries())
      if (timingSafeEqual(await hashSlowly(key, salt), hash)) return index
    return -1
  }
  const inEnvironment = async (
    grant: string,
    { salt, hash }: EnvironmentGrant,
  ): Promise<Caller> => {
    const index = environment.get(grant) ?? (await indexOf(salt, Buffer.from(hash, 'base64url')))
    environment.set(grant, index)
    if (index >= 0) return fromEnvironment(index)
    // Not `access/refused`, which ends the session: it is still good at the nodes where the key is set.
    throw new AppError(
      'access/forbidden',
      'The key that opened this session is not set at this node. Set it at every node, or sign in again.',
    )
  }
  return {
    async of(token, caller) {
      return JSON.stringify(await grantOf(token, caller))
    },
    async authenticate(text) {
      const grant = Grant.parse(JSON.parse(text))
      if (grant.kind === 'environment') return inEnvironment(text, grant)
      if (grant.kind === 'key') return fromKey(await keys.byId(grant.id), now())
      const { account, scopes, jti, endsAt } = grant
      if (now().getTime() >= endsAt * 1_000)
        throw refused('This token has expired. Get a new one from its issuer.')
      await refuseRevokedJwt(jti, revokedJwts)
      return jwtCaller(account, new Set(scopes))
    },
  }
}

type EnvironmentGrant = Extract<Grant, { kind: 'environment' }>

async function grantOf(token: string, { kind, tokenId, account, scopes }: Caller): Promise<Grant> {
  if (kind === 'jwt') {
    const { exp = 0, jti } = decodeJwt(token)
    return { kind, account, scopes: [...scopes], jti, endsAt: exp }
  }
  if (kind !== 'environment') return { kind: 'key', id: Number(tokenId.split(' ')[1]) }
  const salt = randomBytes(16).toString('base64url')
  const hash = await hashSlowly(token, salt)
  return { kind, salt, hash: hash.toString('base64url') }
}
