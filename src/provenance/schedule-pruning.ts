import { createMutex } from '#shared/mutex.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import type { Provenance } from './provenance.ts'

const HOUR_MS = 60 * 60_000

/**
 * Prunes the registry now and every hour, in the background. Where the library is locked, it tries again at the next time;
 * other failures go to `onBug`. `close` it before the library.
 */
export function schedulePruning(
  { prune }: Pick<Provenance, 'prune'>,
  onBug: (error: unknown) => void,
  everyMs = HOUR_MS,
): { close(): Promise<void> } {
  const closing = new AbortController()
  const { signal } = closing
  const again = async (): Promise<void> => {
    try {
      await prune(signal)
    } catch (error) {
      if (!signal.aborted && !isTransient(error)) onBug(error)
    }
  }
  const onePrune = createMutex()
  let pruning = onePrune.runExclusive(again)
  const timer = setInterval(() => {
    pruning = onePrune.runExclusive(again)
  }, everyMs).unref()
  return {
    async close() {
      clearInterval(timer)
      closing.abort()
      await pruning
    },
  }
}
