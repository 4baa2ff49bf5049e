import { AppError } from '#shared/errors.ts'
import { sizeInWords } from './size-in-words.ts'

/** What one upload has taken of its account's quota so far. */
export interface Claim {
  /** Takes room for more bytes. Throws AppError('file/quota') where there is none. */
  take(bytes: number): void
  /** Throws AppError('file/quota') where the upload does not fit beside `usedBytes` of other, finished files. */
  check(usedBytes: number): void
  /** Call once the upload is a file, or has failed. */
  release(): void
}

export interface Quota {
  /** How much an account may hold, in bytes. */
  of(account: string): number
  claim(account: string): Claim
}

/** How often a long upload looks again at what other processes have stored, in bytes. */
const LOOK_AGAIN_BYTES = 4_000_000

/**
 * The quotas of accounts while files arrive: uploads in work count too, so that two which would not both fit are
 * noticed while they stream. `storedBytes` is what an account's finished files hold.
 */
export function createQuota(
  quotaOf: (account: string) => number,
  storedBytes: (account: string) => number,
): Quota {
  const arriving = new Map<string, number>()
  const add = (account: string, bytes: number): void => {
    const sum = (arriving.get(account) ?? 0) + bytes
    if (sum > 0) arriving.set(account, sum)
    else arriving.delete(account)
  }
  // Counts the releases: what was an upload is a file now, or is gone.
  let changes = 0
  return {
    of: quotaOf,
    claim(account) {
      const total = quotaOf(account)
      let taken = 0
      let seen = { stored: storedBytes(account), changes, taken: 0 }
      return {
        take(bytes) {
          if (seen.changes !== changes || taken - seen.taken > LOOK_AGAIN_BYTES)
            seen = { stored: storedBytes(account), changes, taken }
          const others = (arriving.get(account) ?? 0) - taken
          if (seen.stored + others + taken + bytes > total) throw full(total, seen.stored, others)
          taken += bytes
          add(account, bytes)
        },
        check(usedBytes) {
          if (usedBytes + taken > total) throw full(total, usedBytes)
        },
        release() {
          add(account, -taken)
          taken = 0
          changes++
        },
      }
    },
  }
}

function full(totalBytes: number, storedBytes: number, arrivingBytes = 0): AppError {
  const left = sizeInWords(Math.max(0, totalBytes - storedBytes - arrivingBytes))
  const stored = `${sizeInWords(storedBytes)} of ${sizeInWords(totalBytes)}`
  const others =
    arrivingBytes > 0
      ? `, and others that are being uploaded now ${sizeInWords(arrivingBytes)}`
      : ''
  return new AppError(
    'file/quota',
    `This file does not fit into the ${left} that are left: the files of this account hold ${stored}${others}. Delete files that are no longer needed.`,
  )
}
