import { SAMPLE_RATE } from '#shared/audio.ts'
import type { Bitrate, EncodedFormat, Encoding, SampleRate } from '#shared/formats.ts'
import { changeRate } from './change-rate.ts'
import { encodeCompressed } from './compressed.ts'
import { declaresLength, measureLength, withDeclaredLength } from './declared-length.ts'
import type { GetFfmpeg } from './ffmpeg.ts'
import { encodeG711 } from './g711.ts'
import { encodeG711Wav } from './g711-wav.ts'
import { encodePcm } from './pcm.ts'
import { fitPlannedLength, type SizedChunk } from './planned-length.ts'
import { changeTempo } from './tempo.ts'
import { encodeWav } from './wav.ts'

/** Options of an encoding. `bitrate` is for compressed formats only. */
export interface EncodingOptions {
  readonly format: EncodedFormat
  readonly bitrate: Bitrate
  /** Sample rate in Hz, for wav and formats without a header. Left out: 24 kHz, as all others have. */
  readonly sampleRate?: SampleRate
  /** Companding law of G.711 in a wav. Left out: 16 bit samples. */
  readonly law?: Encoding['law']
  /** Speed at the same pitch, 0.25 to 4; 2 is half as long. Left out: 1. */
  readonly tempo?: number
  /** Called with the length in seconds of every chunk that goes into the encoder, and of what is still to come, where that is known. */
  readonly onSound?: (seconds: number, toCome?: number) => void
  /** Bytes that follow the sound of a wav inside its RIFF chunk. Left out: none. */
  readonly reservedBytes?: number
  /** The file gets its length from `patchLength` when it is whole; left out: only where the chunks tell it first. */
  readonly isPatched?: boolean
}

/**
 * Encodes chunks of 24 kHz mono sound as one file or stream, through one continuous encoder, each as soon as it is
 * ready. Pulls: a slow reader slows the synthesis. Whatever fails before the first byte throws from the first
 * `next()`. ffmpeg is asked for only where the format needs it. Throws what the chunks throw,
 * AppError('speech/cancelled') on abort, AppError('encode/no-ffmpeg') and AppError('encode/failed').
 */
export function render(
  chunks: AsyncIterable<SizedChunk>,
  output: EncodingOptions,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const {
    format,
    bitrate,
    sampleRate = SAMPLE_RATE,
    law,
    tempo = 1,
    onSound,
    reservedBytes,
  } = output
  const faster = (sound: AsyncIterable<SizedChunk>): AsyncGenerator<SizedChunk> =>
    changeTempo(sound, tempo, getFfmpeg, signal)
  const stretched = (): AsyncGenerator<SizedChunk> =>
    // The first bytes have said how long it is.
    declaresLength(format) ? fitPlannedLength(chunks, tempo, faster) : faster(chunks)
  const paced = tempo === 1 ? chunks : stretched()
  const heard = onSound ? counted(paced, onSound) : paced
  const sound = sampleRate === SAMPLE_RATE ? heard : changeRate(heard, sampleRate)
  switch (format) {
    case 'wav':
      return law
        ? encodeG711Wav(sound, law, sampleRate, signal, reservedBytes)
        : encodeWav(sound, signal, reservedBytes, sampleRate)
    case 'pcm_s16le':
      return encodePcm(sound, signal)
    case 'mulaw':
    case 'alaw':
      return encodeG711(sound, format, signal)
    case 'mp3':
    case 'ogg_opus':
    case 'webm_opus':
    case 'flac':
    case 'adts': {
      const { chunks: watched, declaredSamples } = measureLength(sound)
      const bytes = encodeCompressed(watched, format, bitrate, getFfmpeg, signal)
      return withDeclaredLength(bytes, format, declaredSamples, output.isPatched ?? false)
    }
  }
}

async function* counted(
  chunks: AsyncIterable<SizedChunk>,
  onSound: (seconds: number, toCome?: number) => void,
): AsyncGenerator<SizedChunk> {
  for await (const chunk of chunks) {
    const { samples, samplesToCome } = chunk
    onSound(samples.length / SAMPLE_RATE, samplesToCome && samplesToCome / SAMPLE_RATE)
    yield chunk
  }
}
