import { AppError } from '#shared/errors.ts'
import type { StorageUsage } from '#storage/db/files.ts'
import { formatSize } from './format-size.ts'

/** Space that one upload has reserved of its account's quota. */
export interface Reservation {
  /** Reserves one more file. Throws AppError('file/quota') where the account has as many as it may. */
  begin(): void
  /** Reserves more bytes. Throws AppError('file/quota') where the quota is used up. */
  take(bytes: number): void
  /** Throws AppError('file/quota') where the upload does not fit beside other, finished files. */
  check(used: StorageUsage): void
  /** Call once the upload is a file, or has failed. */
  release(): void
}

export interface Quota {
  /** How much an account may hold, in bytes. */
  of(account: string): number
  reserve(account: string): Reservation
}

export interface QuotaLimits {
  /** How much an account may hold, in bytes. */
  readonly bytesOf: (account: string) => number
  /** Maximum number of files of an account. */
  readonly files: number
}

/** Number of bytes after which a long upload looks again at what other processes have stored. */
const LOOK_AGAIN_BYTES = 4_000_000

/**
 * Quotas that count uploads in progress too, so that two which do not both fit are refused while they stream. `stored`
 * returns the use of an account's finished files.
 */
export function createQuota(
  { bytesOf, files }: QuotaLimits,
  stored: (account: string) => StorageUsage,
): Quota {
  const arrivingBytes = createCounts()
  const arrivingFiles = createCounts()
  // Counts the releases: what was an upload is a file now, or is gone.
  let changes = 0
  return {
    of: bytesOf,
    reserve(account) {
      const total = bytesOf(account)
      let taken = 0
      let begun = 0
      let seen = { bytes: stored(account).bytes, changes, taken: 0 }
      return {
        begin() {
          const { count } = stored(account)
          if (count + arrivingFiles.of(account) >= files) throw tooMany(files, count)
          arrivingFiles.add(account, 1)
          begun = 1
        },
        take(bytes) {
          if (seen.changes !== changes || taken - seen.taken > LOOK_AGAIN_BYTES)
            seen = { bytes: stored(account).bytes, changes, taken }
          const others = arrivingBytes.of(account) - taken
          if (seen.bytes + others + taken + bytes > total) throw full(total, seen.bytes, others)
          taken += bytes
          arrivingBytes.add(account, bytes)
        },
        check(used) {
          if (used.bytes + taken > total) throw full(total, used.bytes)
          if (used.count >= files) throw tooMany(files, used.count)
        },
        release() {
          arrivingBytes.add(account, -taken)
          arrivingFiles.add(account, -begun)
          taken = 0
          begun = 0
          changes++
        },
      }
    },
  }
}

/** Sums by account. */
function createCounts() {
  const sums = new Map<string, number>()
  const of = (account: string): number => sums.get(account) ?? 0
  return {
    of,
    add(account: string, more: number): void {
      const sum = of(account) + more
      if (sum > 0) sums.set(account, sum)
      else sums.delete(account)
    },
  }
}

function tooMany(most: number, count: number): AppError {
  const [stored, all] = [count, most].map((figure) => figure.toLocaleString('en'))
  return new AppError(
    'file/quota',
    `This account has ${stored} of ${all} files, not counting those that are being uploaded now. Delete files that you no longer need.`,
  )
}

function full(totalBytes: number, storedBytes: number, arrivingBytes = 0): AppError {
  const left = formatSize(Math.max(0, totalBytes - storedBytes - arrivingBytes))
  const stored = `${formatSize(storedBytes)} of ${formatSize(totalBytes)}`
  const others = arrivingBytes > 0 ? `, and uploads in progress ${formatSize(arrivingBytes)}` : ''
  return new AppError(
    'file/quota',
    `This file does not fit into the remaining ${left}: the files of this account use ${stored}${others}. Delete files that you no longer need.`,
  )
}
