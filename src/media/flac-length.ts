import type { FileHandle } from 'node:fs/promises'

/** `fLaC`, the head of the first metadata block, then STREAMINFO (RFC 9639, section 8.2) up to its total samples. */
const TOTAL_AT = 21
const TOTAL_END = 26

/**
 * Writes the number of samples into the STREAMINFO of a FLAC stream, 0 (unknown) for undefined. `head`: its first bytes.
 * Returns undefined while there are too few. Throws RangeError where STREAMINFO is not the first block.
 */
export function flacHeadWith(samples: number | undefined, head: Buffer): Buffer | undefined {
  if (head.length < TOTAL_END) return undefined
  if (head.toString('latin1', 0, 4) !== 'fLaC' || ((head[4] ?? 0) & 0x7f) !== 0)
    throw new RangeError('The encoder made a FLAC stream that does not begin with its STREAMINFO.')
  const rewritten = Buffer.from(head)
  totalOf(rewritten, samples ?? 0).copy(rewritten, TOTAL_AT)
  return rewritten
}

/** 36 bits, behind four that belong to the bits per sample. */
function totalOf(head: Buffer, samples: number): Buffer {
  const total = Buffer.alloc(TOTAL_END - TOTAL_AT)
  total.writeUIntBE(samples, 0, total.length)
  total[0] = ((head[TOTAL_AT] ?? 0) & 0xf0) | ((total[0] ?? 0) & 0x0f)
  return total
}

/** Writes the number of samples into a finished file. */
export async function patchFlacLength(file: FileHandle, samples: number): Promise<void> {
  const head = Buffer.alloc(TOTAL_END)
  await file.read(head, 0, TOTAL_END, 0)
  await file.write(flacHeadWith(samples, head) ?? head, 0, TOTAL_END, 0)
}
