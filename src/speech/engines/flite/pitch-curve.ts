/** A point that the pitch passes through, in seconds and in semitones above the voice's own pitch. */
export interface PitchPoint {
  readonly seconds: number
  readonly semitones: number
}

/**
 * Semitones at a time, for times that only rise: from point to point on an S-curve, so that neither a level tone
 * nor a glide has a step in it. Level before the first point and after the last.
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

/** The steepest a voice goes from tone to tone, in semitones a second (Xu & Sun 2002: 6 semitones in about 0.14 s). */
const STEEPEST = 90
/** An S-curve is this much steeper in its middle than from end to end. */
const S_CURVE_PEAK = 1.5

/**
 * The same points with their moves no steeper than a voice makes them: where two points lie too near for the distance
 * between them, both move apart, each by no more than half of the level stretch behind it.
 */
export function eased(points: readonly PitchPoint[]): readonly PitchPoint[] {
  const room = (a: PitchPoint | undefined, b: PitchPoint | undefined): number =>
    a && b ? Math.max(0, (b.seconds - a.seconds - needed(a, b)) / 2) : 0
  const seconds = points.map((point) => point.seconds)
  for (let i = 0; i + 1 < points.length; i++) {
    const [before, after] = [points[i]!, points[i + 1]!]
    const missing = needed(before, after) - (after.seconds - before.seconds)
    if (missing <= 0) continue
    const [left, right] = [room(points[i - 1], before), room(after, points[i + 2])]
    const most = Math.min(missing, left + right)
    const early = Math.min(left, Math.max(most / 2, most - right))
    seconds[i]! -= early
    seconds[i + 1]! += most - early
  }
  return points.map((point, i) => ({ ...point, seconds: seconds[i]! }))
}

const needed = (a: PitchPoint, b: PitchPoint): number =>
  (S_CURVE_PEAK * Math.abs(b.semitones - a.semitones)) / STEEPEST

export const semitonesToFactor = (semitones: number): number => 2 ** (semitones / 12)
