import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#server/http/errors.ts'
import { AppError } from '#shared/errors.ts'
import type { Browsers } from '#storage/db/browsers.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { browserName } from './browser-name.ts'
import { openSealedKey, sealKey } from './sealed-key.ts'

/**
 * Who is signed in to the studio in a browser. Its page keeps the secret, which only pages of its own scheme, host and port
 * can read, and shows it as a bearer token: a cookie would go to every port of this host. Whom a link signed in stays so
 * over a restart; whom a key signed in shows it again, because a key is kept nowhere. At a service of several nodes, a session
 * that one of them began is good at all of them: the key is kept sealed with the browser's secret.
 */
export interface Sessions {
  /** Signs the browser in; returns its secret. A session that a key opened lasts no longer than that key. */
  begin(request: FastifyRequest, key?: string): Promise<string>
  /** Hash by which `Browsers` knows the browser of a request. */
  hashOf(request: FastifyRequest): string
  /** The hash of the browser that is signed in and whose id, `hashSecret('id' + hash)`, this is. */
  hashById(id: string): Promise<string | undefined>
  /** Whether the browser of this hash is signed in. One that a key signed in at another node has to show its secret first. */
  has(hash: string): Promise<boolean>
  /** Whether the browser that sent a request is signed in. */
  admits(request: FastifyRequest): Promise<boolean>
  /** Calls `end` once, when this browser is signed out; the answer ends the watching. */
  whileSignedIn(hash: string, end: () => void): () => void
  /** A hook that lets only signed-in browsers pass. */
  require(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
  close(): Promise<void>
}

/** Interval at which sign-outs by other processes are noticed, in milliseconds. */
const POLL_INTERVAL_MS = 1_000

interface HeldSession {
  readonly key: string | undefined
  /**
   * Row that could not be stored yet: on a disk that takes nothing, the session is known to this process alone. One request
   * at a time tries again.
   */
  readonly unstored:
    | { readonly browser: Parameters<Browsers['add']>[1]; readonly isTried: boolean }
    | undefined
}

/** `opens`: whether a key opens the studio now. A failure that is nobody's request's goes to `onBug`. */
export function createSessions(
  opens: (key: string) => Promise<boolean>,
  browsers: Browsers,
  onBug: (error: unknown) => void = rethrow,
): Sessions {
  const held = new Map<string, HeldSession>()
  const open = new Map<string, Set<() => void>>()
  const end = (hash: string): void => {
    held.delete(hash)
    const ends = open.get(hash) ?? []
    open.delete(hash)
    for (const onEnd of ends) onEnd()
  }
  /** Sees whether another node knows this browser; then it is known here too. Throws AppError. */
  const meet = async (hash: string, secret: string | undefined): Promise<boolean> => {
    const found = await browsers.find(hash)
    if (!found?.isRecent) return false
    if (found.signedInBy === 'link') return true
    const key = secret && found.sealedKey && openSealedKey(found.sealedKey, secret)
    if (!key) return false
    if (await opens(key)) {
      if (!held.has(hash)) held.set(hash, { key, unstored: undefined })
      return true
    }
    await succeeds(() => browsers.remove(hash))
    return false
  }
  const isThere = async (hash: string, secret?: string): Promise<boolean> => {
    const known = held.get(hash)
    if (known?.unstored) return true
    try {
      return known ? (await browsers.find(hash)) !== undefined : await meet(hash, secret)
    } catch (error) {
      // Nobody is put out because the library cannot be read for a moment; a newcomer is told to come again.
      if (known && error instanceof AppError) return true
      throw error
    }
  }
  const store = async (
    hash: string,
    key: string | undefined,
    browser: Parameters<Browsers['add']>[1],
  ): Promise<void> => {
    held.set(hash, { key, unstored: { browser, isTried: true } })
    const isStored = await succeeds(() => browsers.add(hash, browser))
    if (held.has(hash))
      held.set(hash, { key, unstored: isStored ? undefined : { browser, isTried: false } })
    // Signed out while the library took its time: then its row must not let it in again.
    else if (isStored) await succeeds(() => browsers.remove(hash))
  }
  const has = async (hash: string, secret?: string): Promise<boolean> => {
    const before = held.get(hash)
    const isKeyGood = before?.key === undefined || (await opens(before.key))
    if (!isKeyGood) await succeeds(() => browsers.remove(hash))
    const isSignedIn = isKeyGood && (await isThere(hash, secret))
    const known = held.get(hash)
    // What another request changed while the library took its time counts: who was signed out meanwhile is.
    if (!isSignedIn || (before && !known)) {
      end(hash)
      return false
    }
    if (!known) held.set(hash, { key: undefined, unstored: undefined })
    if (!known?.unstored) await succeeds(() => browsers.seen(hash))
    else if (!known.unstored.isTried) await store(hash, known.key, known.unstored.browser)
    return held.has(hash)
  }
  const stopListening = browsers.onSignOut(end)
  let polling: Promise<void> | undefined
  const poll = async (): Promise<void> => {
    for (const hash of [...open.keys()]) if (!held.has(hash) || !(await isThere(hash))) end(hash)
  }
  const timer = setInterval(() => {
    polling ??= poll()
      .catch(onBug)
      .finally(() => {
        polling = undefined
      })
  }, POLL_INTERVAL_MS).unref()
  return {
    async begin(request, key) {
      const secret = randomBytes(32).toString('base64url')
      const hash = hashSecret(secret)
      const name = browserName(request.headers['user-agent'])
      const signedInBy = key === undefined ? 'link' : 'key'
      const sealedKey = key === undefined ? undefined : sealKey(key, secret)
      await store(hash, key, { name, signedInBy, sealedKey })
      return secret
    },
    hashOf,
    async hashById(id) {
      const is = (hash: string): boolean => isSame(hashSecret(`id${hash}`), id)
      // Those that came here before are known even while the library cannot be read.
      return [...held.keys()].find(is) ?? (await browsers.list()).find(({ hash }) => is(hash))?.hash
    },
    has,
    admits: (request) => has(hashOf(request), secretOf(request)),
    whileSignedIn(hash, onEnd) {
      const ends = open.get(hash) ?? new Set()
      open.set(hash, ends.add(onEnd))
      return () => {
        ends.delete(onEnd)
        if (ends.size === 0 && open.get(hash) === ends) open.delete(hash)
      }
    },
    require: async (request, reply) =>
      (await has(hashOf(request), secretOf(request)))
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

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const [bytes, others] = [Buffer.from(a), Buffer.from(b)]
  return bytes.length === others.length && timingSafeEqual(bytes, others)
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

function secretOf({ headers }: FastifyRequest): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}

function hashOf(request: FastifyRequest): string {
  return hashSecret(secretOf(request))
}

/** SHA-256 of a secret in base64. Only hashes are looked up, so that the time of a look-up says nothing about a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
