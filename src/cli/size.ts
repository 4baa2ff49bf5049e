import { sizeInBytes } from '#shared/sizes.ts'
import { UsageError } from './usage-error.ts'

/**
 * Size in bytes of the value of an option: `500MB`, `2 GB`, `1000`. Throws UsageError.
 * @example `bytesOf('limit', '2 GB')` is `2_000_000_000`.
 */
export function bytesOf(option: string, text: string): number {
  const bytes = sizeInBytes(text)
  if (bytes !== undefined) return bytes
  throw new UsageError(`--${option} is a size such as 500MB or 2GB, not "${text}".`)
}
