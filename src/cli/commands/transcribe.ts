import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { COMMERCIAL_OPTION } from '#cli/commercial-only.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { UsageError } from '#cli/usage-error.ts'
import { limitToCommercialUse } from '#shared/commercial-only.ts'
import { LANGUAGES, languageOf, namedCodes } from '#shared/languages/languages.ts'

const FORMATS = ['text', 'srt', 'vtt', 'json'] as const

/** Writes down what is said in a recording, with an installed pack or the server that was named. */
export function transcribe(context: CommandContext): CommandUnknownOpts {
  const { environment, stop } = context
  return new GriotCommand('transcribe', {
    summary: 'write down what is said in a recording',
    description:
      'Write down what is said in a recording of any length: wav, mp3, m4a, ogg, webm, flac, aac, aiff, caf or wma. It needs an installed pack of models ("griot models list"), or GRIOT_TRANSCRIBE_URL.',
    examples: [
      'griot transcribe interview.mp3 --language ha',
      'griot transcribe film.m4a --format srt',
      'griot transcribe chapter.mp3 --check chapter.txt',
      'griot transcribe - --words "Olúwaṣeun, Ìbàdàn" < ohùn.ogg',
    ],
  })
    .argument('<FILE>', 'the recording; - for standard input')
    .option('--language <CODE>', 'language that is spoken (default: detected)')
    .option('--format <FORMAT>', `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)}`, 'text')
    .option('--json', 'the same as --format json')
    .option('--words <WORDS>', 'names and words that are likely to be said, separated by commas')
    .option(
      '--check <FILE>',
      'compare with the text that is read, and print the words that are missing, too many, repeated or different; exit code 1 if there are any',
    )
    .option(...COMMERCIAL_OPTION)
    .action(async (file, { language: tag, words = '', check, json, ...options }) => {
      if (options.commercialOnly) limitToCommercialUse()
      const asked = json ? 'json' : options.format
      const language = tag === undefined ? undefined : languageOf(tag)
      if (tag !== undefined && language === undefined)
        throw new UsageError(`"${tag}" is not supported. Give one of ${namedCodes(LANGUAGES)}.`)
      const format = FORMATS.find((known) => known === asked)
      if (format === undefined)
        throw new UsageError(`"${asked}" is no format. Give one of ${FORMATS.join(', ')}.`)
      const specialWords = words
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '')
      const { transcribeTo } = await import('#cli/transcribe-to.ts')
      const order = { file, language, format, specialWords, check }
      const { differs } = await transcribeTo(order, environment, stop)
      if (differs) context.exitCode = 1
    })
}
