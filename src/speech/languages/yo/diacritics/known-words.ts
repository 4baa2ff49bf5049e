import { readFile } from 'node:fs/promises'
import { isCommercialOnly } from '#shared/commercial-only.ts'

/** A marked form of a word, how often the lexicon counts it, and the share of the word's occurrences that have it. */
export interface KnownForm {
  readonly form: string
  readonly count: number
  readonly share: number
  /** Its place among the forms of the word in the lexicon, by which weights know it. */
  readonly choice: number
}

/** The forms of a bare word, the most frequent first; none where the lexicon has not the word. */
export type KnownWords = (plain: string) => readonly KnownForm[]

/** Opens the lexicon of marked words, which may not be used commercially: then it is empty. Throws an Error that names a file it cannot read. */
export async function readKnownWords(path: string): Promise<KnownWords> {
  if (isCommercialOnly()) return () => []
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  // A row is taken apart when its word is first asked for: a text has few of the 37,000.
  const rows = new Map<string, string | readonly KnownForm[]>()
  for (const row of text.split('\n')) {
    const tab = row.indexOf('\t')
    if (tab > 0) rows.set(row.slice(0, tab), row.slice(tab + 1))
  }
  return (plain) => {
    const row = rows.get(plain) ?? []
    if (typeof row !== 'string') return row
    const forms = formsOf(row)
    rows.set(plain, forms)
    return forms
  }
}

function formsOf(row: string): readonly KnownForm[] {
  const pairs = row.split('\t').map((cell): readonly [string, number] => {
    const [form = '', count] = cell.split(' ')
    return [form, Number(count)]
  })
  const total = pairs.reduce((sum, [, count]) => sum + count, 0)
  return pairs.map(([form, count], choice) => ({ form, count, share: count / total, choice }))
}
