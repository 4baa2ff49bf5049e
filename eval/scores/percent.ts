/** A share in per cent, with `digits` behind the point. */
export function percent(part: number, whole: number, digits = 2): string {
  return `${((100 * part) / whole).toFixed(digits)} %`
}
