import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The columns of each row of a list in the folder of lexicons. Throws an Error that names a list it cannot read. */
export async function readRows(folder: string, name: string): Promise<readonly string[][]> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  const rows = text.split(/\r?\n/).filter((row) => row !== '' && !row.startsWith('#'))
  return rows.map((row) => {
    const columns = row.split('\t')
    if (columns.length < 2 || columns.includes(''))
      throw new Error(`${path}: "${row}" is not a word, a tab and what is known of it.`)
    return columns
  })
}
