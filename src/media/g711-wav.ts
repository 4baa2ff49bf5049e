import { type CompandingLaw, compand } from './g711.ts'
import { nonEmptyChunks, toInt16 } from './pcm.ts'
import type { SizedChunk } from './planned-length.ts'
import { riffSize, UNKNOWN_BYTES } from './wav.ts'

/** Length of `lawHeader`. */
const LAW_HEADER_BYTES = 58
/** WAVE_FORMAT_MULAW and WAVE_FORMAT_ALAW. */
const TAGS: Readonly<Record<CompandingLaw, number>> = { mulaw: 7, alaw: 6 }

/**
 * Encodes G.711 in RIFF/WAVE, mono, one byte a sample, as telephone systems play it. Sizes as in `encodeWav`. An odd sample at the
 * end is followed by one of silence, so that no byte beside the sound is needed to fill the chunk.
 */
export async function* encodeG711Wav(
  chunks: AsyncIterable<SizedChunk>,
  law: CompandingLaw,
  rate: number,
  signal: AbortSignal,
  reservedBytes = 0,
): AsyncGenerator<Uint8Array> {
  const sound = nonEmptyChunks(chunks, signal)
  let length = 0
  for await (const { samples, samplesToCome } of sound) {
    if (length === 0) {
      const planned = samplesToCome === undefined ? UNKNOWN_BYTES : samples.length + samplesToCome
      const even = planned === UNKNOWN_BYTES ? planned : planned + (planned & 1)
      yield lawHeader(even, law, rate, reservedBytes)
    }
    length += samples.length
    yield compand(toInt16(samples), law)
  }
  if (length & 1) yield compand(new Int16Array(1), law)
}

/** RIFF, format, fact and the head of the data chunk; `dataBytes` is `UNKNOWN_BYTES` where the length is unknown. */
function lawHeader(
  dataBytes: number,
  law: CompandingLaw,
  rate: number,
  reservedBytes: number,
): Buffer {
  const header = Buffer.alloc(LAW_HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(riffSize(dataBytes + reservedBytes, LAW_HEADER_BYTES), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(18, 16)
  header.writeUInt16LE(TAGS[law], 20)
  header.writeUInt16LE(1, 22) // mono
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28) // bytes a second
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('fact', 38, 'latin1')
  header.writeUInt32LE(4, 42)
  header.writeUInt32LE(dataBytes, 46) // samples
  header.write('data', 50, 'latin1')
  header.writeUInt32LE(dataBytes, 54)
  return header
}
