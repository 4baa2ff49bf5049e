import { open } from 'node:fs/promises'
import { type AudioChunk, SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { nonEmptyChunks, toPcm } from './pcm.ts'

/** Length of `wavHeader`. */
export const WAV_HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2
/** Length of the longest header that is written here: that of G.711, which has a chunk with the number of samples. */
const MOST_HEADER_BYTES = 58
const FACT_AT = 46
/** "Until the end": the length that players accept for a stream, and that ffmpeg writes into a pipe. */
export const UNKNOWN_BYTES = 0xffff_ffff

/**
 * Encodes 16 bit mono RIFF/WAVE. The header comes first, and the sizes in it are true where the first chunk with sound knows how
 * much follows: in one sentence, and where the length was asked for first. Otherwise it says 0xFFFFFFFF; a file on disk
 * gets the true sizes from `patchWavSizes`. `reservedBytes` of chunks will follow the sound: the RIFF size counts them.
 */
export async function* encodeWav(
  chunks: AsyncIterable<AudioChunk | SpokenChunk>,
  signal: AbortSignal,
  reservedBytes = 0,
  rate = SAMPLE_RATE,
): AsyncGenerator<Uint8Array> {
  const sound = nonEmptyChunks(chunks, signal)
  try {
    const first = await sound.next()
    if (first.done) return
    const samples = toPcm(first.value.samples)
    const toCome = 'samplesToCome' in first.value ? first.value.samplesToCome : undefined
    const length = toCome === undefined ? UNKNOWN_BYTES : samples.length + toCome * BYTES_PER_SAMPLE
    yield Buffer.concat([wavHeader(length, reservedBytes, rate), samples])
    for await (const chunk of sound) yield toPcm(chunk.samples)
  } finally {
    await sound.return(undefined)
  }
}

/**
 * RIFF, the format chunk and the head of the data chunk of 16 bit mono. `dataBytes` is `UNKNOWN_BYTES` where the length is
 * unknown, `rate` in samples a second.
 */
export function wavHeader(dataBytes: number, reservedBytes = 0, rate = SAMPLE_RATE): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(riffSize(dataBytes + reservedBytes), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // mono
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}

/** Size field of the RIFF chunk, which does not count its own 8 bytes; "until the end" beyond 4 GiB. */
export function riffSize(dataBytes: number, headerBytes = WAV_HEADER_BYTES): number {
  return Math.min(UNKNOWN_BYTES, dataBytes + headerBytes - 8)
}

/**
 * Writes the true sizes into a finished file that `encodeWav` streamed. A file beyond the 4 GiB of the format (24 hours)
 * keeps "until the end". Throws AppError('encode/failed') for a file that is not one of ours, else what the disk says.
 */
export async function patchWavSizes(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const header = Buffer.alloc(MOST_HEADER_BYTES)
    const { bytesRead } = await file.read(header, 0, MOST_HEADER_BYTES, 0)
    const headerBytes = lengthOfHeader(header.subarray(0, bytesRead))
    if (headerBytes === undefined)
      throw new AppError(
        'encode/failed',
        `"${path}" is not a wav file made here: its sizes stay as they are.`,
      )
    const dataBytes = (await file.stat()).size - headerBytes
    const isTooLong = riffSize(dataBytes, headerBytes) === UNKNOWN_BYTES
    const known = isTooLong ? UNKNOWN_BYTES : dataBytes
    header.writeUInt32LE(riffSize(known, headerBytes), 4)
    if (headerBytes > WAV_HEADER_BYTES) header.writeUInt32LE(known, FACT_AT)
    header.writeUInt32LE(known, headerBytes - 4)
    await file.write(header, 0, headerBytes, 0)
  } finally {
    await file.close()
  }
}

/** Length of a header that was written here, PCM or G.711. Undefined for any other. */
function lengthOfHeader(head: Buffer): number | undefined {
  if (head.toString('latin1', 8, 16) !== 'WAVEfmt ') return undefined
  return [WAV_HEADER_BYTES, MOST_HEADER_BYTES].find(
    (length) => head.length >= length && head.toString('latin1', length - 8, length - 4) === 'data',
  )
}
