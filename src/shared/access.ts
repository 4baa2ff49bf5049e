import { z } from 'zod'

/** What a token may do. `admin` makes and revokes tokens; it does not include the others. */
export const SCOPES = ['speak', 'voices', 'files', 'text', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** The account of the person whose computer this is: the studio's, the first key's, the command line's. */
export const OWNER = 'owner'

/** Accounts separate voices, files and quota. The name is what `sub` of a JWT says. */
export const AccountName = z
  .string()
  .trim()
  .min(1, 'An account needs a name.')
  .max(200, 'An account name has at most 200 characters.')
  .regex(/^\P{Cc}*$/u, 'An account name holds no control characters.')

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

/** An order for a new API key. */
export const KeyDraft = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'A key needs a name.')
    .max(120, 'The name of a key has at most 120 characters.')
    .regex(/^\P{Cc}*$/u, 'The name of a key holds no control characters.'),
  account: AccountName.default(OWNER),
  scopes: z.array(z.enum(SCOPES)).min(1, 'A key needs at least one scope.'),
  /** Days until it stops working; left out: it works until it is revoked. */
  days: z.number().int().min(1).max(3_650).optional(),
})
export type KeyDraft = z.infer<typeof KeyDraft>

/** How long a guest token works, in seconds. */
export const GUEST_TTL = { min: 1, usual: 900, max: 86_400 } as const
const Ttl = z.number().int().min(GUEST_TTL.min).max(GUEST_TTL.max).default(GUEST_TTL.usual)

const Made = z.object({
  /** Shown once: only its hash is kept. */
  token: z.string(),
  record: KeyRecord,
})

/** What an account's owner has decided. */
export const AccountSettings = z.object({
  /** Keep generated audio in the account's files where the request allows it (`X-Data-Retention`). */
  keepAudio: z.boolean(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

/** The contract table's part about tokens and accounts. The studio speaks for the owner. */
export const accessMethods = {
  'keys.list': { input: z.object({}), output: z.array(KeyRecord) },
  'keys.create': { input: KeyDraft, output: Made },
  'keys.revoke': { input: z.object({ id: z.number().int() }), output: KeyRecord },
  'guests.create': { input: z.object({ ttlSeconds: Ttl }), output: Made },
  'account.settings': { input: z.object({}), output: AccountSettings },
  'account.change': { input: AccountSettings, output: AccountSettings },
} as const
