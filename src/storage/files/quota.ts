import { AppError } from '#shared/errors.ts'
import { isBusy } from '#storage/db/busy-retry.ts'
import type { StorageUsage } from '#storage/db/files.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { formatSize } from './format-size.ts'

/** Space that one upload has reserved of its account's quota. */
export interface Reservation {
  /** Call once, before `take`. Reserves one more file. Throws AppError('file/quota') where the account has as many as it may. */
  begin(): Promise<void>
  /** Reserves more bytes; one call at a time. Throws AppError('file/quota') where the quota is used up. */
  take(bytes: number): Promise<void>
  /** Throws AppError('file/quota') where the upload does not fit beside other, finished files. */
  check(used: StorageUsage): void
  /** Call once the upload is a file, or has failed, and nothing of the above is in progress. */
  release(): void
}

export interface Quota {
  /** How much an account may hold, in bytes. */
  of(account: string): Awaitable<number>
  reserve(account: string): Reservation
}

export interface QuotaLimits {
  /** How much an account may hold, in bytes. */
  readonly bytesOf: (account: string) => Awaitable<number>
  /** Maximum number of files of an account. */
  readonly files: number
}

/** Number of bytes after which a long upload looks again at what other processes have stored. */
const LOOK_AGAIN_BYTES = 4_000_000

/** The uploads of one account that are in progress here. */
interface Arriving {
  /** Reservations that are not released. */
  uploads: number
  bytes: number
  files: number
  /** Counts the releases: what was an upload is a file now, or is gone. */
  changes: number
  /** Ends of the uploads that may be files already. */
  readonly finishing: Set<Promise<void>>
}

/** What was stored when an upload last looked. */
interface Seen extends StorageUsage {
  readonly changes: number
  /** Bytes that it had taken by then. */
  readonly taken: number
}

/**
 * Quotas that count uploads in progress too, so that two which do not both fit are refused while they stream. `stored`
 * returns the use of an account's finished files.
 */
export function createQuota(
  { bytesOf, files }: QuotaLimits,
  stored: (account: string) => Awaitable<StorageUsage>,
): Quota {
  const accounts = new Map<string, Arriving>()
  return {
    of: bytesOf,
    reserve(account) {
      const arriving = accounts.get(account) ?? nothingArrives()
      accounts.set(account, arriving)
      arriving.uploads++
      let total = 0
      let taken = 0
      let begun = 0
      let seen: Seen | undefined
      let finish: (() => void) | undefined
      const look = async (): Promise<Seen> => {
        // Read first: of an upload that ends meanwhile it is not known whether it is in the answer.
        const { changes } = arriving
        try {
          return { ...(await stored(account)), changes, taken }
        } catch (error) {
          // Whether it fits is looked at once more when it is whole.
          if (seen && isBusy(error)) return { ...seen, changes, taken }
          throw error
        }
      }
      /** `add` counts what it adds, or says why it does not fit; it is called in the turn that has seen what is stored. */
      const reserveMore = async (add: (used: Seen) => AppError | undefined): Promise<void> => {
        if (!seen || taken - seen.taken > LOOK_AGAIN_BYTES) seen = await look()
        while (seen.changes !== arriving.changes) seen = await look()
        const refusal = add(seen)
        if (!refusal) return
        // An upload that has just become a file is counted twice until it is released.
        const [end] = arriving.finishing
        if (!end) throw refusal
        await end
        await reserveMore(add)
      }
      return {
        async begin() {
          total = await bytesOf(account)
          await reserveMore(({ count }) => {
            if (count + arriving.files >= files) return tooMany(files, count)
            arriving.files++
            begun = 1
            return undefined
          })
        },
        take: (bytes) =>
          reserveMore((used) => {
            const others = arriving.bytes - taken
            if (used.bytes + others + taken + bytes > total) return full(total, used.bytes, others)
            taken += bytes
            arriving.bytes += bytes
            return undefined
          }),
        check(used) {
          if (!finish) {
            const { promise, resolve } = Promise.withResolvers<void>()
            arriving.finishing.add(promise)
            finish = () => {
              arriving.finishing.delete(promise)
              resolve()
            }
          }
          if (used.bytes + taken > total) throw full(total, used.bytes)
          if (used.count >= files) throw tooMany(files, used.count)
        },
        release() {
          arriving.bytes -= taken
          arriving.files -= begun
          arriving.changes++
          arriving.uploads--
          if (arriving.uploads === 0) accounts.delete(account)
          finish?.()
        },
      }
    },
  }
}

function nothingArrives(): Arriving {
  return { uploads: 0, bytes: 0, files: 0, changes: 0, finishing: new Set() }
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
