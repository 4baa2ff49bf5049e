const HEADER_BYTES = 44

/** A wav of 16 bit, mono, with `samples` in -1 to 1 at `rate`. */
export function wavOf(samples: Float32Array, rate: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + samples.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(HEADER_BYTES - 8 + samples.length * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [at, sample] of samples.entries()) {
    const value = Math.round(sample * 32_767)
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, value)), HEADER_BYTES + at * 2)
  }
  return bytes
}
