import type { CreatedToken, KeyDraft, KeyRecord, RevokedKey } from '#shared/access.ts'
import type { Account } from '#storage/db/accounts.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { Caller } from './caller.ts'

/** Authentication, tokens and accounts. */
export interface Access {
  /** Authenticates a bearer token, in constant time. Throws AppError('access/refused'). */
  authenticate(token: string): Promise<Caller>
  /** What a service stores of the tokens that open sessions. */
  readonly grants: {
    /** The grant of a token that stands for `caller`. */
    of(token: string, caller: Caller): Promise<string>
    /**
     * Whom the token of a grant stands for. Throws AppError('access/refused') if the token is no longer valid, and
     * ('access/forbidden') if it is a key of the environment that is not set at this node.
     */
    authenticate(grant: string): Promise<Caller>
  }
  /** Token that `makeFirst` has made since this program started. The library has only its hash. */
  readonly first: string | undefined
  /**
   * Makes the first key of a library that has none, or whose first one was never shown nor used because its maker
   * ended; returns it, or undefined. To be called when callers can get in, and the key be shown. Throws AppError.
   */
  makeFirst(): Promise<string | undefined>
  /** Somebody was shown the first key: it stays. Throws AppError. */
  firstShown(where: 'terminal' | 'studio'): Promise<void>
  readonly keys: {
    /** API keys and guest tokens of every account, oldest first; never the tokens themselves. */
    list(): Promise<readonly KeyRecord[]>
    /** Throws AppError('access/invalid') where the order is not one. The token is in the answer and nowhere else. */
    create(draft: KeyDraft): Awaitable<CreatedToken>
    /** Revokes a token at once. Throws AppError('access/not-found'). */
    revoke(id: number): Awaitable<RevokedKey>
    /**
     * Revokes a JWT at once, by its `jti`, or given whole: then it is remembered no longer than it is valid. Returns its `jti`.
     * Throws AppError('access/invalid') for a JWT without one.
     */
    revokeJwt(jtiOrToken: string): Awaitable<string>
  }
  readonly guests: {
    /** A token of `account` that speaks and works on texts for `ttlSeconds`, and stores nothing. */
    create(account: string, ttlSeconds: number): Awaitable<CreatedToken>
  }
  /** An account by its name, with its quota and what its owner decided; made where there is none. */
  accountOf(name: string): Awaitable<Account>
  listAccounts(): Awaitable<readonly Account[]>
  /** Changes what is given of an account. Throws AppError('access/invalid') for a quota that is none. */
  changeAccount(name: string, settings: Partial<Omit<Account, 'name'>>): Awaitable<Account>
  /** Writes down when tokens were used last. Call before the library is closed. */
  close(): Promise<void>
}
