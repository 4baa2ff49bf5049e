/** Measures how fast a download is, and estimates how long it will still take. */
export interface TransferRate {
  /** `bytes` more have arrived. */
  add(bytes: number): void
  /** Bytes a second over the last ten seconds; undefined in the first two. */
  bytesPerSecond(): number | undefined
  /** Seconds that `bytes` more would take; undefined where that cannot be told, as when nothing arrives. */
  secondsFor(bytes: number): number | undefined
}

const WINDOW_MS = 10_000
const FIRST_MS = 2_000
const SLOT_MS = 250

/** A measure that has seen nothing yet. `nowMs`: a clock that never goes back. */
export function createTransferRate(nowMs: () => number): TransferRate {
  const startedAt = nowMs()
  /** Bytes by the quarter of a second in which they came, oldest first. */
  const slots: { readonly at: number; bytes: number }[] = []
  const forgetOld = (now: number): void => {
    while (slots[0] && slots[0].at <= now - WINDOW_MS) slots.shift()
  }
  const bytesPerSecond = (): number | undefined => {
    const now = nowMs()
    const observedMs = Math.min(now - startedAt, WINDOW_MS)
    if (observedMs < FIRST_MS) return undefined
    forgetOld(now)
    const bytes = slots.reduce((sum, slot) => sum + slot.bytes, 0)
    return (bytes / observedMs) * 1_000
  }
  return {
    add(bytes) {
      const at = Math.floor(nowMs() / SLOT_MS) * SLOT_MS
      const last = slots.at(-1)
      if (last?.at === at) last.bytes += bytes
      else slots.push({ at, bytes })
      forgetOld(at)
    },
    bytesPerSecond,
    secondsFor(bytes) {
      const speed = bytesPerSecond()
      return speed === undefined || speed <= 0 ? undefined : Math.ceil(bytes / speed)
    },
  }
}
