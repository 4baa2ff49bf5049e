import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCommercialOnly } from '#shared/commercial-only.ts'

/** Whether a word without marks is one of Yoruba: one that is mostly written with marks. */
export type IsOwnWord = (word: string) => boolean

/** Opens the list of Yoruba words in `folder`, which may not be used commercially: then it is empty. Throws an Error that names the list where it cannot read it. */
export async function readOwnWords(folder: string): Promise<IsOwnWord> {
  if (isCommercialOnly()) return () => false
  const path = join(folder, 'yo-marked-words.tsv')
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  const own = new Set<string>()
  for (const row of text.split('\n')) {
    const [word = '', mostFrequent = ''] = row.split('\t', 2)
    if (!mostFrequent.startsWith(`${word} `)) own.add(word)
  }
  return (word) => own.has(word)
}
