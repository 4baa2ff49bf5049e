import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import { type Bitrate, kilobitsOf, type StreamFormat } from '#shared/formats.ts'
import type { GetFfmpeg } from './ffmpeg.ts'
import { encodePcm } from './pcm.ts'
import { runEncoder } from './run-encoder.ts'

/** Formats that ffmpeg encodes: four of the answers, and the AAC frames (ADTS) that HLS segments are cut from. */
export type FfmpegFormat = Extract<StreamFormat, 'mp3' | 'ogg_opus' | 'webm_opus' | 'flac'> | 'adts'

/**
 * 24 kHz mono from the pipe. Without the small probe size ffmpeg holds the first 2 s back to guess at a format that it
 * is told anyway (measured with 5.1 and 2018's). `-fflags nobuffer` would lose the first 50 ms.
 */
export const PCM_INPUT = `-probesize 32 -analyzeduration 0 -f s16le -ar ${SAMPLE_RATE} -ac 1 -i pipe:0`

/** Output options: equal sounds give equal bytes, without date, version or machine, and no byte waits for a full buffer. */
const OUTPUT = '-map_metadata -1 -fflags +bitexact -flags:a +bitexact -flush_packets 1 pipe:1'

/** Longest sound of an Ogg page or WebM cluster, in milliseconds. Shorter ones cost more than a tenth of a 32k stream. */
const FLUSH_MS = 100

/**
 * Encoder and container of each format. Opus runs at 48 kHz inside, as it always does, and with constrained VBR: left
 * free, it spends a quarter more on speech than it was told.
 */
const FORMAT: Readonly<Record<FfmpegFormat, (kbit: number) => string>> = {
  // A Xing header would be the first frame with its figures missing: they can not be written back into a pipe.
  mp3: (kbit) => `-c:a libmp3lame -b:a ${kbit}k -write_xing 0 -id3v2_version 0 -f mp3`,
  ogg_opus: (kbit) =>
    `-c:a libopus -b:a ${kbit}k -vbr constrained -page_duration ${FLUSH_MS * 1000} -f ogg`,
  webm_opus: (kbit) =>
    `-c:a libopus -b:a ${kbit}k -vbr constrained -cluster_time_limit ${FLUSH_MS} -live 1 -f webm`,
  flac: () => '-c:a flac -f flac',
  adts: (kbit) => `-c:a aac -b:a ${kbit}k -f adts`,
}

/**
 * Encodes one continuous stream with one ffmpeg. At most 0.21 s of sound is held back between input and output (`FLUSH_MS`
 * and the codec's own frames). Decoders of mp3 and ADTS, which have nowhere to declare the encoder's delay, hear 62 ms
 * and 51 ms more than went in. Throws like `runEncoder`, and AppError('encode/no-ffmpeg').
 */
export async function* encodeCompressed(
  chunks: AsyncIterable<AudioChunk>,
  format: FfmpegFormat,
  bitrate: Bitrate,
  getFfmpeg: GetFfmpeg,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ffmpeg = await getFfmpeg()
  const encoding = FORMAT[format](kilobitsOf(format, bitrate))
  const args = `${PCM_INPUT} ${encoding} ${OUTPUT}`.split(' ')
  yield* runEncoder(ffmpeg, args, encodePcm(chunks, signal), signal)
}
