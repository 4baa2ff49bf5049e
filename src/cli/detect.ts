import type { Detection } from '#speech/text/detect/detect-language.ts'
import type { WordLanguage } from '#speech/text/detect/detect-words.ts'
import { openLanguages } from '#speech/text/detect/languages.ts'
import type { Environment } from './environment.ts'
import { parseOptions, READS_INPUT, UsageError } from './help.ts'
import { linesOf } from './lines.ts'

const OPTIONS = {
  json: { type: 'boolean', default: false },
  words: { type: 'boolean', default: false },
} as const

/**
 * Line filter: a text in, its language and how sure that is out; "other" for none of the six, "und" for no word. Or the
 * same of each of its words.
 */
export async function detect(
  args: readonly string[],
  { models }: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { json, words } = parseOptions('detect', args, OPTIONS, READS_INPUT)
  if (json && words) throw new UsageError('Give either --json or --words.')
  const languages = openLanguages(models, (error) => {
    console.error(error instanceof Error ? error.message : String(error))
  })
  for await (const line of linesOf(process.stdin, stop)) {
    const found = await languages.detect(line)
    const each = json || words ? await languages.words(line) : []
    const told = json ? asJson(found, each) : words ? asRows(each) : asLine(found)
    process.stdout.write(`${told}\n`)
  }
  stop.throwIfAborted()
  return 0
}

function asLine(found: Detection | undefined): string {
  return found ? `${found.language} ${found.confidence.toFixed(3)}` : 'und 0'
}

/** A word a row, and an empty row behind the last. */
function asRows(words: readonly WordLanguage[]): string {
  return words
    .map(({ text, language, confidence }) => `${text}\t${language}\t${confidence.toFixed(3)}\n`)
    .join('')
}

function asJson(found: Detection | undefined, words: readonly WordLanguage[]): string {
  const { language, confidence } = found ?? { language: 'und', confidence: 0 }
  return JSON.stringify({ language, confidence, words })
}
