import type { Timing } from '#shared/audio.ts'

/** A segment of speech from `start` to `end` in seconds: a phone, or a half of one whose halves sound different. */
export interface PhoneSegment {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** How an engine divides the phones that it speaks into segments, and these into classes. */
export interface SegmentTable {
  /** Names of all segments. */
  readonly names: readonly string[]
  /** Phone class of a segment, whose members a vocal tract shapes alike. */
  classOf(name: string): string
  /** The segments of a row of phones. `phones`: IPA, in order of time. */
  segmentsOf(phones: readonly Timing[]): readonly PhoneSegment[]
}

/** Name of the segment at a time, or of the nearest one; empty where there are none. */
export function segmentNameAt(segments: readonly PhoneSegment[], seconds: number): string {
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.end < seconds) low = middle + 1
    else high = middle
  }
  const candidate = segments[low]
  const previous = segments[low - 1]
  if (!candidate) return ''
  return previous && candidate.start - seconds > seconds - previous.end
    ? previous.name
    : candidate.name
}
