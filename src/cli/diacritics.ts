import { openDiacritizer } from '#core/marks.ts'
import type { Environment } from './environment.ts'
import { parseCommand } from './help.ts'
import { linesOf } from './lines.ts'

/** Line filter: Yoruba in, the same line with its tone marks and under-dots out, each as soon as it is read. */
export async function diacritics(
  args: readonly string[],
  { resources }: Environment,
  stop: AbortSignal,
): Promise<number> {
  parseCommand(args, {})
  const diacritizer = openDiacritizer(resources)
  const lines = linesOf(process.stdin, stop)
  for await (const line of lines) process.stdout.write(`${await diacritizer.restore(line)}\n`)
  stop.throwIfAborted()
  return 0
}
