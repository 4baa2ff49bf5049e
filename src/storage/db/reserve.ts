import { isFull } from '#shared/errors.ts'

/** What can be given back to a full disk; see storage/room.ts. */
export interface Reserve {
  /** Whether there was something left to give back. */
  giveBack(): boolean
}

/** For whoever has none. */
export const NO_RESERVE: Reserve = { giveBack: () => false }

/** `write`, again for as long as the disk is full and something can be given back to it. Throws what `write` throws. */
export function withReserve<T>(write: () => T, { giveBack }: Reserve): T {
  while (true)
    try {
      return write()
    } catch (error) {
      if (!isFull(error) || !giveBack()) throw error
    }
}

/** The same for a write that answers later. */
export async function withReserveAsync<T>(
  write: () => Promise<T>,
  { giveBack }: Reserve,
): Promise<T> {
  while (true)
    try {
      return await write()
    } catch (error) {
      if (!isFull(error) || !giveBack()) throw error
    }
}
