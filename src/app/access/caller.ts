import type { Scope } from '#shared/access.ts'

/** Who asks, as a token says. */
export interface Caller {
  /** Whose voices, files and quota count. */
  readonly account: string
  /** `guest`: may store nothing and sees nothing of the account but the system voices. */
  readonly kind: 'key' | 'guest' | 'jwt' | 'environment'
  /** Tells tokens apart (rate limits, idempotency); never the token. */
  readonly tokenId: string
  /** What people call the token; it is what the request log shows. */
  readonly tokenName: string
  readonly scopes: ReadonlySet<Scope>
}
