import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand, READS_LINES } from '#cli/griot-command.ts'
import { linesOf } from '#cli/lines.ts'
import { languageNamed } from '#cli/option-values.ts'
import { UsageError } from '#cli/usage-error.ts'
import { LANGUAGE_CODES } from '#shared/languages/languages.ts'
import type { Detection } from '#speech/text/detect/detect-language.ts'
import type { WordLanguage } from '#speech/text/detect/detect-words.ts'
import { languageSpans } from '#speech/text/detect/language-spans.ts'

/** Line filter: a text in, its language with a confidence out; "other" is none of the six, "und" is no word. */
export function detect({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('detect', {
    summary: 'detect the language of standard input, line by line',
    description: `Detect the language of each line of standard input: ${LANGUAGE_CODES} or other, and a confidence from 0 to 1. A line without a word is "und".`,
    examples: ['griot detect < letters.txt', 'griot detect --spans < mixed.txt'],
    input: READS_LINES,
  })
    .option('--words', 'one row for each word, to see where languages meet')
    .option('--spans', 'one row for each piece in one language')
    .option(
      '--prior <LANGUAGE>',
      'a language that is likelier than others, as that of the voice which is to speak',
    )
    .option('--json', 'the line and its words as one JSON object a line')
    .action(async ({ json, words, spans, prior: tag }) => {
      if ([json, words, spans].filter(Boolean).length > 1)
        throw new UsageError('Give one of --json, --words and --spans.')
      const prior = tag === undefined ? undefined : languageNamed(tag, 'prior')
      const { openLanguageIdentifier } = await import('#speech/text/detect/languages.ts')
      const languages = openLanguageIdentifier(environment.models, (error) => {
        console.error(error instanceof Error ? error.message : String(error))
      })
      const answerTo = async (line: string): Promise<string> => {
        if (words) return asRows(await languages.detectWords(line))
        if (spans) return asSpans(line, await languages.detectWords(line))
        const found = await languages.detect(line, prior)
        return json ? asJson(found, await languages.detectWords(line)) : asLine(found)
      }
      for await (const line of linesOf(process.stdin, stop))
        process.stdout.write(`${await answerTo(line)}\n`)
      stop.throwIfAborted()
    })
}

function asLine(found: Detection | undefined): string {
  return found ? `${found.language} ${found.confidence.toFixed(3)}` : 'und 0'
}

/** One row for each word, and an empty row after the last. */
function asRows(words: readonly WordLanguage[]): string {
  return words
    .map(({ text, language, confidence }) => `${text}\t${language}\t${confidence.toFixed(3)}\n`)
    .join('')
}

function asSpans(line: string, words: readonly WordLanguage[]): string {
  return languageSpans(line, words)
    .map(({ text, language }) => `${text}\t${language}\n`)
    .join('')
}

function asJson(found: Detection | undefined, words: readonly WordLanguage[]): string {
  const { language, confidence } = found ?? { language: 'und', confidence: 0 }
  return JSON.stringify({ language, confidence, words })
}
