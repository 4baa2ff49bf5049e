import { AppError } from '#shared/errors.ts'
import type { Caller } from './caller.ts'

/** Limits on simultaneous work: in all, and of one account, token or guest. */
export interface ConcurrencyLimits {
  readonly inAll: number
  readonly ofAccount: number
  /** Limit of one API key, or of all JWTs of an account. */
  readonly ofToken: number
  readonly ofGuest: number
}

/** Caller whose slots are counted. */
export type LimitedCaller = Pick<Caller, 'account' | 'kind' | 'tokenId'>

/** Places that are taken at once or not at all. */
export interface ConcurrencyLimiter {
  /**
   * Takes one; returns how to give it back, once. Without a taker, as a window of the owner does, the limit is that of all.
   * Throws AppError('rate/limited').
   */
  acquire(by?: LimitedCaller): () => void
}

/** Guests of an account take half of its places at most, so that its keys keep the others. */
const GUEST_SHARE = 1 / 2

/** `busy` describes the work in progress, such as "8 files are already being verified". */
export function createConcurrencyLimiter(
  { inAll, ofAccount, ofToken, ofGuest }: ConcurrencyLimits,
  busy: (count: number) => string,
): ConcurrencyLimiter {
  const taken = new Set<{ readonly by: LimitedCaller | undefined }>()
  const count = (isCounted: (other: LimitedCaller) => boolean): number =>
    [...taken].filter(({ by }) => by !== undefined && isCounted(by)).length
  const check = ({ account, kind, tokenId }: LimitedCaller): void => {
    const own = count((other) => other.tokenId === tokenId)
    if (own >= (kind === 'guest' ? ofGuest : ofToken)) throw tooMany(busy(own), ' with this token')
    const ofAll = count((other) => other.account === account)
    if (ofAll >= ofAccount) throw tooMany(busy(ofAll), ' for this account')
    const ofGuests = count((other) => other.account === account && other.kind === 'guest')
    if (kind === 'guest' && ofGuests >= ofAccount * GUEST_SHARE)
      throw tooMany(busy(ofGuests), ' for guests of this account')
  }
  return {
    acquire(by) {
      if (by) check(by)
      if (taken.size >= inAll) throw tooMany(busy(taken.size), '')
      const place = { by }
      taken.add(place)
      return () => {
        taken.delete(place)
      }
    },
  }
}

function tooMany(busy: string, whose: string): AppError {
  return new AppError('rate/limited', `${busy}${whose}. Try again in a moment.`)
}
