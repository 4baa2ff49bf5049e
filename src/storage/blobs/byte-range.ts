import { AppError } from '#shared/errors.ts'
import type { ByteRange } from './blobs.ts'

/** The bytes that a range means in a blob of this size, the end not included. Throws AppError('file/range') for none. */
export function resolveRange(
  range: ByteRange | undefined,
  sizeBytes: number,
): { readonly start: number; readonly end: number } {
  if (!range) return { start: 0, end: sizeBytes }
  if ('last' in range) {
    if (range.last <= 0 || sizeBytes === 0) throw outside(sizeBytes)
    return { start: Math.max(0, sizeBytes - range.last), end: sizeBytes }
  }
  const { start, end = sizeBytes - 1 } = range
  if (start < 0 || start >= sizeBytes || end < start) throw outside(sizeBytes)
  return { start, end: Math.min(end + 1, sizeBytes) }
}

/** The error of a range that lies outside a blob. */
export function outside(sizeBytes: number | undefined): AppError {
  const size = sizeBytes === undefined ? '' : `: it has ${sizeBytes} bytes`
  return new AppError('file/range', `The range lies outside the file${size}.`)
}
