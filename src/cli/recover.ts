import { resolve } from 'node:path'
import { recover as recoverFrom } from '#app/recover.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'

/** Enter files and voices that lie on the disk into the library that does not know them. */
export async function recover(
  args: readonly string[],
  { home }: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, { json: { type: 'boolean', default: false } })
  const [folder, ...others] = positionals
  if (others.length > 0) throw new UsageError('griot recover takes one folder, or none.')
  const found = await recoverFrom(home, folder === undefined ? home : resolve(folder), stop)
  if (values.json) {
    console.log(JSON.stringify(found))
    return 0
  }
  const { files, nameless, voices, recordings } = found
  console.log(`Entered into the library: ${files.length} files, ${voices.length} voices.`)
  if (nameless.length > 0)
    console.log(
      `Of ${nameless.length} of these files nothing but the bytes was known: they are the owner's, without a name.`,
    )
  for (const path of recordings)
    console.log(
      `${path} does not say whose voice it is, nor that it was agreed to. Make the voice again: griot voices create --audio "${path}/recording" --transcript @"${path}/transcript.txt" --name NAME --consent`,
    )
  return 0
}
