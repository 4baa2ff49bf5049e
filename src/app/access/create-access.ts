import type { z } from 'zod'
import {
  AccountName,
  type CreatedToken,
  GUEST_TTL,
  KeyDraft,
  type KeyRecord,
  OWNER,
  type RevokedKey,
  type Scope,
} from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { type Accounts, createAccounts, ensureAccount } from '#storage/db/accounts.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import {
  addKey,
  createKeyRows,
  findKey,
  type KeyRow,
  listKeys,
  type NewKey,
  purgeGuestKeys,
  revokeKey,
} from '#storage/db/keys.ts'
import { NO_RESERVE, type Reserve, withReserve } from '#storage/db/reserve.ts'
import { createRevokedJwts } from '#storage/db/revoked-jwts.ts'
import { type Awaitable, type RowDatabase, type Steps, transaction } from '#storage/db/steps.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import type { Access } from './access.ts'
import { createAuthenticate } from './authenticate.ts'
import { createFirstKey } from './first-key.ts'
import { createGrants } from './grants.ts'
import { createJwtVerifier, idOfJwt, type JwtRules, looksLikeJwt } from './jwt.ts'
import { createLastUsed } from './last-used.ts'
import { hashOf, makeToken } from './tokens.ts'

export interface AccessOptions {
  readonly now: () => Date
  readonly randomBytes: (size: number) => Uint8Array
  /** API keys to accept besides the stored ones, for the owner. */
  readonly extraKeys: readonly string[]
  readonly jwt?: JwtRules | undefined
  /** This program, which may come to make the first key. */
  readonly process: LiveProcess
  /** Reserve for a full disk, so that tokens can still be revoked. */
  readonly reserve?: Reserve | undefined
  readonly onBug: (error: unknown) => void
}

const DAY_MS = 86_400_000
/** An expired guest token stays this long, so that whoever still holds it is told why it opens nothing. */
const GUEST_KEPT_MS = DAY_MS
const LONGEST_JTI = 1_000
const GUEST_SCOPES: readonly Scope[] = ['speak', 'text']

/** Access by the tokens of a library, of the environment and of a JWT issuer. */
export function createAccess(database: RowDatabase, options: AccessOptions): Access {
  const { now, randomBytes, onBug, reserve = NO_RESERVE } = options
  const keys = createKeyRows(database)
  const revokedJwts = createRevokedJwts(database)
  const accounts = createAccounts(database, now)
  const lastUsed = createLastUsed(keys.used, { now, onBug })
  const make = (kind: KeyRow['kind'], order: Order): Steps<CreatedToken> =>
    transaction(function* () {
      const { token, start } = makeToken(kind, randomBytes)
      const createdAt = now().toISOString()
      yield* ensureAccount(order.account, now)
      const key = yield* addKey({ ...order, kind, start, sha256: hashOf(token), createdAt })
      return { token, record: recordOf(key) }
    })
  const inDays = (days: number | undefined): string | undefined =>
    days === undefined ? undefined : new Date(now().getTime() + days * DAY_MS).toISOString()
  const guestsUntil = (): string => new Date(now().getTime() - GUEST_KEPT_MS).toISOString()

  const purging = purgeUnlessBusy(() => keys.purgeGuests(guestsUntil())).catch(onBug)
  const first = createFirstKey({ database, make, now, process: options.process })
  return {
    get first() {
      return first.forStudio
    },
    async makeFirst() {
      await database.retryWhileBusy(first.make)
      return first.token
    },
    firstShown: (where) => database.retryWhileBusy(() => first.shown(where)),
    authenticate: createAuthenticate({
      ...{ keys, revokedJwts, now, extraKeys: options.extraKeys, onUse: lastUsed.used },
      verifyJwt: options.jwt && createJwtVerifier(options.jwt, now),
      onAccount: accounts.ensure,
      retryWhileBusy: database.retryWhileBusy,
    }),
    grants: createGrants({ keys, revokedJwts, now, extraKeys: options.extraKeys }),
    keys: {
      async list() {
        await lastUsed.flush()
        return (await keys.list()).map(recordOf)
      },
      create(draft) {
        const { name, account, scopes, days } = checked(draft)
        const order = { name, account, scopes, expiresAt: inDays(days) }
        return database.perform(() => make('key', order))
      },
      revoke: (id) =>
        withReserve(() => database.perform(() => revoke(id, now().toISOString())), reserve),
      async revokeJwt(given) {
        const isJwt = looksLikeJwt(given)
        const { jti, endsAt } = (isJwt ? idOfJwt(given) : { jti: given, endsAt: undefined }) ?? {}
        if (!jti || jti.length > LONGEST_JTI)
          throw new AppError(
            'access/invalid',
            `Only a token with an id ("jti") of 1 to ${LONGEST_JTI} characters can be revoked. Without one, change the key of the issuer.`,
          )
        const times = { at: now().toISOString(), endsAt }
        await withReserve(() => database.retryWhileBusy(() => revokedJwts.add(jti, times)), reserve)
        return jti
      },
    },
    guests: {
      create(account, ttlSeconds) {
        const ends = new Date(now().getTime() + checkedTtl(ttlSeconds) * 1_000)
        const order = { name: 'guest', account, scopes: GUEST_SCOPES }
        return database.perform(() =>
          transaction(function* () {
            yield* purgeGuestKeys(guestsUntil())
            return yield* make('guest', { ...order, expiresAt: ends.toISOString() })
          }),
        )
      },
    },
    ...settingsOf(accounts),
    async close() {
      await purging
      await lastUsed.close()
    },
  }
}

