import { isFull } from '#shared/errors.ts'

/** Space that can be given back to a full disk; see storage/disk-space.ts. */
export interface Reserve {
  /** Whether there was something left to give back. */
  releaseReserve(): boolean
}

/** A reserve that is empty. */
export const NO_RESERVE: Reserve = { releaseReserve: () => false }

/**
 * `write`, at once or in its own time, again for as long as the disk is full and something can be given back to it. Throws what
 * `write` throws.
 */
export function withReserve<T>(write: () => T, reserve: Reserve): T {
  const again = (error: unknown): T => {
    if (!isFull(error) || !reserve.releaseReserve()) throw error
    return withReserve(write, reserve)
  }
  try {
    const written = write()
    // `again` ends in a T, which is this promise's own kind.
    return written instanceof Promise ? (written.catch(again) as T) : written
  } catch (error) {
    return again(error)
  }
}
