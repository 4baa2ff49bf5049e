import { z } from 'zod'

/** Permissions of a token. `admin` makes and revokes tokens and installs packs; it does not include the others. */
export const SCOPES = ['speak', 'voices', 'files', 'text', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** The account of the person whose computer this is: the studio's, the first key's, the command line's. */
export const OWNER = 'owner'

/** For whom work is done, so that it can be shared fairly: an account, and the token that asked for it. */
export interface Requester {
  readonly account: string
  /** Tells tokens apart; never the token. */
  readonly token: string
  readonly isGuest: boolean
}

/** No control characters, and no halves of characters, which would all be stored as the same one. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u

/** Accounts separate voices, files and quota. The name is what `sub` of a JWT says. */
export const AccountName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1, 'An account needs a name.')
  .max(200, 'An account name has at most 200 characters.')
  .regex(PRINTABLE, 'An account name holds no control characters.')

/** A stored token as its owner may see it: never the token itself. Times in RFC 3339, UTC. */
export const KeyRecord = z.object({
  id: z.number(),
  kind: z.enum(['key', 'guest']),
  name: z.string(),
  account: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The first characters of the token, to know it by. Not there for keys from before they were kept. */
  start: z.string().optional(),
  createdAt: z.string(),
  lastUsedAt: z.string().optional(),
  expiresAt: z.string().optional(),
  revokedAt: z.string().optional(),
})
export type KeyRecord = z.infer<typeof KeyRecord>

const DAYS = 'A key works for 1 to 3,650 days, or, with no number of days, until it is revoked.'

/** An order for a new API key. */
export const KeyDraft = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'A key needs a name.')
    .max(120, 'The name of a key has at most 120 characters.')
    .regex(PRINTABLE, 'The name of a key holds no control characters.'),
  account: AccountName.default(OWNER),
  scopes: z
    .array(
      z.enum(SCOPES, { error: `The scopes of a key are some of these: ${SCOPES.join(', ')}.` }),
    )
    .min(1, 'A key needs at least one scope.'),
  /** Days until it stops working; left out: it works until it is revoked. */
  days: z.number(DAYS).int(DAYS).min(1, DAYS).max(3_650, DAYS).optional(),
})
export type KeyDraft = z.infer<typeof KeyDraft>

/** How long a guest token works, in seconds. */
export const GUEST_TTL = { min: 1, usual: 900, max: 86_400 } as const
const TtlSeconds = z.number().int().min(GUEST_TTL.min).max(GUEST_TTL.max).default(GUEST_TTL.usual)

/** A new token, in the one answer that holds it: only its hash is kept. */
export const CreatedToken = z.object({ token: z.string(), record: KeyRecord })
export type CreatedToken = z.infer<typeof CreatedToken>

/** `notice`: what follows, in words, where it was the owner's last key that may make and revoke tokens. */
export const RevokedKey = KeyRecord.extend({ notice: z.string().optional() })
export type RevokedKey = z.infer<typeof RevokedKey>

/** Settings of an account, which its owner changes. */
export const AccountSettings = z.object({
  /** Keep generated audio in the account's files where the request allows it (`X-Data-Retention`). */
  keepAudio: z.boolean(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** The contract table's part about tokens and accounts. The studio speaks for the owner. */
export const accessMethods = {
  'keys.list': { input: z.object({}), output: z.array(KeyRecord) },
  'keys.create': { input: KeyDraft, output: CreatedToken },
  'keys.revoke': { input: z.object({ id: z.number().int() }), output: RevokedKey },
  /** The first key, which `app.about` tells, was shown: it stays. */
  'keys.shown': { input: z.object({}), output: z.object({}) },
  'guests.create': { input: z.object({ ttlSeconds: TtlSeconds }), output: CreatedToken },
  'account.settings': { input: z.object({}), output: AccountSettings },
  'account.change': { input: AccountSettings, output: AccountSettings },
} as const