/** They open nothing any more, and go with the next one that is made. */
async function purgeUnlessBusy(purge: () => Awaitable<void>): Promise<void> {
  try {
    await purge()
  } catch (error) {
    if (!isTransient(error)) throw error
  }
}

type Order = Pick<NewKey, 'name' | 'account' | 'scopes' | 'expiresAt'>

function checked(draft: KeyDraft): KeyDraft {
  const read = readOrRefuse(KeyDraft, draft)
  return { ...read, scopes: [...new Set(read.scopes)] }
}

function readOrRefuse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new AppError('access/invalid', read.error.issues.map(({ message }) => message).join(' '))
}

function checkedTtl(seconds: number): number {
  const { min, max } = GUEST_TTL
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds
  throw new AppError(
    'access/invalid',
    `A guest token works for ${min} to ${max.toLocaleString('en')} whole seconds, not ${seconds}.`,
  )
}

function* revoke(id: number, at: string): Steps<RevokedKey> {
  yield* revokeKey(id, at)
  const key = yield* findKey(id)
  if (!key)
    throw new AppError('access/not-found', `There is no key with the number ${id}. See the list.`)
  const record = recordOf(key)
  if (!isOwnersAdmin(key)) return record
  const others = yield* listKeys()
  if (others.some((other) => isOwnersAdmin(other) && isUsable(other, at))) return record
  return {
    ...record,
    notice:
      'That was the last key of the owner that may make and revoke tokens. No program can do that now; the studio and the command line of this computer still can ("griot keys create --name NAME").',
  }
}

function isOwnersAdmin({ kind, account, scopes }: KeyRow): boolean {
  return kind === 'key' && account === OWNER && scopes.includes('admin')
}

function isUsable({ revokedAt, expiresAt }: KeyRow, at: string): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > at)
}

function settingsOf(
  accounts: Accounts,
): Pick<Access, 'accountOf' | 'listAccounts' | 'changeAccount'> {
  const checkedName = (name: string): string => readOrRefuse(AccountName, name)
  return {
    accountOf: (name) => accounts.ensure(checkedName(name)),
    listAccounts: accounts.list,
    changeAccount(name, settings) {
      const { quotaBytes = 0 } = settings
      if (Number.isSafeInteger(quotaBytes) && quotaBytes >= 0)
        return accounts.change(checkedName(name), settings)
      throw new AppError('access/invalid', 'A quota is a whole number of bytes, 0 or more.')
    },
  }
}

/** Public record of a stored token: all but its hash. Absent fields are left out, as in JSON. */
function recordOf({ sha256: _, ...key }: KeyRow): KeyRecord {
  const { start, lastUsedAt, expiresAt, revokedAt } = key
  return {
    ...{ id: key.id, kind: key.kind, name: key.name, account: key.account },
    scopes: [...key.scopes],
    createdAt: key.createdAt,
    ...(start === undefined ? {} : { start }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
  }
}
