import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import type { Access } from '#core/access/access.ts'
import type { Caller } from '#core/access/caller.ts'
import { hashOf } from '#core/access/tokens.ts'
import { AppError } from '#shared/errors.ts'
import { forgetEnded, TooManyRequests } from './rate-limit.ts'

/** Who a token stands for that came from an address. Throws AppError('access/refused') and TooManyRequests. */
export type Authenticate = (token: string, address: string) => Promise<Caller>

export interface GuessLimits {
  /** Wrong tokens that one address may send in a minute before it is slowed. */
  readonly free: number
  /** How far apart its tokens are then looked at, in milliseconds. */
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
 * Slows an address that sends wrong tokens, and never locks a right one out: what nobody can guess (our own tokens of
 * 256 bits, signatures) is looked at first and waits only if it is wrong; a key that a person chose waits for its turn
 * before it is looked at, unless it has opened this server before.
 */
export function slowGuesses(
  access: Pick<Access, 'authenticate'>,
  { free, turnMs, waitMs }: GuessLimits,
  nowMs: () => number,
): Authenticate {
  const guessers = new Map<string, Guesser>()
  const proven = new Set<string>()

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
    if (!guesser || guesser.endsAt <= now || guesser.failures < free) return
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
    const network = networkOf(address)
    const name = hashOf(token).toString('base64')
    const waitsFirst = !UNGUESSABLE.test(token) && !proven.has(name)
    if (waitsFirst) await takeTurn(network)
    try {
      const caller = await access.authenticate(token)
      if (waitsFirst) proven.add(name)
      return caller
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'access/refused')) throw error
      count(network)
      if (!waitsFirst) await takeTurn(network)
      throw error
    }
  }
}

/** As long as what we make ourselves, or three parts of a JWT with a signature of at least 256 bits. */
const UNGUESSABLE = /^(griot_(guest_)?[\w-]{43}|eyJ[\w-]+\.[\w-]+\.[\w-]{43,})$/

/** A machine has a whole /64 of IPv6 addresses to itself. */
function networkOf(address: string): string {
  // Where a socket takes both kinds, an IPv4 address comes as ::ffff:192.0.2.1.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}
