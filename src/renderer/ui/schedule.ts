/** Piece of audio with its position in the take and on the audio context's clock. Seconds. */
export interface ScheduledSegment {
  readonly contextStart: number
  readonly takeStart: number
  readonly duration: number
}

/** Lead time of the first segment, so that its start is not already past. Seconds. */
export const LEAD_SECONDS = 0.03

/**
 * Schedules the next segment: exactly at the end of the previous one, or as soon as possible if there is none or it
 * has ended. `takeStart` is its position in the take. All times in seconds.
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

/**
 * Position in the take at the context time `now`. It stands still before the first segment, in a gap and after the
 * last one. Seconds.
 */
export function positionAt(segments: readonly ScheduledSegment[], now: number): number {
  const current = segments.findLast((stretch) => stretch.contextStart <= now)
  if (!current) return segments[0]?.takeStart ?? 0
  return current.takeStart + Math.min(current.duration, now - current.contextStart)
}

/** Chunks from the sample `fromSample` on, the first one cut there; empty if the take is shorter. */
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
