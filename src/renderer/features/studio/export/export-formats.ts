import { t } from '#renderer/i18n/i18n.ts'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  encodingOf,
  exportFormatInfo,
  isAudiobookFormat,
  isTextFormat,
  kilobitsOf,
} from '#shared/formats.ts'

/** Format as the dialog offers it, and the group it stands in. */
export interface FormatChoice {
  readonly format: ExportFormat
  readonly group: 'sound' | 'phone' | 'text'
}

/** Formats of the export dialog, in the order of the dialog. */
export const FORMAT_CHOICES: readonly FormatChoice[] = (
  ['mp3', 'wav', 'm4b', 'm4a', 'flac', 'ogg_opus', 'webm_opus', 'pcm_s16le'] as ExportFormat[]
)
  .concat('wav_8k', 'wav_mulaw', 'wav_alaw', EXPORT_FORMATS)
  .filter((format, index, all) => all.indexOf(format) === index)
  .map((format) => ({ format, group: groupOf(format) }))

function groupOf(format: ExportFormat): FormatChoice['group'] {
  if (isTextFormat(format)) return 'text'
  return !isAudiobookFormat(format) && encodingOf(format).sampleRate === 8_000 ? 'phone' : 'sound'
}

/** Display name of a format. */
export function formatName(format: ExportFormat): string {
  return t(`export:formats.names.${format}`)
}

/** What a format is for, in one line. */
export function formatUse(format: ExportFormat): string {
  return t(`export:formats.goodFor.${format}`)
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
