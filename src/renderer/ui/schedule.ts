/** A stretch of sound on two clocks: where it lies in its take, and when the sound card plays it. Seconds. */
export interface ScheduledSegment {
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
export function scheduleSegment(
  previous: ScheduledSegment | undefined,
  takeStart: number,
  duration: number,
  now: number,
  sampleRate: number,
): ScheduledSegment {
  const previousEnd = previous ? previous.contextStart + previous.duration : 0
  const soonest = Math.ceil((now + LEAD_SECONDS) * sampleRate) / sampleRate
  const contextStart = previous && previousEnd > now ? previousEnd : soonest
  return { contextStart, takeStart, duration }
}

/** The second of the take that is heard at `now`: stands still before the first stretch, in a gap, and after the last. */
export function positionAt(segments: readonly ScheduledSegment[], now: number): number {
  const current = segments.findLast((stretch) => stretch.contextStart <= now)
  if (!current) return segments[0]?.takeStart ?? 0
  return current.takeStart + Math.min(current.duration, now - current.contextStart)
}

/** The chunks from `fromSample` on, the first one cut at that point; nothing where the take is shorter. */
export function chunksFrom(chunks: readonly Int16Array[], fromSample: number): Int16Array[] {
  const rest: Int16Array[] = []
  let start = 0
  for (const chunk of chunks) {
    const skip = Math.max(0, fromSample - start)
    if (skip < chunk.length) rest.push(chunk.subarray(skip))
    start += chunk.length
  }
  return rest
}
