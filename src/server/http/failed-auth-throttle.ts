import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '#app/access/access.ts'
import type { Caller } from '#app/access/caller.ts'
import { AppError, TooManyRequests } from '#shared/errors.ts'
import { networkPrefix } from './network-prefix.ts'
import { forgetEnded } from './rate-limit.ts'

/** Authenticates a token from an address. Throws AppError('access/refused') and TooManyRequests. */
export type Authenticate = (token: string, address: string) => Promise<Caller>

export interface FailedAuthLimits {
  /** Wrong tokens of one address in a minute that are answered at once. */
  readonly freePerMinute: number
  /** Interval between the answers to its wrong tokens after that, in milliseconds. */
  readonly spacingMs: number
  /** Maximum delay of an answer in milliseconds; a token that would wait longer is refused with Retry-After. */
  readonly maxDelayMs: number
}

export const FAILED_AUTH_LIMITS: FailedAuthLimits = {
  freePerMinute: 100,
  spacingMs: 100,
  maxDelayMs: 5_000,
}

interface FailedAuthWindow {
  readonly endsAt: number
  failures: number
  nextAnswerAt: number
}

const MINUTE_MS = 60_000

/**
 * Slows an address that sends wrong tokens, and never keeps a right one out: every token is looked at first, at the
 * price of a hash and one look into the library or one check of a signature, and only the answer to a wrong one is delayed.
 * A key that a person chose can therefore be tried as fast as this machine answers: it has to be long.
 */
export function throttleFailedAuth(
  access: Pick<Access, 'authenticate'>,
  { freePerMinute, spacingMs, maxDelayMs }: FailedAuthLimits,
  nowMs: () => number,
): Authenticate {
  const windows = new Map<string, FailedAuthWindow>()

  const count = (network: string): void => {
    const now = nowMs()
    let window = windows.get(network)
    if (!window || window.endsAt <= now) {
      forgetEnded(windows, now)
      windows.delete(network)
      window = { endsAt: now + MINUTE_MS, failures: 0, nextAnswerAt: 0 }
      windows.set(network, window)
    }
    window.failures++
  }
  const delay = async (network: string): Promise<void> => {
    const now = nowMs()
    const window = windows.get(network)
    if (!window || window.endsAt <= now || window.failures <= freePerMinute) return
    const answerAt = Math.max(now, window.nextAnswerAt) + spacingMs
    if (answerAt - now > maxDelayMs)
      throw new TooManyRequests(
        'Too many wrong tokens came from your address. Wait for the time in Retry-After, then send the right one.',
        Math.max(1, Math.ceil(maxDelayMs / 1_000)),
      )
    window.nextAnswerAt = answerAt
    await sleep(answerAt - now)
  }
  return async (token, address) => {
    try {
      return await access.authenticate(token)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'access/refused')) throw error
      const network = networkPrefix(address)
      count(network)
      await delay(network)
      throw error
    }
  }
}
