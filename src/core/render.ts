import type { AudioChunk } from '#shared/audio.ts'
import type { Bitrate, StreamFormat } from '#shared/formats.ts'
import { encodeCompressed } from './encode/compressed.ts'
import type { GetFfmpeg } from './encode/ffmpeg.ts'
import { encodeG711 } from './encode/g711.ts'
import { encodePcm } from './encode/pcm.ts'
import { encodeWav } from './encode/wav.ts'

/** What a stream is encoded as; `bitrate` counts for compressed formats only. */
export interface Output {
  readonly format: StreamFormat
  readonly bitrate: Bitrate
}

/**
 * Chunks of 24 kHz mono sound to the bytes of one file or stream, through one continuous encoder, each as soon as it
 * is ready. Pulls: a slow reader slows the synthesis. Whatever fails before the first byte throws from the first
 * `next()`. ffmpeg is asked for only where the format needs it. Throws what the chunks throw,
 * AppError('speech/cancelled') on abort, AppError('encode/no-ffmpeg') and AppError('encode/failed').
 */
export function render(
  chunks: AsyncIterable<AudioChunk>,
  output: Output,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { format, bitrate } = output
  switch (format) {
    case 'wav':
      return encodeWav(chunks, signal)
    case 'pcm_s16le':
      return encodePcm(chunks, signal)
    case 'mulaw':
    case 'alaw':
      return encodeG711(chunks, format, signal)
    case 'mp3':
    case 'ogg_opus':
    case 'webm_opus':
    case 'flac':
      return encodeCompressed(chunks, format, bitrate, getFfmpeg, signal)
  }
}
