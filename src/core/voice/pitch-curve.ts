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

export const semitonesToFactor = (semitones: number): number => 2 ** (semitones / 12)
