import { SAMPLE_RATE } from '#shared/audio.ts'

const HEADER_BYTES = 44

/** Mono 16-bit samples at `SAMPLE_RATE` as a wav file. */
export function wavOf(chunks: readonly Int16Array[]): Blob {
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const header = new DataView(new ArrayBuffer(HEADER_BYTES))
  const write = (at: number, text: string): void => {
    for (const [index, letter] of Array.from(text).entries())
      header.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  header.setUint32(4, HEADER_BYTES - 8 + bytes, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, SAMPLE_RATE, true)
  header.setUint32(28, SAMPLE_RATE * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  write(36, 'data')
  header.setUint32(40, bytes, true)
  // The samples lie in memory as the file has them: every system that runs the studio is little-endian.
  return new Blob([header, ...chunks.map((chunk) => Int16Array.from(chunk))], { type: 'audio/wav' })
}
