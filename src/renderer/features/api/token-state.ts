import type { KeyRecord } from '#shared/access.ts'

export type TokenState = 'active' | 'expired' | 'revoked'

/** Whether a token still opens anything. Revoking goes before the end of its time. */
export function stateOf(record: KeyRecord, now: Date): TokenState {
  if (record.revokedAt !== undefined) return 'revoked'
  return record.expiresAt !== undefined && new Date(record.expiresAt) <= now ? 'expired' : 'active'
}

/** What works first, and within that the newest. */
export function sortTokens(records: readonly KeyRecord[], now: Date): readonly KeyRecord[] {
  const rank = (record: KeyRecord): number => (stateOf(record, now) === 'active' ? 0 : 1)
  return records.toSorted(
    (one, other) => rank(one) - rank(other) || other.createdAt.localeCompare(one.createdAt),
  )
}

/** A token that this window still knows in full. */
export interface KnownToken {
  readonly token: string
  /** Not there for the key of the first start, which is known by its first characters. */
  readonly id?: number
}

/** The newest known token with which the examples would work: one that speaks and was not ended. */
export function tokenForExamples(
  known: readonly KnownToken[],
  records: readonly KeyRecord[],
  now: Date,
): string | undefined {
  return known.findLast((candidate) => {
    const record = records.find((one) => matchesToken(one, candidate))
    if (!record) return true
    return stateOf(record, now) === 'active' && record.scopes.includes('speak')
  })?.token
}

function matchesToken({ id, start }: KeyRecord, known: KnownToken): boolean {
  if (known.id !== undefined) return known.id === id
  return start !== undefined && start !== '' && known.token.startsWith(start)
}

/** Whether it is the only token left that can make and revoke tokens over HTTP for its account. */
export function isLastAdmin(record: KeyRecord, records: readonly KeyRecord[], now: Date): boolean {
  const admins = records.filter(
    (one) =>
      stateOf(one, now) === 'active' &&
      one.account === record.account &&
      one.scopes.includes('admin'),
  )
  return admins.length === 1 && admins[0]?.id === record.id
}
