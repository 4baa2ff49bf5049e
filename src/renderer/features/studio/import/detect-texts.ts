import { call } from '#renderer/client.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'

/** What is sent in one message, which may have 4 MB: texts, and characters in all. */
const AT_ONCE = { texts: 500, characters: 400_000 } as const
/** Characters of a text by which its language is told. */
const ENOUGH = 2_000

/** The language of each text, where it says enough. Many texts are sent in several messages. Rejects as `call` does. */
export async function detectTexts(
  texts: readonly string[],
): Promise<{ readonly language?: LanguageCode | undefined }[]> {
  const answers: { readonly language?: LanguageCode | undefined }[] = []
  for (const batch of batchesOf(texts))
    answers.push(...(await call('languages.detect', { texts: batch })))
  return answers
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let room = 0
  for (const text of texts) {
    const start = text.slice(0, ENOUGH).toWellFormed()
    const last = batches.at(-1)
    if (last && last.length < AT_ONCE.texts && start.length <= room) {
      last.push(start)
      room -= start.length
    } else {
      batches.push([start])
      room = AT_ONCE.characters - start.length
    }
  }
  return batches
}
