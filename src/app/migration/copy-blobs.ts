import { createHash } from 'node:crypto'
import type { Blobs } from '#storage/blobs/blobs.ts'

/** How many blobs there are below a prefix, and their bytes. */
export interface BlobsState {
  readonly count: number
  readonly bytes: number
}

/**
 * Copies all blobs whose key begins with `prefix` and that are not there with the same SHA-256 yet. Throws what the stores throw, and the reason of
 * `signal`.
 */
export async function copyBlobs(
  source: Blobs,
  target: Blobs,
  prefix: string,
  signal: AbortSignal,
  onBlob: () => void,
): Promise<void> {
  for await (const { key, sizeBytes } of source.list(prefix)) {
    signal.throwIfAborted()
    const known = await target.head(key)
    const sha256 = await sha256Of(source, key, signal)
    const isThere =
      known?.sizeBytes === sizeBytes &&
      (known.sha256 ?? (await sha256Of(target, key, signal))) === sha256
    if (!isThere && sha256 !== undefined) {
      const content = await source.get(key, { signal })
      if (content) {
        const { bytes, facts } = content
        await target.put(key, { bytes, type: facts.type, sha256, sizeBytes }, signal)
      }
    }
    onBlob()
  }
}

/** Counts what is below a prefix. */
export async function stateOfBlobs(blobs: Blobs, prefix: string): Promise<BlobsState> {
  let [count, bytes] = [0, 0]
  for await (const { sizeBytes } of blobs.list(prefix)) {
    count++
    bytes += sizeBytes
  }
  return { count, bytes }
}

/** Keys below a prefix whose bytes are not the same in both. Throws as `copyBlobs`. */
export async function differingBlobs(
  source: Blobs,
  target: Blobs,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const differing: string[] = []
  for await (const { key } of source.list(prefix)) {
    const [here, there] = await Promise.all([
      sha256Of(source, key, signal),
      sha256Of(target, key, signal),
    ])
    if (here !== there) differing.push(key)
  }
  return differing
}

/** Reads the bytes: what a store says of them was said when they came. Undefined where there is no such blob. */
async function sha256Of(
  blobs: Blobs,
  key: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const content = await blobs.get(key, { signal })
  if (!content) return undefined
  const hash = createHash('sha256')
  for await (const piece of content.bytes) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}
