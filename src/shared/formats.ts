import { SAMPLE_RATE } from './audio.ts'

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

/** Sound is made at 24 kHz, and given at the 8 kHz of telephones to who asks for it; in samples a second. */
export const SAMPLE_RATES = [SAMPLE_RATE, 8_000] as const
export type SampleRate = (typeof SAMPLE_RATES)[number]

/** Formats of plain samples, which may be those of a telephone; the others keep 24 kHz. */
export const TELEPHONE_FORMATS: readonly Format[] = ['wav', 'pcm_s16le', 'mulaw', 'alaw']

/** How the samples of a file are kept. */
export interface Encoding {
  readonly format: StreamFormat
  readonly sampleRate: SampleRate
  /** G.711 in a wav; left out: 16 bit samples. */
  readonly law?: 'mulaw' | 'alaw' | undefined
}

/** Formats for telephone systems, which take 8 kHz, with a header and without. */
const TELEPHONE_FILES = {
  wav_8k: { format: 'wav', sampleRate: 8_000 },
  wav_mulaw: { format: 'wav', sampleRate: 8_000, law: 'mulaw' },
  wav_alaw: { format: 'wav', sampleRate: 8_000, law: 'alaw' },
  mulaw: { format: 'mulaw', sampleRate: 8_000 },
  alaw: { format: 'alaw', sampleRate: 8_000 },
} as const satisfies Readonly<Record<string, Encoding>>

/** Formats of files that the studio and the command line write. */
export type FileFormat = StreamFormat | keyof typeof TELEPHONE_FILES
export const FILE_FORMATS: readonly FileFormat[] = [
  ...STREAM_FORMATS,
  ...(['wav_8k', 'wav_mulaw', 'wav_alaw'] as const),
]

/** Encoding of a format of files. */
export function encodingOf(format: FileFormat): Encoding {
  if (isForTelephones(format)) return TELEPHONE_FILES[format]
  return { format, sampleRate: SAMPLE_RATE }
}

function isForTelephones(format: FileFormat): format is keyof typeof TELEPHONE_FILES {
  return Object.hasOwn(TELEPHONE_FILES, format)
}

/** Whether a format of files keeps every sample of 24 kHz and 16 bit. */
export function isLossless(format: ExportFormat): boolean {
  return format === 'wav' || format === 'flac' || format === 'pcm_s16le'
}

/** AAC in an MPEG-4 file, which is written as a whole: only an export makes it. `m4b` is that of audiobooks. */
const AUDIOBOOK_FORMATS = {
  m4b: { mediaType: 'audio/mp4', extension: 'm4b', compressed: true },
  m4a: { mediaType: 'audio/mp4', extension: 'm4a', compressed: true },
} as const
export type AudiobookFormat = keyof typeof AUDIOBOOK_FORMATS

/** What goes with the sound of a file (`srt`, `vtt`, `json`: its times), and the script as a document or a table. */
const TEXT_FORMATS = {
  srt: { mediaType: 'application/x-subrip', extension: 'srt', compressed: false },
  vtt: { mediaType: 'text/vtt', extension: 'vtt', compressed: false },
  json: { mediaType: 'application/json', extension: 'json', compressed: false },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
    compressed: false,
  },
  csv: { mediaType: 'text/csv', extension: 'csv', compressed: false },
} as const
export type TextFormat = keyof typeof TEXT_FORMATS

/** Formats of an export from the studio. */
export type ExportFormat = FileFormat | AudiobookFormat | TextFormat
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  ...FILE_FORMATS,
  ...(['m4b', 'm4a', 'srt', 'vtt', 'json', 'docx', 'csv'] as const),
]

/** Whether a format of exports is an MPEG-4 file. */
export function isAudiobookFormat(format: ExportFormat): format is AudiobookFormat {
  return Object.hasOwn(AUDIOBOOK_FORMATS, format)
}

/** Whether a format of exports holds words instead of sound. */
export function isTextFormat(format: ExportFormat): format is TextFormat {
  return Object.hasOwn(TEXT_FORMATS, format)
}

/** Whether a format is made of the whole script, once, however the sound is divided. */
export function isOfWholeScript(format: ExportFormat): boolean {
  return format === 'docx' || format === 'csv'
}

/** What a file that is signed, or could be, may be encoded as. */
export type SignableFormat = StreamFormat | AudiobookFormat
export const SIGNABLE_FORMATS: readonly SignableFormat[] = [...STREAM_FORMATS, 'm4b', 'm4a']

/** Media type, extension and whether a bitrate applies, of a format of exports. */
export function exportFormatInfo(format: ExportFormat): {
  readonly mediaType: string
  readonly extension: string
  readonly compressed: boolean
} {
  if (isAudiobookFormat(format)) return AUDIOBOOK_FORMATS[format]
  if (isTextFormat(format)) return TEXT_FORMATS[format]
  return FORMATS[encodingOf(format).format]
}

/** AAC in ADTS frames: what other services call `aac`. `POST /v1/speech` does not offer it. */
export const ADTS = { mediaType: 'audio/aac', extension: 'aac', compressed: true } as const
/** All that a sound can be encoded as. */
export type EncodedFormat = StreamFormat | 'adts'

/** The most that a codec has at 24 kHz mono, in kilobits per second: MPEG-2 layer III, and AAC. */
const MOST_KILOBITS: Readonly<Partial<Record<EncodedFormat | 'm3u8', number>>> = {
  ...{ mp3: 160, adts: 144, m3u8: 144 },
}

/**
 * Bitrate of a format in kilobits per second, limited to the highest that its codec has.
 * @example `kilobitsOf('mp3', 320)` is `160`.
 */
export function kilobitsOf(format: EncodedFormat | 'm3u8', bitrate: Bitrate): number {
  return Math.min(Number.parseInt(bitrate, 10), MOST_KILOBITS[format] ?? Number.POSITIVE_INFINITY)
}
