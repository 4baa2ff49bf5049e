import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { AppError } from '#shared/errors.ts'
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
import { NUMBER_STYLES, SPEED } from '#shared/script.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'
import { speakTo } from './speak-to.ts'
import { voiceIdOf } from './voices-find.ts'

/** Speak a text into a file, in this process: nothing is left running. */
export async function say(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, {
    voice: { type: 'string', default: 'lina' },
    language: { type: 'string' },
    format: { type: 'string' },
    bitrate: { type: 'string', default: '128k' },
    'sample-rate': { type: 'string' },
    speed: { type: 'string', default: '1' },
    numbers: { type: 'string' },
    out: { type: 'string', short: 'o' },
    timings: { type: 'string' },
    file: { type: 'string' },
  })
  const encoding = encodingFor(formatOf(values.format, values.out), values['sample-rate'])
  const bitrate = bitrateOf(values.bitrate, encoding.format)
  const order = {
    voice: voiceIdOf(environment.home, values.voice),
    language: values.language,
    speed: speedOf(values.speed),
    numbers:
      values.numbers === undefined ? undefined : oneOf('numbers', values.numbers, NUMBER_STYLES),
    ...{ ...encoding, bitrate },
    out: values.out ?? `speech.${FORMATS[encoding.format].extension}`,
    timings: values.timings,
  }
  const text = await textOf(values.file, positionals, stop)
  await speakTo(order, text, environment, stop)
  return 0
}

async function textOf(
  file: string | undefined,
  positionals: readonly string[],
  stop: AbortSignal,
): Promise<string> {
  if (file !== undefined && positionals.length > 0)
    throw new UsageError('Give either a text or --file, not both.')
  if (positionals.length > 1)
    throw new UsageError('Give the text in quotes: it came as several words.')
  if (file !== undefined) return readText(file)
  const [text] = positionals
  if (text === undefined)
    throw new UsageError('Give a text to say, "-" for standard input, or --file FILE.')
  if (text !== '-') return text
  stop.addEventListener('abort', () => process.stdin.destroy())
  return readAll(process.stdin)
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `The text file "${file}" could not be read (${String(error)}).`,
      error,
    )
  }
}

/** What a text can be written as: files, and playlists with theirs. */
type WrittenFormat = FileFormat | 'm3u8'
const WRITTEN_FORMATS: readonly WrittenFormat[] = [...FILE_FORMATS, 'm3u8']

/** What was asked for, else what the file's name says, else wav. Throws UsageError. */
export function formatOf(format: string | undefined, out = ''): WrittenFormat {
  if (format !== undefined) return oneOf('format', format, WRITTEN_FORMATS)
  const extension = extname(out).slice(1).toLowerCase()
  if (extension === '') return 'wav'
  const named = FORMAT_NAMES.find((name) => FORMATS[name].extension === extension)
  if (named !== undefined) return named
  throw new UsageError(
    `No format is written to files that end in ".${extension}". Say which you want with --format: ${WRITTEN_FORMATS.join(', ')}.`,
  )
}

/** How the samples of a format are kept: at its own rate, or at the one asked for. Throws UsageError. */
export function encodingFor(written: WrittenFormat, asked?: string): WrittenEncoding {
  const encoding: WrittenEncoding = written === 'm3u8' ? M3U8 : encodingOf(written)
  if (asked === undefined) return encoding
  const sampleRate = SAMPLE_RATES.find((rate) => String(rate) === asked)
  if (sampleRate === undefined)
    throw new UsageError(`--sample-rate is one of ${SAMPLE_RATES.join(', ')}, not "${asked}".`)
  const isFree = TELEPHONE_FORMATS.includes(encoding.format) && encoding.law === undefined
  if (sampleRate !== encoding.sampleRate && !isFree)
    throw new UsageError(
      `--format ${written} is always at ${encoding.sampleRate} Hz. ${TELEPHONE_FORMATS.join(', ')} may be at ${SAMPLE_RATES.join(' or ')}.`,
    )
  return { ...encoding, sampleRate }
}

type WrittenEncoding = Omit<Encoding, 'format'> & { readonly format: Format }

const M3U8: WrittenEncoding = { format: 'm3u8', sampleRate: SAMPLE_RATES[0] }

/** The bitrate asked for; where the codec has less, that is said on standard error. Throws UsageError. */
export function bitrateOf(asked: string, format: Format): Bitrate {
  const bitrate = oneOf('bitrate', asked, BITRATES)
  if (FORMATS[format].compressed && `${kilobitsOf(format, bitrate)}k` !== bitrate)
    console.error(
      `${format} has at most ${kilobitsOf(format, bitrate)}k at 24 kHz: that is used instead of ${bitrate}.`,
    )
  return bitrate
}

function speedOf(text: string): number {
  const speed = Number(text)
  if (!(speed >= SPEED.min && speed <= SPEED.max))
    throw new UsageError(`--speed is a number from ${SPEED.min} to ${SPEED.max}, not "${text}".`)
  return speed
}

/** The one of `known` that a person wrote for an option, in any letter case. Throws UsageError that lists them. */
export function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((item) => item === value.toLowerCase())
  if (found === undefined)
    throw new UsageError(`--${name} is one of ${known.join(', ')}, not "${value}".`)
  return found
}
