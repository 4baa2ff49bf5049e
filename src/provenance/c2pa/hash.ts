import { createHash, type Hash } from 'node:crypto'
import { rangesBetween } from './containers/container.ts'
import { type Range, readBlocks, type Source } from './source.ts'

/** The hash of a source without the excluded ranges, which are in order and do not overlap. Constant memory. */
export async function hashSource(
  source: Source,
  exclusions: readonly Range[],
  algorithm: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const hash: Hash = createHash(algorithm)
  for (const range of rangesBetween({ start: 0, length: source.size }, exclusions))
    for await (const block of readBlocks(source, range, signal)) hash.update(block)
  return hash.digest()
}
