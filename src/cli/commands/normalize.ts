import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand, READS_LINES } from '#cli/griot-command.ts'
import { linesOf } from '#cli/lines.ts'
import { languageNamed, oneOf } from '#cli/option-values.ts'
import { AppError } from '#shared/errors.ts'
import { NUMBER_STYLES } from '#shared/script.ts'

/** Line filter: a text in, the words that are spoken out; a line in which nothing can be spoken is empty. */
export function normalize(context: CommandContext): CommandUnknownOpts {
  const { environment, stop } = context
  return new GriotCommand('normalize', {
    summary: 'put standard input into the words that are spoken, line by line',
    description:
      'Put each line of standard input into the words that are spoken: figures, dates, money, abbreviations and signs, with your dictionary. A line in which nothing can be spoken is empty; so is one whose markup is wrong, which standard error says by its number, and the command then ends with 1.',
    examples: [
      'griot normalize --language en < news.txt',
      'griot normalize --language yo --numbers traditional < prices.txt',
    ],
    input: READS_LINES,
  })
    .option('--language <LANGUAGE>', 'language of the text', 'en')
    .option(
      '--numbers <STYLE>',
      'traditional, decimal, commas or english (default: as speakers of the language expect)',
    )
    .option('--json', 'answer with one JSON object a line')
    .action(async ({ language: tag, numbers: style, json }) => {
      const language = languageNamed(tag, 'language')
      const numbers = style === undefined ? undefined : oneOf('numbers', style, NUMBER_STYLES)
      const { openNormaliser } = await import('#app/open-library.ts')
      const { openSpeaker } = await import('#speech/open-speaker.ts')
      const speaker = await openSpeaker(environment.resources)
      const { normalise, close } = openNormaliser(environment.home, speaker)
      try {
        let number = 0
        for await (const line of linesOf(process.stdin, stop)) {
          number += 1
          const words = await normalise({ text: line, language, numbers }, stop).catch(
            (error: unknown) => {
              const problem = problemOf(error)
              if (problem === undefined) return ''
              console.error(`Line ${number}: ${problem}`)
              context.exitCode = 1
              return ''
            },
          )
          const spoken = words.replaceAll('\n', ' ')
          process.stdout.write(`${json ? JSON.stringify({ text: line, spoken }) : spoken}\n`)
        }
      } finally {
        close()
      }
      stop.throwIfAborted()
    })
}

/** What is wrong with a line; undefined: nothing is, but it has nothing to speak. A filter answers a line for a line. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof AppError)) throw error
  return ['text/empty', 'text/unspeakable'].includes(error.code) ? undefined : error.message
}
