import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BlobContent, Blobs } from './blobs.ts'

/** A store without anything in it. */
export interface BlobsForTests {
  readonly blobs: Blobs
  /** The same for `openBlobs`, and what that needs of the environment. */
  readonly address: string
  readonly env: Readonly<Record<string, string>>
  /** Names of whatever lies in the store, whole or not, as the store itself lists it. */
  stored(): Promise<readonly string[]>
  /** Names of the parts of large files that the store keeps apart. */
  parts(): Promise<readonly string[]>
}

export type OpenBlobs = () => Promise<BlobsForTests>

const MIB = 1024 * 1024
/** More than two parts of the stores in these tests. */
export const LARGE_BYTES = 11 * MIB + 123
export const KEY = 'ohùn/ìyá àgbà – የአያቴ ድምፅ+%&=.flac'

/** The keys of all that is found. */
export async function keysOf(
  found: AsyncIterable<{ readonly key: string }>,
): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of found) keys.push(key)
  return keys
}

/** All bytes of a blob. Throws where there is none. */
export async function read(content: BlobContent | undefined): Promise<Buffer> {
  if (!content) throw new Error('There is no such file.')
  return buffer(content.bytes)
}

/** SHA-256 in lower-case hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Bytes as a stream brings them. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_000) yield bytes.subarray(at, at + 65_000)
}
