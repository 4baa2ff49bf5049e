import type { KeyRecord } from '#shared/access.ts'

export type TokenState = 'active' | 'expired' | 'revoked'

/** State of a token. Revoked takes precedence over expired. */
export function tokenState(record: KeyRecord, now: Date): TokenState {
  if (record.revokedAt !== undefined) return 'revoked'
  return record.expiresAt !== undefined && new Date(record.expiresAt) <= now ? 'expired' : 'active'
}

/** Active tokens first, and within each group the newest first. */
export function sortTokens(records: readonly KeyRecord[], now: Date): readonly KeyRecord[] {
  const rank = (record: KeyRecord): number => (tokenState(record, now) === 'active' ? 0 : 1)
  return records.toSorted(
    (one, other) => rank(one) - rank(other) || other.createdAt.localeCompare(one.createdAt),
  )
}

/** Token that this window knows in full. */
export interface KnownToken {
  readonly token: string
  /** Missing for the first key, which is recognised by its first characters. */
  readonly id?: number
}

/** Newest known token with which the examples work: active, with the scope `speak`. */
export function tokenForExamples(
  known: readonly KnownToken[],
  records: readonly KeyRecord[],
  now: Date,
): string | undefined {
  return known.findLast((candidate) => {
    const record = records.find((one) => matchesToken(one, candidate))
    if (!record) return true
    return tokenState(record, now) === 'active' && record.scopes.includes('speak')
  })?.token
}

function matchesToken({ id, start }: KeyRecord, known: KnownToken): boolean {
  if (known.id !== undefined) return known.id === id
  return start !== undefined && start !== '' && known.token.startsWith(start)
}

/** Whether it is the account's only active token that can create and revoke tokens over HTTP. */
export function isLastAdmin(record: KeyRecord, records: readonly KeyRecord[], now: Date): boolean {
  const admins = records.filter(
    (one) =>
      tokenState(one, now) === 'active' &&
      one.account === record.account &&
      one.scopes.includes('admin'),
  )
  return admins.length === 1 && admins[0]?.id === record.id
}
