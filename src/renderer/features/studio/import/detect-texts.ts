import { call } from '#renderer/client.ts'
import { textOfOwnLanguage } from '#renderer/features/studio/markup/markup-tokens.ts'
import type { Input, Output } from '#shared/api.ts'

type DetectOrder = Input<'languages.detect'>
type AskedText = DetectOrder['lines'][number]

/** What is sent in one message, which may have 4 MB: lines, and characters in all. */
const AT_ONCE = { lines: 500, characters: 400_000 } as const
/** Characters of a line by which its language is told. */
const ENOUGH = 2_000

/** As the call `languages.detect`, for any number of lines of any length: they are sent in several messages. Rejects as `call` does. */
export async function detectTexts({
  lines,
  script,
}: DetectOrder): Promise<Output<'languages.detect'>> {
  const answers: Output<'languages.detect'> = []
  for (const batch of batchesOf(lines))
    answers.push(...(await call('languages.detect', { lines: batch, script })))
  return answers
}

function batchesOf(lines: readonly AskedText[]): AskedText[][] {
  const batches: AskedText[][] = []
  let room = 0
  for (const line of lines) {
    const text = textOfOwnLanguage(line.text).slice(0, ENOUGH).toWellFormed()
    const last = batches.at(-1)
    if (last && last.length < AT_ONCE.lines && text.length <= room) {
      last.push({ ...line, text })
      room -= text.length
    } else {
      batches.push([{ ...line, text }])
      room = AT_ONCE.characters - text.length
    }
  }
  return batches
}
