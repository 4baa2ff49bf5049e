import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#server/http/errors.ts'
import { AppError } from '#shared/errors.ts'
import type { Browsers, SessionKeys } from '#storage/db/browsers.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { browserName } from './browser-name.ts'
import {
  browserIdOf,
  CHALLENGE_LIFE_MS,
  isFreshChallenge,
  isSignedBy,
  makeChallenge,
  makeServerKey,
  proofOf,
} from './session-keys.ts'

/**
 * Who is signed in to the studio in a browser. Its page has made a key pair, whose private key no page can read, and answers a
 * challenge of the server with each connection: nothing that can be read of it, or that it has sent, opens the studio a second
 * time. (At a service, each node remembers what it was sent itself: an answer opens each of them once, within a minute.) A page
 * over plain http from another machine has no Web Crypto; it keeps a secret, whose session ends with this program, so that
 * nothing is worth stealing while another program has the port.
 *
 * Whom a link signed in stays so over a restart; whom a key signed in shows it again, because a key is kept nowhere. At a
 * service of several nodes, a session that one of them began is good at all of them.
 */
export interface Sessions {
  /** Signs the browser in. A session that a key opened lasts no longer than that key. */
  begin(request: FastifyRequest, order: NewSession): Promise<BegunSession>
  /** A challenge for the browser of this id, and the proof that this server signed it in; undefined: it did not, or at another address. */
  challenge(request: FastifyRequest, id: string, nonce: string): Promise<Challenge | undefined>
  /** Id by which `Browsers` knows the browser of a request that `require` or `admits` has let pass. Throws Error for another one. */
  idOf(request: FastifyRequest): string
  /** Whether the browser of this id is signed in. Throws AppError('access/forbidden') as `opensByGrant` does. */
  has(id: string): Promise<boolean>
  /** Whether the browser that sent a request is signed in. */
  admits(request: FastifyRequest): Promise<boolean>
  /** Calls `end` once, when this browser is signed out; the answer ends the watching. */
  whileSignedIn(id: string, end: () => void): () => void
  /** A hook that lets only signed-in browsers pass. Throws AppError('access/forbidden') as `has` does. */
  require(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
  close(): Promise<void>
}

export interface NewSession {
  /** Public key that the browser has made; undefined: it has no Web Crypto. */
  readonly publicKey?: string | undefined
  /** API key that it was signed in with; undefined: by a link. */
  readonly key?: string | undefined
}

/** What the page of a browser keeps: its id and the public key of the server, or a secret. */
export type BegunSession =
  | { readonly browser: string; readonly serverKey: string }
  | { readonly session: string }

export interface Challenge {
  readonly challenge: string
  readonly proof: string
}

/** Which keys open the studio. */
export interface StudioKeys {
  /** Whether an API key opens it now. */
  opens(key: string): Promise<boolean>
  /** What a service stores of a key (app/access/grants.ts). */
  grantOf(key: string): Promise<string>
  /**
   * Whether the key of a grant opens it now. Throws AppError('access/forbidden') where only other nodes can tell, because the
   * key is not set here: the session is refused here, but not ended.
   */
  opensByGrant(grant: string): Promise<boolean>
}

/** Interval at which sign-outs by other processes are noticed, in milliseconds. */
const POLL_INTERVAL_MS = 1_000

interface HeldSession {
  readonly keys: SessionKeys | undefined
  /** Whether the key that opened the session still opens the studio; undefined: a link has opened it. */
  readonly isKeyValid: (() => Promise<boolean>) | undefined
  /**
   * Row that could not be stored yet: on a disk that takes nothing, the session is known to this process alone. One request
   * at a time tries again.
   */
  readonly unstored:
    | { readonly browser: Parameters<Browsers['add']>[1]; readonly isTried: boolean }
    | undefined
}

export interface SessionOptions {
  readonly keys: StudioKeys
  readonly browsers: Browsers
  /** Is told of a failure that is nobody's request's; left out: it is thrown. */
  readonly onBug?: (error: unknown) => void
}

/** The signed-in browsers of a server. */
export function createSessions({
  keys: studioKeys,
  browsers,
  onBug = rethrow,
}: SessionOptions): Sessions {
  const now = (): number => browsers.now().getTime()
  const held = new Map<string, HeldSession>()
  const open = new Map<string, Set<() => void>>()
  const end = (id: string): void => {
    held.delete(id)
    const ends = open.get(id) ?? []
    open.delete(id)
    for (const onEnd of ends) onEnd()
  }
  /** Sees whether an earlier start, or another node, knows this browser; then it is known here too. Throws AppError. */
  const meet = async (id: string): Promise<boolean> => {
    const row = await browsers.find(id)
    if (!row?.isRecent || !(row.keys || browsers.isShared)) return false
    const { keys, grant } = row
    const isKeyValid =
      grant === undefined ? undefined : (): Promise<boolean> => studioKeys.opensByGrant(grant)
    if (row.signedInBy === 'key' && !isKeyValid) return false
    if (isKeyValid && !(await isKeyValid())) {
      await succeeds(() => browsers.remove(id))
      return false
    }
    if (!held.has(id)) held.set(id, { keys, isKeyValid, unstored: undefined })
    return true
  }
  const isThere = async (id: string): Promise<boolean> => {
    const known = held.get(id)
    if (known?.unstored) return true
    try {
      return known ? (await browsers.find(id)) !== undefined : await meet(id)
    } catch (error) {
      // Nobody is put out because the library cannot be read for a moment; a newcomer is told to come again.
      if (known && error instanceof AppError) return true
      throw error
    }
  }
  const store = async (
    id: string,
    session: Omit<HeldSession, 'unstored'>,
    browser: Parameters<Browsers['add']>[1],
  ): Promise<void> => {
    held.set(id, { ...session, unstored: { browser, isTried: true } })
    const isStored = await succeeds(() => browsers.add(id, browser))
    if (held.has(id))
      held.set(id, { ...session, unstored: isStored ? undefined : { browser, isTried: false } })
    // Signed out while the library took its time: then its row must not let it in again.
    else if (isStored) await succeeds(() => browsers.remove(id))
  }
  const has = async (id: string): Promise<boolean> => {
    const before = held.get(id)
    const isKeyValid = !before?.isKeyValid || (await before.isKeyValid())
    if (!isKeyValid) await succeeds(() => browsers.remove(id))
    const isSignedIn = isKeyValid && (await isThere(id))
    const known = held.get(id)
    // What another request changed while the library took its time counts: who was signed out meanwhile is.
    if (!isSignedIn || !known) {
      end(id)
      return false
    }
    if (!known.unstored) await succeeds(() => browsers.seen(id))
    else if (!known.unstored.isTried) await store(id, known, known.unstored.browser)
    return held.has(id)
  }
  /** Keys of a session. Those that came here before are known even while the library cannot be read. */
  const keysOf = async (id: string): Promise<SessionKeys | undefined> =>
    held.get(id)?.keys ?? (await browsers.find(id))?.keys

  /** Another one after each start; the nodes of a service make theirs from what only they and the database have. */
  const ownSecret = randomBytes(32)
  const challengeKeyOf = ({ serverKey }: SessionKeys): Buffer =>
    createHmac('sha256', browsers.isShared ? 'griot service' : ownSecret)
      .update(serverKey)
      .digest()
  /** Challenges that were answered at this node, the earliest first, and until when they must be remembered. */
  const answered = new Map<string, number>()
  const isFirstAnswer = (challenge: string): boolean => {
    for (const [old, until] of answered) {
      if (until > now()) break
      answered.delete(old)
    }
    if (answered.has(challenge)) return false
    answered.set(challenge, now() + 2 * CHALLENGE_LIFE_MS)
    return true
  }
  const placeOf = (request: FastifyRequest): string =>
    browsers.isShared ? 'service' : ownAddressOf(request)
  const identify = async (request: FastifyRequest): Promise<string | undefined> => {
    const bearer = bearerOf(request)
    const answer = answerOf(bearer)
    if (!answer) return bearer === '' ? undefined : hashSecret(bearer)
    const { id, challenge, signature } = answer
    const keys = await keysOf(id)
    if (!keys || browserIdOf(keys.publicKey, placeOf(request)) !== id) return undefined
    if (!isFreshChallenge(challengeKeyOf(keys), { id, challenge, nowMs: now() })) return undefined
    if (!isSignedBy(keys.publicKey, challenge, signature)) return undefined
    return isFirstAnswer(challenge) ? id : undefined
  }
  /** Who sent a request, looked at once: an answer is good for one time. */
  const identified = new WeakMap<FastifyRequest, Promise<string | undefined>>()
  const admitted = new WeakMap<FastifyRequest, string>()
  /** Throws AppError('access/forbidden'), see `opensByGrant`. */
  const admit = async (request: FastifyRequest): Promise<boolean> => {
    const identifying = identified.get(request) ?? identify(request)
    identified.set(request, identifying)
    const id = await identifying
    if (id === undefined || !(await has(id))) return false
    admitted.set(request, id)
    return true
  }
  const admits = async (request: FastifyRequest): Promise<boolean> => {
    try {
      return await admit(request)
    } catch (error) {
      if (error instanceof AppError && error.code === 'access/forbidden') return false
      throw error
    }
  }

  const stopListening = browsers.onSignOut(end)
  let polling: Promise<void> | undefined
  const poll = async (): Promise<void> => {
    for (const id of [...open.keys()]) if (!held.has(id) || !(await isThere(id))) end(id)
  }
  const timer = setInterval(() => {
    polling ??= poll()
      .catch(onBug)
      .finally(() => {
        polling = undefined
      })
  }, POLL_INTERVAL_MS).unref()
  return {
    async begin(request, { publicKey, key }) {
      const isKeyValid =
        key === undefined ? undefined : (): Promise<boolean> => studioKeys.opens(key)
      const browser = {
        name: browserName(request.headers['user-agent']),
        signedInBy: key === undefined ? 'link' : 'key',
        grant: key !== undefined && browsers.isShared ? await studioKeys.grantOf(key) : undefined,
      } as const
      if (publicKey === undefined) {
        const session = randomBytes(32).toString('base64url')
        await store(hashSecret(session), { keys: undefined, isKeyValid }, browser)
        return { session }
      }
      const own = await makeServerKey()
      const keys = { publicKey, serverKey: own.privateKey }
      const id = browserIdOf(publicKey, placeOf(request))
      await store(id, { keys, isKeyValid }, { ...browser, keys })
      return { browser: id, serverKey: own.publicKey }
    },
    async challenge(request, id, nonce) {
      const keys = await keysOf(id)
      if (!keys || browserIdOf(keys.publicKey, placeOf(request)) !== id) return undefined
      const challenge = makeChallenge(challengeKeyOf(keys), id, now())
      return { challenge, proof: proofOf(keys.serverKey, nonce, challenge) }
    },
    idOf(request) {
      const id = admitted.get(request)
      if (id === undefined) throw new Error('This request was not admitted.')
      return id
    },
    has,
    admits,
    whileSignedIn(id, onEnd) {
      const ends = open.get(id) ?? new Set()
      open.set(id, ends.add(onEnd))
      return () => {
        ends.delete(onEnd)
        if (ends.size === 0 && open.get(id) === ends) open.delete(id)
      }
    },
    require: async (request, reply) =>
      (await admit(request))
        ? undefined
        : refuse(
            reply.header('www-authenticate', 'Bearer'),
            401,
            'This browser is not signed in. Open a new link to the studio: "griot link" makes one.',
          ),
    async close() {
      clearInterval(timer)
      stopListening()
      await polling
    },
  }
}

function rethrow(error: unknown): never {
  throw error
}

/**
 * Runs a write; false where the library refuses it. On a full disk the studio opens all the same, but not after a
 * restart.
 */
async function succeeds(write: () => Awaitable<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The address of this server at which a request came in, as the server itself sees it: no caller can tell it another. */
function ownAddressOf({ socket }: FastifyRequest): string {
  return `${socket.localAddress} ${socket.localPort}`
}

function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}

/** The id of a browser, a challenge for it, and its signature. */
interface Answer {
  readonly id: string
  readonly challenge: string
  readonly signature: string
}

/** The answer to a challenge that a request brings; undefined: it brings a secret, or nothing. */
function answerOf(bearer: string): Answer | undefined {
  const [, id, challenge, signature] = /^([\w-]{43})\.([\w-]{86})\.([\w-]{86})$/.exec(bearer) ?? []
  if (id === undefined || challenge === undefined || signature === undefined) return undefined
  return { id, challenge, signature }
}

/** SHA-256 of a secret in base64. Only hashes are looked up, so that the time of a look-up says nothing about a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
