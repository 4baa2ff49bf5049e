import { createHash } from 'node:crypto'

/** A secret as it is looked up: only hashes are, so that the time a look-up takes says nothing about a secret. */
export function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
