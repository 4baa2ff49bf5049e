/** A stretch of sound on two clocks: where it lies in its take, and when the sound card plays it. Seconds. */
export interface Stretch {
  readonly contextStart: number
  readonly takeStart: number
  readonly duration: number
}

/** How far ahead of now the first stretch is placed, so that its start is not already past. Seconds. */
export const LEAD_SECONDS = 0.03

/**
 * Where the next stretch goes: exactly at the end of the one before (no gap, no overlap), or a moment from now
 * when there is none or when it has run dry. `takeStart` is its place in the take; all values in seconds.
 */
export function place(
  before: Stretch | undefined,
  takeStart: number,
  duration: number,
  now: number,
  sampleRate: number,
): Stretch {
  const follows = before ? before.contextStart + before.duration : 0
  const soonest = Math.ceil((now + LEAD_SECONDS) * sampleRate) / sampleRate
  const contextStart = before && follows > now ? follows : soonest
  return { contextStart, takeStart, duration }
}

/** The second of the take that is heard at `now`: stands still before the first stretch, in a gap, and after the last. */
export function positionAt(stretches: readonly Stretch[], now: number): number {
  const current = stretches.findLast((stretch) => stretch.contextStart <= now)
  if (!current) return stretches[0]?.takeStart ?? 0
  return current.takeStart + Math.min(current.duration, now - current.contextStart)
}

/** The chunks from `fromSample` on, the first one cut at that point; nothing where the take is shorter. */
export function cutFrom(chunks: readonly Int16Array[], fromSample: number): Int16Array[] {
  const rest: Int16Array[] = []
  let start = 0
  for (const chunk of chunks) {
    const skip = Math.max(0, fromSample - start)
    if (skip < chunk.length) rest.push(chunk.subarray(skip))
    start += chunk.length
  }
  return rest
}
