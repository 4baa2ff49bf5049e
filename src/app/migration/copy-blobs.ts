import { createHash } from 'node:crypto'
import type { Blobs, ListedBlob } from '#storage/blobs/blobs.ts'

/**
 * Copies all blobs whose key begins with `prefix` and that are not there with the same SHA-256 yet, and discards what a run that was killed
 * has left unfinished of them: nobody else may use either store meanwhile. Throws what the stores throw, and the reason of `signal`.
 */
export async function copyBlobs(
  source: Blobs,
  target: Blobs,
  prefix: string,
  signal: AbortSignal,
  onBlob: () => void,
): Promise<void> {
  const keys = new Set<string>()
  for await (const { key, sizeBytes } of source.list(prefix)) {
    signal.throwIfAborted()
    keys.add(key)
    if (!(await isThere(source, target, { key, sizeBytes }, signal))) {
      const content = await source.get(key, { signal })
      if (content)
        await target.put(key, { bytes: content.bytes, type: content.facts.type, sizeBytes }, signal)
    }
    onBlob()
  }
  for await (const part of target.unfinished(prefix)) if (keys.has(part.key)) await part.discard()
}

/** Both are read only where there is one of that size already. */
async function isThere(
  source: Blobs,
  target: Blobs,
  { key, sizeBytes }: Pick<ListedBlob, 'key' | 'sizeBytes'>,
  signal: AbortSignal,
): Promise<boolean> {
  const known = await target.head(key)
  if (known?.sizeBytes !== sizeBytes) return false
  const sha256 = known.sha256 ?? (await sha256Of(target, key, signal))
  return sha256 === (await sha256Of(source, key, signal))
}

/** How many blobs there are below a prefix. */
export async function countBlobs(blobs: Blobs, prefix: string): Promise<number> {
  let count = 0
  for await (const _ of blobs.list(prefix)) count++
  return count
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
