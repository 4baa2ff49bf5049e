import {
  EXPORT_FORMATS,
  type ExportFormat,
  encodingOf,
  exportFormatInfo,
  isAudiobookFormat,
  isTextFormat,
  kilobitsOf,
} from '#shared/formats.ts'

/** Format as the dialog offers it: its name, one line about its use, and the group it stands in. */
export interface FormatChoice {
  readonly format: ExportFormat
  readonly name: string
  readonly goodFor: string
  readonly group: 'sound' | 'phone' | 'text'
}

const DESCRIPTIONS: Readonly<Record<ExportFormat, Omit<FormatChoice, 'format' | 'group'>>> = {
  wav: { name: 'WAV', goodFor: 'For editing: full quality, opens in every audio program.' },
  mp3: { name: 'MP3', goodFor: 'For sharing: small, plays everywhere.' },
  ogg_opus: {
    name: 'Ogg Opus',
    goodFor: 'For voice messages: the smallest file that still sounds good.',
  },
  webm_opus: { name: 'WebM Opus', goodFor: 'For web pages and web apps.' },
  flac: { name: 'FLAC', goodFor: 'For archiving: full quality at about half the size.' },
  m4b: { name: 'Audiobook', goodFor: 'M4B with chapters, for book players.' },
  m4a: { name: 'M4A', goodFor: 'AAC for phones and Apple devices.' },
  pcm_s16le: { name: 'Raw PCM', goodFor: 'For programs: 24 kHz, 16-bit samples, no header.' },
  wav_8k: { name: 'Phone WAV', goodFor: 'For any phone system: 8 kHz, 16-bit samples.' },
  wav_mulaw: {
    name: 'Phone WAV, µ-law',
    goodFor: 'For phone systems in North America and Japan: 8 kHz.',
  },
  wav_alaw: { name: 'Phone WAV, A-law', goodFor: 'For phone systems elsewhere: 8 kHz.' },
  mulaw: { name: 'Raw µ-law', goodFor: 'For programs: 8 kHz, µ-law, no header.' },
  alaw: { name: 'Raw A-law', goodFor: 'For programs: 8 kHz, A-law, no header.' },
  srt: { name: 'SRT subtitles', goodFor: 'For video programs.' },
  vtt: { name: 'WebVTT subtitles', goodFor: 'For web pages.' },
  json: { name: 'Times as JSON', goodFor: 'For programs: when each line and word is spoken.' },
  docx: { name: 'Script as Word', goodFor: 'The text with its voices, to read and print.' },
  csv: { name: 'Script as table', goodFor: 'CSV for spreadsheets, one row for each line.' },
}

/** Formats of the export dialog, in the order of the dialog. */
export const FORMAT_CHOICES: readonly FormatChoice[] = (
  ['mp3', 'wav', 'm4b', 'm4a', 'flac', 'ogg_opus', 'webm_opus', 'pcm_s16le'] as ExportFormat[]
)
  .concat('wav_8k', 'wav_mulaw', 'wav_alaw', EXPORT_FORMATS)
  .filter((format, index, all) => all.indexOf(format) === index)
  .map((format) => ({ format, ...DESCRIPTIONS[format], group: groupOf(format) }))

function groupOf(format: ExportFormat): FormatChoice['group'] {
  if (isTextFormat(format)) return 'text'
  return !isAudiobookFormat(format) && encodingOf(format).sampleRate === 8_000 ? 'phone' : 'sound'
}

/** Display name of a format. */
export function formatName(format: ExportFormat): string {
  return DESCRIPTIONS[format].name
}

/** Whether the bitrate applies to a format. */
export function hasBitrate(format: ExportFormat): boolean {
  return exportFormatInfo(format).compressed
}

/** Whether an export in this format is signed. A format without a container has no place for a manifest, nor has a text. */
export function isSignedExport(format: ExportFormat): boolean {
  return exportFormatInfo(format).mediaType.startsWith('audio/')
}

/** Bytes that a second of speech takes in a format, roughly; of texts, those of its words. */
export function bytesPerSecond(
  format: ExportFormat,
  bitrate: Parameters<typeof kilobitsOf>[1],
): number {
  if (isTextFormat(format)) return format === 'json' ? 200 : 30
  if (isAudiobookFormat(format)) return kilobitsOf('adts', bitrate) * 125
  if (hasBitrate(format)) return kilobitsOf(encodingOf(format).format, bitrate) * 125
  if (format === 'flac') return 22_000
  const { sampleRate, law, format: samples } = encodingOf(format)
  const isCompanded = law !== undefined || samples === 'mulaw' || samples === 'alaw'
  return sampleRate * (isCompanded ? 1 : 2)
}

/** Formats a size in bytes with a readable unit. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(0)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
