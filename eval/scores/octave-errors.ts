/**
 * A track of pitch (Hz, 0 where unvoiced) with frames an octave or more from its median unvoiced: there the tracker took another
 * harmonic for the first, as where the first formant of a high vowel strengthens the second one.
 * @example `withoutOctaveErrors([170, 340, 0, 150])` is `[170, 0, 0, 150]`.
 */
export function withoutOctaveErrors(f0: readonly number[]): readonly number[] {
  const voiced = f0.filter((hz) => hz > 0).sort((a, b) => a - b)
  const median = voiced[voiced.length >> 1] ?? 0
  return f0.map((hz) => (hz > median / 2 && hz < 2 * median ? hz : 0))
}
