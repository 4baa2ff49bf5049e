import type { PackSummary } from '#shared/packs.ts'

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** A size in decimal units (IEC 80000-13). */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(UNITS.length, Math.floor(Math.log10(Math.max(bytes, 1000)) / 3))
  const size = bytes / 1000 ** power
  return `${size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[power - 1]}`
}

/** How much is downloaded for a pack. */
export function downloadWords({ downloadBytes, isSizeExact }: PackSummary): string {
  return isSizeExact ? sizeWords(downloadBytes) : `about ${sizeWords(downloadBytes)}`
}
