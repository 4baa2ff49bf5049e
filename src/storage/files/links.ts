import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#shared/errors.ts'

/** Signed link to one file, valid until `expires` for whoever has it. */
export interface Link {
  readonly fileId: string
  /** Seconds since 1970, UTC. */
  readonly expires: number
  readonly signature: string
}

/** Signs and verifies links to files and list cursors, by HMAC with SHA-256 (RFC 2104). */
export interface Signer {
  link(fileId: string, ttlSeconds: number): Link
  /** Throws AppError('file/link') where the link was not signed here, or has expired. */
  check(link: { readonly [K in keyof Link]: Link[K] | string }): void
  /** Opaque cursor at a position in the list of an account. */
  cursor(account: string, sequence: number): string
  /** Position of a cursor. Throws AppError('request/unreadable') where it is no cursor of this account. */
  readCursor(account: string, cursor: string): number
}

/** `secret` must stay the same for what was signed to stay good. */
export function createSigner(secret: Uint8Array, now: () => Date): Signer {
  const sign = (...texts: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(texts)).digest('base64url')
  const signLink = (fileId: string, expires: number | string): string =>
    sign('link', fileId, String(expires))
  const signCursor = (account: string, place: string): string => sign('cursor', account, place)
  return {
    link(fileId, ttlSeconds) {
      const expires = Math.floor(now().getTime() / 1000) + ttlSeconds
      return { fileId, expires, signature: signLink(fileId, expires) }
    },
    check({ fileId, expires, signature }) {
      if (!isSame(signLink(fileId, expires), signature))
        throw new AppError(
          'file/link',
          'This address was not made by this server, or was not copied completely. Get a new one with GET /v1/files/{file_id}/url.',
        )
      if (Number(expires) * 1000 <= now().getTime())
        throw new AppError(
          'file/link',
          'This address has expired. Get a new one with GET /v1/files/{file_id}/url.',
        )
    },
    cursor(account, sequence) {
      const place = sequence.toString(36)
      return Buffer.from(`${place}.${signCursor(account, place)}`).toString('base64url')
    },
    readCursor(account, cursor) {
      const text = Buffer.from(cursor, 'base64url').toString()
      const [place = '', signature = ''] = text.split('.')
      // Many texts are decoded to the same bytes; only one of them was handed out.
      const isOurs = Buffer.from(text).toString('base64url') === cursor
      if (isOurs && isSame(signCursor(account, place), signature)) return Number.parseInt(place, 36)
      throw new AppError(
        'request/unreadable',
        'The cursor was not made by this server for this account. Use the next_cursor of a list unchanged, or leave it out to start from the beginning.',
      )
    },
  }
}

/** Compares in constant time. */
function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)]
  return left.length === right.length && timingSafeEqual(left, right)
}
