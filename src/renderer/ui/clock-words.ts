/** A time in a recording, in minutes and seconds. @example `clockWords(72.34)` is `'1:12.3'`. */
export function clockWords(seconds: number): string {
  const tenths = Math.round(Math.max(0, seconds) * 10)
  const minutes = Math.floor(tenths / 600)
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return `${minutes}:${rest}`
}
