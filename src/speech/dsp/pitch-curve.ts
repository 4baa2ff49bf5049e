/** A point of the pitch curve, in seconds and in semitones above the voice's median pitch. */
export interface PitchPoint {
  readonly seconds: number
  readonly semitones: number
}

/**
 * Pitch curve through points: semitones at a time, by smoothstep interpolation, so that neither a level tone nor a
 * glide has a step in it. Constant before the first point and after the last.
 */
export function openPitchCurve(points: readonly PitchPoint[]): (seconds: number) => number {
  let next = 0
  return (seconds) => {
    while (next > 0 && (points[next - 1]?.seconds ?? 0) > seconds) next--
    while (next < points.length && points[next]!.seconds <= seconds) next++
    const before = points[next - 1] ?? points[0]
    const after = points[next] ?? before
    if (!before || !after || after.seconds <= before.seconds) return before?.semitones ?? 0
    const t = (seconds - before.seconds) / (after.seconds - before.seconds)
    return before.semitones + (after.semitones - before.semitones) * t * t * (3 - 2 * t)
  }
}

/** Steepest pitch change of a speaker, in semitones a second (Xu & Sun 2002: 6 semitones in about 0.14 s). */
const MAX_SLOPE = 90
/** Steepest slope of the smoothstep curve over its mean slope. */
const S_CURVE_PEAK = 1.5

/**
 * Limits the slope between points: where two are too close for the distance between them, both move apart, each by no
 * more than half of the level stretch behind it.
 */
export function limitSlope(points: readonly PitchPoint[]): readonly PitchPoint[] {
  const slack = (a: PitchPoint | undefined, b: PitchPoint | undefined): number =>
    a && b ? Math.max(0, (b.seconds - a.seconds - minimumSeconds(a, b)) / 2) : 0
  const seconds = points.map((point) => point.seconds)
  for (let i = 0; i + 1 < points.length; i++) {
    const [before, after] = [points[i]!, points[i + 1]!]
    const shortfall = minimumSeconds(before, after) - (after.seconds - before.seconds)
    if (shortfall <= 0) continue
    const [left, right] = [slack(points[i - 1], before), slack(after, points[i + 2])]
    const totalShift = Math.min(shortfall, left + right)
    const earlier = Math.min(left, Math.max(totalShift / 2, totalShift - right))
    seconds[i]! -= earlier
    seconds[i + 1]! += totalShift - earlier
  }
  return points.map((point, i) => ({ ...point, seconds: seconds[i]! }))
}

const minimumSeconds = (a: PitchPoint, b: PitchPoint): number =>
  (S_CURVE_PEAK * Math.abs(b.semitones - a.semitones)) / MAX_SLOPE

export const semitonesToFactor = (semitones: number): number => 2 ** (semitones / 12)
