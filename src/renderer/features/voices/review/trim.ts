import { BEST_SECONDS } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'

/** Part of a recording that is used, in seconds from its start. */
export interface TrimRange {
  readonly start: number
  readonly end: number
}

export type Edge = keyof TrimRange

/** Shortest range, in seconds: the least that a voice needs. */
const MIN_SECONDS = CUSTOM_VOICE_LIMITS.seconds.min
/** Peaks below this share of the highest one count as silence (−34 dB). */
const SILENCE_THRESHOLD = 0.02
/** Margin before the first and after the last sound, in seconds. */
const MARGIN_SECONDS = 0.2

/** Range of a whole recording, or as much from its start as a voice can use. */
export function fullRange(seconds: number): TrimRange {
  return { start: 0, end: Math.min(seconds, CUSTOM_VOICE_LIMITS.seconds.max) }
}

/** Moves an edge of a range to a position in seconds, within the recording and not below the shortest range. */
export function moveEdge(range: TrimRange, edge: Edge, to: number, seconds: number): TrimRange {
  const { min, max } = edgeLimits(range, edge, seconds)
  const position = round(Math.max(min, Math.min(max, Number.isFinite(to) ? to : range[edge])))
  return { ...range, [edge]: position }
}

/** Limits of an edge, in seconds. */
export function edgeLimits(
  range: TrimRange,
  edge: Edge,
  seconds: number,
): { min: number; max: number } {
  const minimum = Math.min(MIN_SECONDS, seconds)
  return edge === 'start'
    ? { min: 0, max: Math.max(0, round(range.end - minimum)) }
    : { min: Math.min(seconds, round(range.start + minimum)), max: round(seconds) }
}

/** Position in seconds to which a key moves an edge; undefined for other keys. */
export function keyTarget(
  key: string,
  isLarge: boolean,
  position: number,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const step = isLarge ? 1 : 0.1
  if (key === 'ArrowRight' || key === 'ArrowUp') return position + step
  if (key === 'ArrowLeft' || key === 'ArrowDown') return position - step
  if (key === 'PageUp') return position + 1
  if (key === 'PageDown') return position - 1
  if (key === 'Home') return min
  if (key === 'End') return max
  return undefined
}

/**
 * Range without the silence at both ends; undefined if nothing would be gained. `peaks`: peaks of equal parts of the
 * recording, 0 to 1.
 */
export function trimSilence(peaks: Float32Array, seconds: number): TrimRange | undefined {
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0)
  if (loudest === 0) return undefined
  const first = peaks.findIndex((peak) => peak > SILENCE_THRESHOLD * loudest)
  const last = peaks.findLastIndex((peak) => peak > SILENCE_THRESHOLD * loudest)
  const perPart = seconds / peaks.length
  const range = {
    start: round(Math.max(0, first * perPart - MARGIN_SECONDS)),
    end: round(Math.min(seconds, (last + 1) * perPart + MARGIN_SECONDS)),
  }
  const gained = range.start + seconds - range.end
  return gained < 0.2 || range.end - range.start < MIN_SECONDS ? undefined : range
}

/** Rates a length in seconds against the best one for a voice. */
export function rateLength(seconds: number): 'short' | 'usable' | 'best' | 'long' | 'too-long' {
  const { min, max } = CUSTOM_VOICE_LIMITS.seconds
  if (seconds < min) return 'short'
  if (seconds < BEST_SECONDS.min) return 'usable'
  if (seconds <= BEST_SECONDS.max) return 'best'
  return seconds <= max ? 'long' : 'too-long'
}

/** Rounds to hundredths of a second. */
function round(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
