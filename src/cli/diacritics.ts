import { openDiacritizer } from '#core/marks.ts'
import type { MarkedText, MarkedWord } from '#shared/diacritics.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'
import { linesOf } from './lines.ts'

const OPTIONS = {
  json: { type: 'boolean', default: false },
  words: { type: 'boolean', default: false },
} as const

/** Line filter: Yoruba in, the same line with its tone marks and under-dots out, each as soon as it is read. */
export async function diacritics(
  args: readonly string[],
  { resources }: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values } = parseCommand(args, OPTIONS)
  if (values.json && values.words) throw new UsageError('Give either --json or --words.')
  const written = values.json ? JSON.stringify : values.words ? asRows : asText
  const { mark } = openDiacritizer(resources)
  for await (const line of linesOf(process.stdin, stop))
    process.stdout.write(`${written(await mark(line))}\n`)
  stop.throwIfAborted()
  return 0
}

function asText({ text }: MarkedText): string {
  return text
}

/** A word a row, and an empty row behind the last. */
function asRows({ words }: MarkedText): string {
  return words.map((word) => `${asRow(word)}\n`).join('')
}

function asRow({ original, restored, confidence, source, alternatives }: MarkedWord): string {
  const others = alternatives.map(({ form, probability }) => `${form} ${probability.toFixed(3)}`)
  return [original, restored, confidence.toFixed(3), source, others.join(', ')].join('\t').trimEnd()
}
