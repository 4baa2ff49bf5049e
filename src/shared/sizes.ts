const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/**
 * Bytes of a size as people write it: `500MB`, `2 GB`, `1000`; undefined where it is none.
 * @example `sizeInBytes('2 GB')` is `2_000_000_000`.
 */
export function sizeInBytes(text: string): number | undefined {
  const [, figure = '', unit = ''] =
    /^(\d{1,9}(?:\.\d{1,3})?) ?([KMGT]?B|)$/i.exec(text.trim()) ?? []
  const factor = UNITS[unit.toUpperCase()]
  return figure === '' || factor === undefined ? undefined : Math.round(Number(figure) * factor)
}
