import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { PROTOCOL } from './protocol.ts'

/**
 * How a node and a worker prove to each other that they know the secret of the service, before anything else is sent, and without
 * sending it: an address in Redis may be anybody's. The node asks the worker for a challenge, then opens the socket with a nonce
 * of its own and its proof; the worker answers with its proof. Each proof is an HMAC-SHA-256 (RFC 2104) over the role of its
 * maker, so that none can be sent back, over both random texts, so that none is good twice, and over the address that the node
 * has dialled, so that nobody at another address can pass them on.
 */
export interface Handshake {
  /** Address that the node has dialled: for the worker, the one that it has announced. */
  readonly url: string
  /** Random text of the worker. */
  readonly challenge: string
  /** Random text of the node. */
  readonly nonce: string
}

/** Path at which a worker gives challenges. */
export const CHALLENGE_PATH = '/challenge'
/** Header of the answer with which a worker opens the socket. */
export const PROOF_HEADER = 'griot-proof'

const CHALLENGE_LIFE_MS = 10_000
/** Challenges that are used up within ten seconds at most: each opens a socket, and a node has one. */
const MOST_USED = 10_000
const TIME_BYTES = 8
const RANDOM_BYTES = 24
const KEY_BYTES = 32

const keys = new Map<string, Buffer>()

/** Key of all proofs. A slow hash (scrypt, some 50 ms): whoever has recorded a proof could otherwise try out secrets that people choose. */
function keyOf(secret: string): Buffer {
  const known = keys.get(secret)
  if (known) return known
  const key = scryptSync(secret, 'griot cluster', KEY_BYTES)
  keys.set(secret, key)
  return key
}

/** Proof of one end that it knows the secret. */
export function proofOf(
  secret: string,
  maker: 'node' | 'worker',
  { url, challenge, nonce }: Handshake,
): string {
  const text = JSON.stringify([PROTOCOL, maker, 'GET', '/', url, challenge, nonce])
  return createHmac('sha256', keyOf(secret)).update(text).digest('base64url')
}

/** Whether a proof is that of the other end; compared in constant time. */
export function isProof(
  given: string,
  secret: string,
  maker: 'node' | 'worker',
  handshake: Handshake,
): boolean {
  const [bytes, expected] = [given, proofOf(secret, maker, handshake)].map((text) =>
    Buffer.from(text),
  )
  return (
    bytes !== undefined &&
    expected !== undefined &&
    bytes.length === expected.length &&
    timingSafeEqual(bytes, expected)
  )
}

/** A random text of a node. */
export function newNonce(): string {
  return randomBytes(32).toString('base64url')
}

/** The `Authorization` with which a node opens the socket. */
export function authorizationOf(secret: string, handshake: Handshake): string {
  const { challenge, nonce } = handshake
  return `Griot ${challenge}.${nonce}.${proofOf(secret, 'node', handshake)}`
}

/** What such an `Authorization` says; undefined for any other. */
export function readAuthorization(
  text: string | undefined,
): { readonly challenge: string; readonly nonce: string; readonly proof: string } | undefined {
  const [, challenge, nonce, proof] =
    /^Griot ([\w-]{86})\.([\w-]{43})\.([\w-]{43})$/.exec(text ?? '') ?? []
  if (challenge === undefined || nonce === undefined || proof === undefined) return undefined
  return { challenge, nonce, proof }
}

/** Challenges of a worker. */
export interface Challenges {
  make(): string
  /** Uses a challenge up; false if it is not one of this worker, older than ten seconds, or used up, or if too many were just now. */
  take(challenge: string): boolean
}

/**
 * Challenges of this process. Each is the time, random bytes and their HMAC, so that nothing is remembered of those that strangers
 * ask for; only what was used up is.
 */
export function createChallenges(nowMs: () => number = () => performance.now()): Challenges {
  const own = randomBytes(KEY_BYTES)
  const macOf = (head: Uint8Array): Buffer => createHmac('sha256', own).update(head).digest()
  /** What was used up, the earliest first, and until when it must be remembered. */
  const used = new Map<string, number>()
  return {
    make() {
      const time = Buffer.alloc(TIME_BYTES)
      time.writeDoubleBE(nowMs())
      const head = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
      return Buffer.concat([head, macOf(head)]).toString('base64url')
    },
    take(challenge) {
      const now = nowMs()
      for (const [old, until] of used) {
        if (until > now) break
        used.delete(old)
      }
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES)
      const mac = bytes.subarray(TIME_BYTES + RANDOM_BYTES)
      const expected = macOf(head)
      if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return false
      if (head.readDoubleBE() + CHALLENGE_LIFE_MS <= now) return false
      if (used.has(challenge) || used.size >= MOST_USED) return false
      used.set(challenge, now + CHALLENGE_LIFE_MS)
      return true
    },
  }
}
