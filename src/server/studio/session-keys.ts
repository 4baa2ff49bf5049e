import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'

/** The keys of both ends are on the curve P-256, which every browser has; signatures are r and s, as in Web Crypto. */
const CURVE = 'prime256v1'
const ENCODING = { dsaEncoding: 'ieee-p1363' } as const

/** A challenge is answered within this time. */
export const CHALLENGE_LIFE_MS = 60_000
const TIME_BYTES = 8
const RANDOM_BYTES = 24
const MAC_BYTES = 32

const makePair = promisify(generateKeyPair)

/** A pair with which the server proves itself to one browser, each in DER and base64url. */
export async function makeServerKey(): Promise<{
  readonly publicKey: string
  readonly privateKey: string
}> {
  const { publicKey, privateKey } = await makePair('ec', { namedCurve: CURVE })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
  }
}

/** The public key of a browser (SPKI, base64url); undefined where it is no key of P-256. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({
      key: Buffer.from(text, 'base64url'),
      type: 'spki',
      format: 'der',
    })
    return key.asymmetricKeyDetails?.namedCurve === CURVE ? key : undefined
  } catch {
    return undefined
  }
}

/**
 * Id of a browser: SHA-256 of its public key and of the place where it signed in, in base64url. So a session that began at one
 * address is none at another.
 */
export function browserIdOf(publicKey: string, place: string): string {
  return createHash('sha256').update(`${publicKey} ${place}`).digest('base64url')
}

/** What the server signs to prove itself to a browser, which has chosen the nonce. */
export function proofOf(serverKey: string, nonce: string, challenge: string): string {
  const key = createPrivateKey({
    key: Buffer.from(serverKey, 'base64url'),
    type: 'pkcs8',
    format: 'der',
  })
  const text = Buffer.from(`griot-server.${nonce}.${challenge}`)
  return sign('sha256', text, { key, ...ENCODING }).toString('base64url')
}

/** Whether a browser has signed this challenge. The two ends sign texts that begin differently: neither can be made to sign the other's. */
export function isSignedBy(publicKey: string, challenge: string, signature: string): boolean {
  const key = readPublicKey(publicKey)
  const text = Buffer.from(`griot-browser.${challenge}`)
  return (
    key !== undefined &&
    verify('sha256', text, { key, ...ENCODING }, Buffer.from(signature, 'base64url'))
  )
}

/**
 * A challenge for a browser: the time, random bytes, and their HMAC with `key`, so that nothing is remembered of the many that
 * nobody answers.
 */
export function makeChallenge(key: Uint8Array, id: string, nowMs: number): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(nowMs))
  const head = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
  return Buffer.concat([head, macOf(key, id, head)]).toString('base64url')
}

/** Whether this is a challenge for this browser, made with this key within the last minute (or the next, by a node whose clock is ahead). */
export function isFreshChallenge(
  key: Uint8Array,
  { id, challenge, nowMs }: { readonly id: string; readonly challenge: string; nowMs: number },
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES)
  const mac = bytes.subarray(TIME_BYTES + RANDOM_BYTES)
  if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, macOf(key, id, head))) return false
  return Math.abs(nowMs - Number(head.readBigUInt64BE())) < CHALLENGE_LIFE_MS
}

function macOf(key: Uint8Array, id: string, head: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id} `).update(head).digest()
}
