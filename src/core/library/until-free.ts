import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'

/** How long a write waits in all for another program that keeps the library locked, and between two tries. */
const PATIENCE_MS = 5_000
const BETWEEN_MS = 50

/**
 * What `write` answers: one statement or one transaction, which is tried again while another program keeps the library
 * locked. Everything else goes on between two tries. Throws AppError('storage/busy') where that lasts, and what `write` throws.
 */
export async function untilFree<T>(write: () => T): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  while (true) {
    try {
      return write()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
    }
    await wait(BETWEEN_MS)
  }
}

/** Whether another program keeps the library locked: nothing was written, and may be later. */
export function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage/busy'
}
