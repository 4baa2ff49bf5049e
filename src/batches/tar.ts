import { packTar } from 'modern-tar'

/** Two blocks of zeros end an archive. */
const END_BYTES = 1_024

/** End of an archive. */
export const TAR_END = new Uint8Array(END_BYTES)

/** A file as part of an archive: such parts, one behind the other, and `TAR_END` are a tar. */
export async function tarEntry(
  name: string,
  bytes: Uint8Array,
  modified: Date,
): Promise<Uint8Array> {
  const header = { name, size: bytes.length, type: 'file' as const, mtime: modified, mode: 0o644 }
  const archive = await packTar([{ header, body: bytes }])
  return archive.subarray(0, archive.length - END_BYTES)
}

const LONGEST_NAME = 60

/** Name of the sound of a line: names sort as the lines, and say which one it is. */
export function soundNameOf(line: number, customId: string | undefined, extension: string): string {
  const readable = [...(customId ?? '').normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')]
  const name = readable.slice(0, LONGEST_NAME).join('')
  return `${String(line).padStart(7, '0')}${name === '' ? '' : `-${name}`}.${extension}`
}
