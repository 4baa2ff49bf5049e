import { correlation, peakOffset } from '#speech/dsp/pitch.ts'

/** Time from frame to frame. */
export const HOP_SECONDS = 0.01
/** Periods that are kept of each frame. */
const CANDIDATES = 8
/** Correlation of a frame with itself one period later below which there is no candidate. */
const LEAST = 0.3
/** Penalty of the longest period: a signal correlates as well with two periods as with one. */
const LAG_WEIGHT = 0.3
/**
 * Cost of a pitch change, by its natural logarithm; a jump near an octave costs as much as this one plus its distance
 * from the octave.
 */
const GLIDE = 2
const OCTAVE_JUMP = 0.35
/** Cost of the start or end of voicing. */
const ONSET = 0.05
/** Share of the power of loud frames below which a frame is silent. */
const SILENCE = 1e-4

/** Pitch tracker over frames added so far. */
export interface PitchPath {
  readonly frames: number
  /** Processes frames up to this one. */
  listen(end: number): void
  /** The most likely pitch of all frames in Hz, 0 where unvoiced. */
  walk(): Float64Array
}

interface Candidate {
  /** Period in samples, 0 for none. */
  readonly lag: number
  readonly cost: number
  /** Cost of the cheapest path up to here, and its candidate in the previous frame. */
  total: number
  before: number
}

/**
 * Tracks pitch by normalised cross-correlation and dynamic programming (Talkin 1995, "RAPT"): among the candidate
 * periods of each frame it takes those on the smoothest path. Expressive voices cover more than an octave, where a
 * frame alone is ambiguous. `samples`: mono at `rate` Hz, of which 8,000 is enough.
 */
export function openPitchPath(
  samples: Float32Array,
  rate: number,
  lowHz: number,
  highHz: number,
): PitchPath {
  const [shortest, longest] = [Math.floor(rate / highHz), Math.ceil(rate / lowHz)]
  const frames = Math.floor(samples.length / rate / HOP_SECONDS)
  const loud = loudPower(samples, Math.round(HOP_SECONDS * rate))
  const heard: Candidate[][] = []
  const scores = new Float64Array(longest + 2)
  return {
    frames,
    listen(end) {
      while (heard.length < Math.min(end, frames)) {
        const start = Math.round(heard.length * HOP_SECONDS * rate) - longest
        const found = candidatesOf(samples, start, [shortest, longest], loud * SILENCE, scores)
        join(heard.at(-1), found)
        heard.push(found)
      }
    },
    walk() {
      const hz = new Float64Array(frames)
      let at = cheapest(heard.at(-1) ?? [])
      for (let frame = heard.length - 1; frame >= 0; frame--) {
        const { lag, before } = heard[frame]![at]!
        hz[frame] = lag > 0 ? rate / lag : 0
        at = before
      }
      return hz
    },
  }
}

function candidatesOf(
  samples: Float32Array,
  start: number,
  [shortest, longest]: readonly [number, number],
  silence: number,
  scores: Float64Array,
): Candidate[] {
  const from = Math.max(0, start)
  const width = Math.min(longest, samples.length - from - longest - 2)
  const none = (cost: number): Candidate => ({ lag: 0, cost, total: 0, before: 0 })
  if (width < shortest) return [none(0)]
  let own = 0
  for (let i = 0; i < width; i++) own += samples[from + i]! ** 2
  if (own / width < silence) return [none(0)]
  let highest = 0
  for (let lag = shortest - 1; lag <= longest + 1; lag++)
    scores[lag] = correlation(samples, from, lag, width, own)
  const peaks: Candidate[] = []
  for (let lag = shortest; lag <= longest; lag++) {
    const [before, score, after] = [scores[lag - 1]!, scores[lag]!, scores[lag + 1]!]
    highest = Math.max(highest, score)
    if (score < LEAST || score < before || score <= after) continue
    const cost = 1 - score * (1 - (LAG_WEIGHT * lag) / longest)
    peaks.push({ lag: lag + peakOffset(before, score, after), cost, total: 0, before: 0 })
  }
  peaks.sort((a, b) => a.cost - b.cost)
  return [none(highest), ...peaks.slice(0, CANDIDATES)]
}

function join(before: readonly Candidate[] | undefined, here: readonly Candidate[]): void {
  for (const candidate of here) {
    let least = before ? Number.POSITIVE_INFINITY : 0
    for (const [i, one] of (before ?? []).entries()) {
      const total = one.total + stepCost(one.lag, candidate.lag)
      if (total >= least) continue
      least = total
      candidate.before = i
    }
    candidate.total = least + candidate.cost
  }
}

function stepCost(one: number, other: number): number {
  if (one === 0 && other === 0) return 0
  if (one === 0 || other === 0) return ONSET
  const octaves = Math.abs(Math.log(one / other))
  return GLIDE * Math.min(octaves, OCTAVE_JUMP + Math.abs(octaves - Math.LN2))
}

function cheapest(candidates: readonly Candidate[]): number {
  let best = 0
  for (const [i, { total }] of candidates.entries()) if (total < candidates[best]!.total) best = i
  return best
}

function loudPower(samples: Float32Array, length: number): number {
  const powers = new Float64Array(Math.floor(samples.length / length))
  for (let frame = 0; frame < powers.length; frame++)
    for (let i = frame * length; i < (frame + 1) * length; i++)
      powers[frame]! += samples[i]! ** 2 / length
  return powers.sort()[Math.floor(0.95 * (powers.length - 1))] ?? 0
}
