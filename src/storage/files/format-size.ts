const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** A size in bytes as people read it, in decimal units (IEC 80000-13): `812 B`, `12.3 MB`, `1.0 GB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let size = bytes / 1000
  let unit = 0
  // A value that would round to 1000.0 is 1.0 of the next unit.
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000
    unit++
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`
}
