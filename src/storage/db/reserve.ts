import { isFull } from '#shared/errors.ts'

/** Space that can be given back to a full disk; see storage/disk-space.ts. */
export interface Reserve {
  /** Whether there was something left to give back. */
  releaseReserve(): boolean
}

/** A reserve that is empty. */
export const NO_RESERVE: Reserve = { releaseReserve: () => false }

/** `write`, again for as long as the disk is full and something can be given back to it. Throws what `write` throws. */
export function withReserve<T>(write: () => T, { releaseReserve }: Reserve): T {
  while (true)
    try {
      return write()
    } catch (error) {
      if (!isFull(error) || !releaseReserve()) throw error
    }
}

/** As `withReserve`, for an asynchronous write. */
export async function withReserveAsync<T>(
  write: () => Promise<T>,
  { releaseReserve }: Reserve,
): Promise<T> {
  while (true)
    try {
      return await write()
    } catch (error) {
      if (!isFull(error) || !releaseReserve()) throw error
    }
}
