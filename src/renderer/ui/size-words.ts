import { numberWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { PackSummary } from '#shared/packs.ts'

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in decimal units (IEC 80000-13), as the language of the studio writes them. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return numberWords(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** power
  const digits = size >= 100 ? 0 : 1
  return numberWords(size, {
    ...{ style: 'unit', unit: UNITS[power - 1] ?? 'byte' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  })
}

/** How much is downloaded for a pack. */
export function downloadWords({ downloadBytes, isSizeExact }: PackSummary): string {
  const size = sizeWords(downloadBytes)
  return isSizeExact ? size : t('ui:about', { amount: size })
}
