import type { AudioChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { cancellationError } from './cancellation-error.ts'

/** Encodes signed 16 bit little endian without a header: the bytes of `POST /v1/speech` with format pcm_s16le. */
export async function* encodePcm(
  chunks: AsyncIterable<AudioChunk>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const { samples } of nonEmptyChunks(chunks, signal)) yield toPcm(samples)
}

/** Converts samples of -1 to 1 to signed 16 bit little endian bytes. */
export function toPcm(samples: Float32Array): Uint8Array {
  // Typed arrays have the byte order of the processor: little endian on all that Node 24 is built for but s390x.
  return new Uint8Array(toInt16(samples).buffer)
}

/** Value of a 16-bit sample at the loudest negative sample, -1, without its sign. */
const FULL_SCALE = 32_768

/** Converts signed 16 bit little endian bytes to samples of -1 to 1. Half a sample at the end is left out. */
export function toSamples(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  return new Float32Array(pcm.byteLength >> 1).map(
    (_, i) => view.getInt16(2 * i, true) / FULL_SCALE,
  )
}

/**
 * Rounds samples of -1 to 1 to 16 bits, halves upwards. Louder ones are clipped; NaN becomes silence, as Int16Array stores it. Every second of sound
 * that a server sends passes here: minimum, maximum and floor are instructions of the processor, unlike Math.round, and need no branch.
 */
export function toInt16(samples: Float32Array): Int16Array<ArrayBuffer> {
  const integers = new Int16Array(samples.length)
  for (let index = 0; index < samples.length; index++) {
    const level = Math.max(
      -FULL_SCALE,
      Math.min(FULL_SCALE - 1, (samples[index] as number) * FULL_SCALE),
    )
    integers[index] = Math.floor(level + 0.5)
  }
  return integers
}

/**
 * Passes on the chunks that have samples. Throws AppError('speech/cancelled') on abort, and AppError('encode/failed') if none
 * holds any: a file without sound is never an answer.
 */
export async function* nonEmptyChunks<Chunk extends AudioChunk>(
  chunks: AsyncIterable<Chunk>,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  let isSilent = true
  if (signal.aborted) throw cancellationError(signal)
  for await (const chunk of chunks) {
    if (signal.aborted) throw cancellationError(signal)
    if (chunk.samples.length === 0) continue
    isSilent = false
    yield chunk
  }
  if (isSilent)
    throw new AppError('encode/failed', 'There is no sound to encode: nothing was spoken.')
}
