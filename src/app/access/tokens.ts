import { createHash } from 'node:crypto'

const SECRET_BYTES = 32
/** How much of its secret part a token is known by in lists: 24 of 256 bits. */
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

/** What is kept of a token. Plain SHA-256 is enough for 256 random bits: there is nothing to guess. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
