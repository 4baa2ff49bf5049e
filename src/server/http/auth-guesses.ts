import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '#app/access/access.ts'
import type { Caller } from '#app/access/caller.ts'
import { AppError } from '#shared/errors.ts'
import { networkOf } from './network-of.ts'
import { forgetEnded, TooManyRequests } from './rate-limit.ts'

/** Who a token stands for that came from an address. Throws AppError('access/refused') and TooManyRequests. */
export type Authenticate = (token: string, address: string) => Promise<Caller>

export interface GuessLimits {
  /** Wrong tokens that one address may send in a minute before it is slowed. */
  readonly free: number
  /** How far apart its wrong tokens are then answered, in milliseconds. */
  readonly turnMs: number
  /** The longest that one waits for its turn; what would wait longer is told to come back. */
  readonly waitMs: number
}

export const GUESS_LIMITS: GuessLimits = { free: 100, turnMs: 100, waitMs: 5_000 }

interface Guesser {
  readonly endsAt: number
  failures: number
  nextTurnAt: number
}

const MINUTE_MS = 60_000

/**
 * Slows an address that sends wrong tokens, and never keeps a right one out: every token is looked at first, at the
 * price of a hash and one look into the library or one check of a signature, and only a wrong one waits for its turn.
 * A key that a person chose can therefore be tried as fast as this machine answers: it has to be long.
 */
export function slowGuesses(
  access: Pick<Access, 'authenticate'>,
  { free, turnMs, waitMs }: GuessLimits,
  nowMs: () => number,
): Authenticate {
  const guessers = new Map<string, Guesser>()

  const count = (network: string): void => {
    const now = nowMs()
    let guesser = guessers.get(network)
    if (!guesser || guesser.endsAt <= now) {
      forgetEnded(guessers, now)
      guessers.delete(network)
      guesser = { endsAt: now + MINUTE_MS, failures: 0, nextTurnAt: 0 }
      guessers.set(network, guesser)
    }
    guesser.failures++
  }
  const takeTurn = async (network: string): Promise<void> => {
    const now = nowMs()
    const guesser = guessers.get(network)
    if (!guesser || guesser.endsAt <= now || guesser.failures <= free) return
    const turn = Math.max(now, guesser.nextTurnAt) + turnMs
    if (turn - now > waitMs)
      throw new TooManyRequests(
        'Too many wrong tokens came from your address. Wait as long as Retry-After says, then send the right one.',
        Math.max(1, Math.ceil(waitMs / 1_000)),
      )
    guesser.nextTurnAt = turn
    await sleep(turn - now)
  }
  return async (token, address) => {
    try {
      return await access.authenticate(token)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'access/refused')) throw error
      const network = networkOf(address)
      count(network)
      await takeTurn(network)
      throw error
    }
  }
}
