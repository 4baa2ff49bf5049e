/**
 * Factors that bring two takes to the same loudness, given theirs in LUFS (ITU-R BS.1770): the louder one is turned down, so that
 * nothing is clipped. Both are 1 where a loudness is unknown.
 */
export function equalGains(
  a: number | undefined,
  b: number | undefined,
): { readonly a: number; readonly b: number } {
  if (a === undefined || b === undefined) return { a: 1, b: 1 }
  const target = Math.min(a, b)
  return { a: 10 ** ((target - a) / 20), b: 10 ** ((target - b) / 20) }
}
