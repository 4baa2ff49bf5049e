import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#server/http/errors.ts'
import { AppError } from '#shared/errors.ts'
import type { Browsers } from '#storage/db/browsers.ts'
import { browserName } from './browser-name.ts'

/**
 * Who is signed in to the studio in a browser. Its page keeps the secret, which only pages of its own scheme, host and port
 * can read, and shows it as a bearer token: a cookie would go to every port of this host. Whom a link signed in stays so
 * over a restart; whom a key signed in shows it again, because a key is kept nowhere.
 */
export interface Sessions {
  /** Signs the browser in; returns its secret. A session that a key opened lasts no longer than that key. */
  begin(request: FastifyRequest, key?: string): string
  /** Hash by which `Browsers` knows the browser of a request. */
  hashOf(request: FastifyRequest): string
  /** The hash of the browser that is signed in and whose id, `hashSecret('id' + hash)`, this is. */
  hashById(id: string): string | undefined
  /** Whether the browser of this hash is signed in. */
  has(hash: string): Promise<boolean>
  /** Calls `end` once, when this browser is signed out; the answer ends the watching. */
  whileSignedIn(hash: string, end: () => void): () => void
  /** A hook that lets only signed-in browsers pass. */
  require(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
  close(): void
}

/** Interval at which sign-outs by other processes are noticed, in milliseconds. */
const POLL_INTERVAL_MS = 1_000

interface HeldSession {
  readonly key: string | undefined
  /** Row that could not be stored yet: on a disk that takes nothing, the session is known to this process alone. */
  readonly unstored: Parameters<Browsers['add']>[1] | undefined
}

/** `opens`: whether a key opens the studio now. */
export function createSessions(
  opens: (key: string) => Promise<boolean>,
  browsers: Browsers,
): Sessions {
  const held = new Map<string, HeldSession>()
  const open = new Map<string, Set<() => void>>()
  const end = (hash: string): void => {
    held.delete(hash)
    const ends = open.get(hash) ?? []
    open.delete(hash)
    for (const onEnd of ends) onEnd()
  }
  const isThere = (hash: string): boolean => {
    const known = held.get(hash)
    if (known?.unstored) return true
    try {
      const found = browsers.find(hash)
      if (known) return found !== undefined
      return found?.signedInBy === 'link' && found.isRecent
    } catch (error) {
      // Nobody is put out because the library cannot be read for a moment; a newcomer is told to come again.
      if (known && error instanceof AppError) return true
      throw error
    }
  }
  const store = (hash: string, key: string | undefined, browser: Parameters<Browsers['add']>[1]) =>
    held.set(hash, {
      key,
      unstored: succeeds(() => browsers.add(hash, browser)) ? undefined : browser,
    })
  const has = async (hash: string): Promise<boolean> => {
    const shown = held.get(hash)?.key
    const isKeyGood = shown === undefined || (await opens(shown))
    // From here on nothing waits: what another request changed meanwhile counts.
    if (!isKeyGood) succeeds(() => browsers.remove(hash))
    if (!isKeyGood || !isThere(hash)) {
      end(hash)
      return false
    }
    const { key, unstored } = held.get(hash) ?? { key: undefined, unstored: undefined }
    held.set(hash, { key, unstored })
    if (unstored) store(hash, key, unstored)
    else succeeds(() => browsers.seen(hash))
    return true
  }
  const stopListening = browsers.onSignOut(end)
  const polling = setInterval(() => {
    for (const hash of open.keys()) if (!held.has(hash) || !isThere(hash)) end(hash)
  }, POLL_INTERVAL_MS).unref()
  return {
    begin(request, key) {
      const secret = randomBytes(32).toString('base64url')
      const hash = hashSecret(secret)
      const name = browserName(request.headers['user-agent'])
      const signedInBy = key === undefined ? 'link' : 'key'
      store(hash, key, { name, signedInBy })
      return secret
    },
    hashOf,
    hashById(id) {
      const is = (hash: string): boolean => isSame(hashSecret(`id${hash}`), id)
      // Those that came here before are known even while the library cannot be read.
      return [...held.keys()].find(is) ?? browsers.list().find(({ hash }) => is(hash))?.hash
    },
    has,
    whileSignedIn(hash, onEnd) {
      const ends = open.get(hash) ?? new Set()
      open.set(hash, ends.add(onEnd))
      return () => {
        ends.delete(onEnd)
        if (ends.size === 0 && open.get(hash) === ends) open.delete(hash)
      }
    },
    require: async (request, reply) =>
      (await has(hashOf(request)))
        ? undefined
        : refuse(
            reply.header('www-authenticate', 'Bearer'),
            401,
            'This browser is not signed in. Open a new link to the studio: "griot link" makes one.',
          ),
    close() {
      clearInterval(polling)
      stopListening()
    },
  }
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
function succeeds(write: () => void): boolean {
  try {
    write()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

function hashOf({ headers }: FastifyRequest): string {
  return hashSecret(/^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
}

/** SHA-256 of a secret in base64. Only hashes are looked up, so that the time of a look-up says nothing about a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
