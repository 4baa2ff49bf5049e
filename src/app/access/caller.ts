import type { Requester, Scope } from '#shared/access.ts'

/** Authenticated caller. */
export interface Caller {
  /** Account whose voices, files and quota apply. */
  readonly account: string
  /** `guest`: may store nothing and sees nothing of the account but the system voices. */
  readonly kind: 'key' | 'guest' | 'jwt' | 'environment'
  /** Tells tokens apart (rate limits, idempotency); never the token. */
  readonly tokenId: string
  /** Name of the token, as the request log shows it. */
  readonly tokenName: string
  readonly scopes: ReadonlySet<Scope>
}

/** For whom the work that a caller asks for is done. */
export function requesterOf({
  account,
  tokenId,
  kind,
}: Pick<Caller, 'account' | 'tokenId' | 'kind'>): Requester {
  return { account, token: tokenId, isGuest: kind === 'guest' }
}
