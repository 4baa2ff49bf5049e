import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { AppError } from '#shared/errors.ts'
import { BITRATES, FORMAT_NAMES, FORMATS, type Format } from '#shared/formats.ts'
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
    speed: { type: 'string', default: '1' },
    numbers: { type: 'string' },
    out: { type: 'string', short: 'o' },
    timings: { type: 'string' },
    file: { type: 'string' },
  })
  const format = formatOf(values.format, values.out)
  const order = {
    voice: voiceIdOf(environment.home, values.voice),
    language: values.language,
    speed: speedOf(values.speed),
    numbers:
      values.numbers === undefined ? undefined : oneOf('numbers', values.numbers, NUMBER_STYLES),
    format,
    bitrate: oneOf('bitrate', values.bitrate, BITRATES),
    out: values.out ?? `speech.${FORMATS[format].extension}`,
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

/** What was asked for, else what the file's name says, else wav. Throws UsageError. */
export function formatOf(format: string | undefined, out = ''): Format {
  if (format !== undefined) return oneOf('format', format, FORMAT_NAMES)
  const extension = extname(out).slice(1).toLowerCase()
  if (extension === '') return 'wav'
  const named = FORMAT_NAMES.find((name) => FORMATS[name].extension === extension)
  if (named !== undefined) return named
  throw new UsageError(
    `No format is written to files that end in ".${extension}". Say which you want with --format: ${FORMAT_NAMES.join(', ')}.`,
  )
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
