import { isFull } from '#shared/errors.ts'

/** What can be given back to a full disk; see storage/disk-space.ts. */
export interface Reserve {
  /** Whether there was something left to give back. */
  releaseReserve(): boolean
}

/** For whoever has none. */
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

/** The same for a write that answers later. */
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
