import { extname } from 'node:path'
import {
  BITRATES,
  type Bitrate,
  type Encoding,
  encodingOf,
  FILE_FORMATS,
  type FileFormat,
  FORMAT_NAMES,
  FORMATS,
  type Format,
  kilobitsOf,
  SAMPLE_RATES,
  TELEPHONE_FORMATS,
} from '#shared/formats.ts'
import { SPEED } from '#shared/script.ts'
import { oneOf } from './option-values.ts'
import { UsageError } from './usage-error.ts'

/** A file, or a playlist with its segments. */
type WrittenFormat = FileFormat | 'm3u8'
const WRITTEN_FORMATS: readonly WrittenFormat[] = [...FILE_FORMATS, 'm3u8']

type WrittenEncoding = Omit<Encoding, 'format'> & { readonly format: Format }

const M3U8: WrittenEncoding = { format: 'm3u8', sampleRate: SAMPLE_RATES[0] }

/** Format that was asked for, else the one of the file's extension, else wav. Throws UsageError. */
export function formatFor(format: string | undefined, out = ''): WrittenFormat {
  if (format !== undefined) return oneOf('format', format, WRITTEN_FORMATS)
  const extension = extname(out).slice(1).toLowerCase()
  if (extension === '') return 'wav'
  const named = FORMAT_NAMES.find((name) => FORMATS[name].extension === extension)
  if (named !== undefined) return named
  throw new UsageError(
    `No format has the extension ".${extension}". Choose one with --format: ${WRITTEN_FORMATS.join(', ')}.`,
  )
}

/** Encoding of a format, at its own sample rate or at the one that was asked for, in Hz. Throws UsageError. */
export function encodingFor(written: WrittenFormat, asked?: string): WrittenEncoding {
  const encoding: WrittenEncoding = written === 'm3u8' ? M3U8 : encodingOf(written)
  if (asked === undefined) return encoding
  const sampleRate = SAMPLE_RATES.find((rate) => String(rate) === asked)
  if (sampleRate === undefined)
    throw new UsageError(`--sample-rate is one of ${SAMPLE_RATES.join(', ')}, not "${asked}".`)
  const isFree = TELEPHONE_FORMATS.includes(encoding.format) && encoding.law === undefined
  if (sampleRate !== encoding.sampleRate && !isFree)
    throw new UsageError(
      `--format ${written} is always at ${encoding.sampleRate} Hz. Only ${TELEPHONE_FORMATS.join(', ')} can be at ${SAMPLE_RATES.join(' or ')} Hz.`,
    )
  return { ...encoding, sampleRate }
}

/** Bitrate that was asked for. Where the codec has no such rate, standard error says which one is used. Throws UsageError. */
export function bitrateFor(asked: string, format: Format): Bitrate {
  const bitrate = oneOf('bitrate', asked, BITRATES)
  if (FORMATS[format].compressed && `${kilobitsOf(format, bitrate)}k` !== bitrate)
    console.error(
      `${format} has at most ${kilobitsOf(format, bitrate)}k at 24 kHz, which is used instead of ${bitrate}.`,
    )
  return bitrate
}

/** The pace that was asked for. Throws UsageError. */
export function speedOf(text: string): number {
  const speed = Number(text)
  if (speed >= SPEED.min && speed <= SPEED.max) return speed
  throw new UsageError(`--speed is a number from ${SPEED.min} to ${SPEED.max}, not "${text}".`)
}
