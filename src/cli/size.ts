import { UsageError } from './usage-error.ts'

const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/**
 * Size in bytes of the value of an option: `500MB`, `2 GB`, `1000`. Throws UsageError.
 * @example `bytesOf('limit', '2 GB')` is `2_000_000_000`.
 */
export function bytesOf(option: string, text: string): number {
  const [, figure = '', unit = ''] =
    /^(\d{1,9}(?:\.\d{1,3})?) ?([KMGT]?B|)$/i.exec(text.trim()) ?? []
  const factor = UNITS[unit.toUpperCase()]
  if (figure !== '' && factor !== undefined) return Math.round(Number(figure) * factor)
  throw new UsageError(`--${option} is a size such as 500MB or 2GB, not "${text}".`)
}
