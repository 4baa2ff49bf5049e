import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Access } from '#app/access/access.ts'
import { AppError } from '#shared/errors.ts'
import { bearerToken } from './auth.ts'

/** Interval at which the tokens of open live connections are looked at again, in milliseconds. */
export const RECHECK_MS = 1_000

type Authenticating = Pick<Access, 'authenticate'>
type Refused = (error: AppError) => void

/** Tokens that somebody is connected with: each is looked at once, however many connections it has. */
type Watched = Map<string, Set<Refused>>

const watches = new WeakMap<Authenticating, Watched>()

/**
 * A live connection lasts as long as its token: where one is revoked or expires meanwhile, whichever node that is done at,
 * `refused` is called within about a second. Answers how to end the watching.
 */
export function whileTokenIsGood(
  access: Authenticating,
  request: FastifyRequest,
  refused: Refused,
): () => void {
  const token = bearerToken(request) ?? ''
  const known = watches.get(access)
  const watched = known ?? new Map<string, Set<Refused>>()
  const listeners = watched.get(token) ?? new Set()
  watched.set(token, listeners.add(refused))
  if (!known) {
    watches.set(access, watched)
    lookAgain(access, watched).catch((bug) => {
      // Of a listener, as if it had been called by a timer.
      setImmediate(() => {
        throw bug
      })
    })
  }
  return () => {
    listeners.delete(refused)
    if (listeners.size === 0 && watched.get(token) === listeners) watched.delete(token)
  }
}

/** Until nobody is connected any more. */
async function lookAgain(access: Authenticating, watched: Watched): Promise<void> {
  while (watched.size > 0) {
    await delay(RECHECK_MS, undefined, { ref: false })
    for (const [token, listeners] of [...watched]) {
      const refusal = await refusalOf(access, token)
      if (refusal) for (const refused of [...listeners]) refused(refusal)
    }
  }
  watches.delete(access)
}

/** Never throws: whatever else goes wrong with asking says nothing about the token. */
async function refusalOf(access: Authenticating, token: string): Promise<AppError | undefined> {
  try {
    await access.authenticate(token)
    return undefined
  } catch (error) {
    return error instanceof AppError && error.code === 'access/refused' ? error : undefined
  }
}
