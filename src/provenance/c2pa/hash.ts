import { createHash, type Hash } from 'node:crypto'
import { type ByteRange, type ByteSource, readBlocks } from './byte-source.ts'
import { subtractRanges } from './containers/container.ts'

/** Hashes a source without the excluded ranges, which are in order and do not overlap. Takes constant memory. */
export async function hashSource(
  source: ByteSource,
  exclusions: readonly ByteRange[],
  algorithm: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const hash: Hash = createHash(algorithm)
  for (const range of subtractRanges({ start: 0, length: source.size }, exclusions))
    for await (const block of readBlocks(source, range, signal)) hash.update(block)
  return hash.digest()
}
