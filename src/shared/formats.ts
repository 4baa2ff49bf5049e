/** One row per output format of `POST /v1/speech`: what it is called, how it travels, whether `bitrate` applies. */
export const FORMATS = {
  wav: { mediaType: 'audio/wav', extension: 'wav', compressed: false },
  mp3: { mediaType: 'audio/mpeg', extension: 'mp3', compressed: true },
  ogg_opus: { mediaType: 'audio/ogg', extension: 'ogg', compressed: true },
  webm_opus: { mediaType: 'audio/webm', extension: 'webm', compressed: true },
  flac: { mediaType: 'audio/flac', extension: 'flac', compressed: false },
  pcm_s16le: { mediaType: 'application/octet-stream', extension: 'pcm', compressed: false },
  mulaw: { mediaType: 'application/octet-stream', extension: 'ulaw', compressed: false },
  alaw: { mediaType: 'application/octet-stream', extension: 'alaw', compressed: false },
  m3u8: { mediaType: 'application/vnd.apple.mpegurl', extension: 'm3u8', compressed: true },
} as const

export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[]

export const BITRATES = ['32k', '48k', '64k', '96k', '128k', '192k'] as const
export type Bitrate = (typeof BITRATES)[number]

/** Formats that are one file or one stream of bytes; m3u8 is a playlist of many. */
export type StreamFormat = Exclude<Format, 'm3u8'>
export const STREAM_FORMATS = FORMAT_NAMES.filter((f): f is StreamFormat => f !== 'm3u8')

/** AAC in ADTS frames: what other services call `aac`. `POST /v1/speech` does not offer it. */
export const ADTS = { mediaType: 'audio/aac', extension: 'aac', compressed: true } as const
/** All that a sound can be encoded as. */
export type EncodedFormat = StreamFormat | 'adts'

/** The most that a codec has at 24 kHz mono, in kilobits per second: MPEG-2 layer III, and AAC. */
const MOST_KILOBITS: Readonly<Partial<Record<EncodedFormat, number>>> = { mp3: 160, adts: 144 }

/** What a bitrate gives in this format, in kilobits per second: more than the codec has becomes its most. */
export function kilobitsOf(format: EncodedFormat, bitrate: Bitrate): number {
  return Math.min(Number.parseInt(bitrate, 10), MOST_KILOBITS[format] ?? Number.POSITIVE_INFINITY)
}
