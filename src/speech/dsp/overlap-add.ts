import type { Epochs } from './epochs.ts'

/** A span of the source and the seconds it takes in the output; silence where it has no source. All in seconds. */
export interface TimeWarpSegment {
  readonly seconds: number
  readonly source?: { readonly start: number; readonly end: number }
}

export interface OverlapAddInput {
  /** The source, interpolated: its value at a time in seconds. */
  readonly readSource: (seconds: number) => number
  readonly epochs: Epochs
  readonly segments: readonly TimeWarpSegment[]
  /** Pitch of the output in Hz, by time in the output and time in the source, both in seconds. */
  readonly pitchAt: (seconds: number, source: number) => number
  /** Factor on all formants: 1.1 is a vocal tract a tenth shorter. */
  readonly formantScale: number
  readonly rate: number
}

/** Distance between grains in unvoiced speech, in seconds of the output. */
const STEP = 0.004
/**
 * Below this speed, every second unvoiced grain is reversed: stretched noise would otherwise repeat itself and buzz.
 */
const REVERSED_BELOW = 0.85
/** Longest half of a grain, in seconds. */
const LONGEST_GRAIN = 0.025

/**
 * Pitch-synchronous overlap-add (Moulines & Charpentier 1990, TD-PSOLA): grains of two periods around the epochs of the
 * source are placed at the periods of the output. Resampling a grain scales its formants; the pitch is set by the
 * distance between grains. Yields mono blocks at `rate` Hz, the first of `firstBlock` seconds and the following ones of
 * `blockSeconds`, together exactly as long as all segments.
 */
export function* overlapAdd(
  plan: OverlapAddInput,
  firstBlock: number,
  blockSeconds: number,
): Generator<Float32Array> {
  const seconds = plan.segments.reduce((sum, segment) => sum + segment.seconds, 0)
  const output = new Float32Array(Math.round(seconds * plan.rate))
  let given = 0
  let blockEnd = firstBlock
  for (const time of grains(plan, output)) {
    if (time < blockEnd + LONGEST_GRAIN) continue
    const end = Math.min(output.length, Math.round(blockEnd * plan.rate))
    yield output.subarray(given, end)
    given = end
    blockEnd += blockSeconds
  }
  if (given < output.length) yield output.subarray(given)
}

/** Adds all grains in order of time; yields the time of each. */
function* grains(plan: OverlapAddInput, output: Float32Array): Generator<number> {
  let segmentStart = 0
  let mark = 0
  let time = 0
  let isReversed = false
  for (const { seconds, source } of plan.segments) {
    const segmentEnd = segmentStart + seconds
    time = Math.max(time, segmentStart)
    const speed = source ? (source.end - source.start) / seconds : 0
    while (source && time < segmentEnd) {
      const from = source.start + (time - segmentStart) * speed
      mark = nearestEpoch(plan.epochs, from, mark)
      isReversed = !isReversed && speed < REVERSED_BELOW
      const step = addGrain(output, plan, mark, from, time, isReversed)
      yield time
      time += step
    }
    segmentStart = segmentEnd
  }
}

/** The epoch nearest to `time`, searched from `guess` on. */
function nearestEpoch(epochs: Epochs, time: number, guess: number): number {
  epochs.follow(time + LONGEST_GRAIN)
  const { at } = epochs
  let i = guess
  while (i > 0 && at[i]! > time) i--
  while (i < at.length - 1 && Math.abs(at[i + 1]! - time) <= Math.abs(at[i]! - time)) i++
  return i
}

/** Adds the grain of an epoch at `time`, reversed if `isReversed`; returns the seconds to the next grain. */
function addGrain(
  output: Float32Array,
  { readSource, epochs, pitchAt, formantScale, rate }: OverlapAddInput,
  mark: number,
  from: number,
  time: number,
  isReversed: boolean,
): number {
  const isVoiced = epochs.isVoiced[mark] === true
  const step = isVoiced ? 1 / pitchAt(time, from) : STEP
  const centre = isVoiced ? epochs.at[mark]! : from
  const half = Math.min(LONGEST_GRAIN, (epochs.period[mark] ?? STEP) / formantScale) * rate
  const middle = time * rate
  const stride = (isReversed && !isVoiced ? -formantScale : formantScale) / rate
  // Fewer grains a second carry less power: the square root of their density keeps loudness.
  const gain = Math.sqrt((step * rate) / half)
  const first = Math.max(0, Math.ceil(middle - half))
  const last = Math.min(output.length - 1, Math.floor(middle + half))
  const turn = Math.PI / half
  for (let n = first; n <= last; n++) {
    const offset = n - middle
    const window = 0.5 + 0.5 * Math.cos(turn * offset)
    output[n]! += gain * window * readSource(centre + offset * stride)
  }
  return step
}
