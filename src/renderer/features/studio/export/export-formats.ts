import { encodingOf, FILE_FORMATS, type FileFormat, FORMATS } from '#shared/formats.ts'
import { visibleName } from '#shared/visible-name.ts'

/** Format as the dialog offers it: its name, and one line about its use. */
export interface FormatChoice {
  readonly format: FileFormat
  readonly name: string
  readonly goodFor: string
}

const DESCRIPTIONS: Readonly<Record<FileFormat, Omit<FormatChoice, 'format'>>> = {
  wav: { name: 'WAV', goodFor: 'For editing: full quality, opens in every audio program.' },
  mp3: { name: 'MP3', goodFor: 'For sharing: small, plays everywhere.' },
  ogg_opus: {
    name: 'Ogg Opus',
    goodFor: 'For voice messages: the smallest file that still sounds good.',
  },
  webm_opus: { name: 'WebM Opus', goodFor: 'For web pages and web apps.' },
  flac: { name: 'FLAC', goodFor: 'For archiving: full quality at about half the size.' },
  pcm_s16le: { name: 'Raw PCM', goodFor: 'For programs: 24 kHz, 16-bit samples, no header.' },
  wav_8k: { name: 'Phone WAV', goodFor: 'For any phone system: 8 kHz, 16-bit samples.' },
  wav_mulaw: {
    name: 'Phone WAV, µ-law',
    goodFor: 'For phone systems in North America and Japan: 8 kHz.',
  },
  wav_alaw: { name: 'Phone WAV, A-law', goodFor: 'For phone systems elsewhere: 8 kHz.' },
  mulaw: { name: 'Raw µ-law', goodFor: 'For programs: 8 kHz, µ-law, no header.' },
  alaw: { name: 'Raw A-law', goodFor: 'For programs: 8 kHz, A-law, no header.' },
}

/** Formats of the export dialog, in the order of the dialog. */
export const FORMAT_CHOICES: readonly FormatChoice[] = (
  ['mp3', 'wav', 'flac', 'ogg_opus', 'webm_opus', 'pcm_s16le'] as readonly FileFormat[]
)
  .concat('wav_8k', 'wav_mulaw', 'wav_alaw', FILE_FORMATS)
  .filter((format, index, all) => all.indexOf(format) === index)
  .map((format) => ({ format, ...DESCRIPTIONS[format] }))

/** Display name of a format. */
export function formatName(format: FileFormat): string {
  return DESCRIPTIONS[format].name
}

/** Extension of the file name, without the dot. */
export function fileExtension(format: FileFormat): string {
  return FORMATS[encodingOf(format).format].extension
}

/** Whether the bitrate applies to a format. */
export function hasBitrate(format: FileFormat): boolean {
  return FORMATS[encodingOf(format).format].compressed
}

/** Whether an export in this format is signed. A format without a container has no place for a manifest. */
export function isSignedExport(format: FileFormat): boolean {
  return FORMATS[encodingOf(format).format].mediaType.startsWith('audio/')
}

/** Formats a size in bytes with a readable unit. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(0)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/**
 * File name that every file system accepts: no separators, no control characters, no dots at either end; at most 120
 * characters.
 */
export function toFileName(title: string): string {
  const plain = visibleName(title)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
  return Array.from(plain).slice(0, 120).join('').trim() || 'Griot script'
}
