import { createHash } from 'node:crypto'
import { openToRead } from './pack-folder.ts'

const BLOCK_BYTES = 1 << 20

/**
 * SHA-256 (FIPS 180-4) of a plain file in hexadecimal, and its size. `onBytes` is told how many more were read. Throws
 * file system errors, and the reason of `signal`.
 */
export async function hashFile(
  path: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const file = await openToRead(path)
  try {
    const hash = createHash('sha256')
    const block = Buffer.alloc(BLOCK_BYTES)
    let bytes = 0
    while (true) {
      signal.throwIfAborted()
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, bytes)
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
      hash.update(block.subarray(0, bytesRead))
      bytes += bytesRead
      onBytes(bytesRead)
    }
  } finally {
    await file.close()
  }
}
