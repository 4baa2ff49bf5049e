import { createHash } from 'node:crypto'

const SECRET_BYTES = 32
/** Number of secret characters by which lists show a token: 24 of 256 bits. */
const SHOWN_CHARACTERS = 4
const PREFIX = { key: 'griot_', guest: 'griot_guest_' } as const

/** A new token of 256 random bits, and the characters it begins with. */
export function makeToken(
  kind: keyof typeof PREFIX,
  randomBytes: (size: number) => Uint8Array,
): { readonly token: string; readonly start: string } {
  const token = `${PREFIX[kind]}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`
  return { token, start: token.slice(0, PREFIX[kind].length + SHOWN_CHARACTERS) }
}

/**
 * SHA-256 of a token, which is all that is stored. Plain SHA-256 is enough for 256 random bits: nothing can be
 * guessed.
 */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
