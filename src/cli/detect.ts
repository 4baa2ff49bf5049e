import { openLanguages } from '#core/languages.ts'
import type { Environment } from './environment.ts'
import { parseCommand } from './help.ts'
import { linesOf } from './lines.ts'

/** Line filter: a text in, its language and how sure that is out; "other" for none of the six, "und" for no word. */
export async function detect(
  args: readonly string[],
  { models }: Environment,
  stop: AbortSignal,
): Promise<number> {
  parseCommand(args, {})
  const languages = openLanguages(models, (error) => {
    console.error(error instanceof Error ? error.message : String(error))
  })
  for await (const line of linesOf(process.stdin, stop)) {
    const found = await languages.detect(line)
    const told = found ? `${found.language} ${found.confidence.toFixed(3)}` : 'und 0'
    process.stdout.write(`${told}\n`)
  }
  stop.throwIfAborted()
  return 0
}
