/** Fundamental frequency over time, followed as far as it has been asked for. */
export interface PitchTrack {
  readonly hopSeconds: number
  /** One value in Hz per hop, 0 where there is no pitch; right up to the last `follow`. */
  readonly hz: Float32Array
  /** Follow the pitch up to a time in seconds. */
  follow(seconds: number): void
}

const HOP_SECONDS = 0.005
/** Correlation of a frame with itself one period later above which it counts as voiced. */
const VOICED = 0.5
/** Penalty on long periods (RAPT's lag weight): a signal correlates as well with two periods as with one. */
const LAG_WEIGHT = 0.15
/** Bonus for a period within a fifth of the previous one: pitch changes slowly. */
const CONTINUITY = 1.15
/** Mean square below which a frame is silence. */
const SILENCE = 1e-6

/**
 * Pitch by normalised cross-correlation (Talkin 1995, "RAPT", without its dynamic programming: the range that is
 * asked for is less than two octaves, so that no octave can be mistaken). `samples`: mono at `rate` Hz.
 * `lowHz` and `highHz` bound the answer.
 */
export function openPitchTrack(
  samples: Float32Array,
  rate: number,
  lowHz: number,
  highHz: number,
): PitchTrack {
  const halved = halve(samples)
  const halfRate = rate / 2
  const shortest = Math.floor(halfRate / highHz)
  const longest = Math.ceil(halfRate / lowHz)
  const hop = HOP_SECONDS * halfRate
  const hz = new Float32Array(Math.ceil(halved.length / hop) + 1)
  const scores = new Float64Array(longest + 2)
  let known = 0
  return {
    hopSeconds: HOP_SECONDS,
    hz,
    follow(seconds) {
      const wanted = Math.min(hz.length, Math.ceil(seconds / HOP_SECONDS) + 2)
      for (; known < wanted; known++) {
        const before = known > 0 && hz[known - 1]! > 0 ? halfRate / hz[known - 1]! : 0
        const start = Math.round(known * hop) - longest
        const lag = bestLag(halved, start, shortest, longest, before, scores)
        hz[known] = lag > 0 ? halfRate / lag : 0
        smooth(hz, known - 1)
      }
    },
  }
}

/** Every second sample after a short low-pass: pitch lies far below. */
function halve(samples: Float32Array): Float32Array {
  const output = new Float32Array(samples.length >> 1)
  for (let i = 0; i < output.length; i++) {
    const at = i * 2
    output[i] = 0.25 * (samples[at - 1] ?? 0) + 0.5 * samples[at]! + 0.25 * (samples[at + 1] ?? 0)
  }
  return output
}

/** The period in samples of the frame that starts at `start`, with a part of a sample; 0 if it has none. */
function bestLag(
  samples: Float32Array,
  start: number,
  shortest: number,
  longest: number,
  lagBefore: number,
  scores: Float64Array,
): number {
  const from = Math.max(0, start)
  const width = Math.min(longest, samples.length - from - longest - 2)
  if (width < shortest) return 0
  let own = 0
  for (let i = 0; i < width; i++) own += samples[from + i]! ** 2
  if (own / width < SILENCE) return 0
  let best = 0
  let bestMerit = 0
  for (let lag = shortest - 1; lag <= longest + 1; lag++) {
    const score = correlation(samples, from, lag, width, own)
    scores[lag] = score
    if (score < VOICED || lag < shortest || lag > longest) continue
    const isNear = Math.abs(lag - lagBefore) < 0.2 * lagBefore
    const merit = score * (1 - (LAG_WEIGHT * lag) / longest) * (isNear ? CONTINUITY : 1)
    if (merit > bestMerit) {
      bestMerit = merit
      best = lag
    }
  }
  return best === 0 ? 0 : best + peakOffset(scores[best - 1]!, scores[best]!, scores[best + 1]!)
}

/**
 * Normalised correlation, -1 to 1, of `width` samples from `from` on with those `lag` later. `own`: the energy of the
 * first.
 */
export function correlation(
  samples: Float32Array,
  from: number,
  lag: number,
  width: number,
  own: number,
): number {
  let product = 0
  let other = 0
  const later = from + lag
  for (let i = 0; i < width; i++) {
    const value = samples[later + i]!
    product += samples[from + i]! * value
    other += value * value
  }
  return product / Math.sqrt(own * other + 1e-12)
}

/**
 * Offset of the vertex of the parabola through three points, in -0.5 to 0.5.
 * @example `peakOffset(0, 1, 1)` is `0.5`.
 */
export function peakOffset(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after
  return bend >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend))
}

/** A voiced frame alone among unvoiced ones is noise; a hole of one frame is filled. */
function smooth(hz: Float32Array, i: number): void {
  if (i < 1) return
  const [before, here, after] = [hz[i - 1]!, hz[i]!, hz[i + 1]!]
  if (here > 0 && before === 0 && after === 0) hz[i] = 0
  if (here === 0 && before > 0 && after > 0) hz[i] = (before + after) / 2
}

/** Pitch at a time in seconds that has been followed, 0 where there is none. */
export function pitchAt({ hopSeconds, hz }: PitchTrack, seconds: number): number {
  const position = seconds / hopSeconds
  const index = Math.floor(position)
  const [before, after] = [hz[index] ?? 0, hz[index + 1] ?? 0]
  if (before === 0 || after === 0) return before || after
  return before + (after - before) * (position - index)
}
