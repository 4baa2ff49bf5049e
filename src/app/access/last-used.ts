import { isFull } from '#shared/errors.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import type { Awaitable } from '#storage/db/steps.ts'

/** A token's use is written down at most this often. */
const WRITE_MS = 60_000
/** Delay before uses are written, so that the request itself never waits. Milliseconds. */
const DELAY_MS = 2_000

/** Remembers which tokens are used, and has that written together, later. */
export interface LastUsed {
  used(id: number): void
  /** Writes what is not written yet. Throws what `write` throws; where the library is locked or the disk full, it is tried again later. */
  flush(): Promise<void>
  /**
   * Flushes. A failure goes to `onBug`, because what comes after must be closed as well; what a locked library or a full
   * disk does not take is lost.
   */
  close(): Promise<void>
}

/** `write` gets times in RFC 3339, UTC; a failure of it that nobody waits for goes to `onBug`. */
export function createLastUsed(
  write: (times: ReadonlyMap<number, string>) => Awaitable<void>,
  { now, onBug }: { readonly now: () => Date; readonly onBug: (error: unknown) => void },
): LastUsed {
  const written = new Map<number, number>()
  const waiting = new Map<number, string>()
  let timer: NodeJS.Timeout | undefined
  let flushing = Promise.resolve()

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const old = now().getTime() - WRITE_MS
    for (const [id, at] of written) if (at < old) written.delete(id)
    if (waiting.size === 0) return
    // Uses go on while a server writes these.
    const times = new Map(waiting)
    try {
      await write(times)
    } catch (error) {
      tryLater(error)
      return
    }
    for (const [id, at] of times) if (waiting.get(id) === at) waiting.delete(id)
  }
  const tryLater = (error: unknown): void => {
    if (isTransient(error)) later()
    // Whoever only wants to read what is there need not wait for room.
    if (!isFull(error)) throw error
  }
  const flushOrTell = async (): Promise<void> => {
    try {
      await flush()
    } catch (error) {
      if (!isTransient(error)) onBug(error)
    }
  }
  const later = (): void => {
    timer ??= setTimeout(() => {
      flushing = flushOrTell()
    }, DELAY_MS).unref()
  }
  return {
    used(id) {
      const at = now()
      const last = written.get(id)
      if (last !== undefined && Math.abs(at.getTime() - last) < WRITE_MS) return
      written.set(id, at.getTime())
      waiting.set(id, at.toISOString())
      later()
    },
    flush,
    async close() {
      await flushing
      await flushOrTell()
      clearTimeout(timer)
    },
  }
}
