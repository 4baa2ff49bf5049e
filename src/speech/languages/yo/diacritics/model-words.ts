/** A word that the model has a number for. */
export interface ModelWord {
  readonly row: number
  /** The number of its first form, where it has several; the others follow. */
  readonly start: number
  readonly forms: readonly string[]
}

export type ModelWords = (plain: string) => ModelWord | undefined

/** The model's table of words: bare word, then its forms each with a count. Rows number words; forms of words that have several are numbered through. */
export function modelWordsOf(table: string): ModelWords {
  // A row is taken apart when its word is first asked for.
  const words = new Map<string, { row: number; start: number; cells: string } | ModelWord>()
  let start = 0
  for (const [row, line] of table.split('\n').entries()) {
    const tab = line.indexOf('\t')
    if (tab < 1) continue
    const cells = line.slice(tab + 1)
    words.set(line.slice(0, tab), { row, start, cells })
    const count = countOf(cells)
    if (count > 1) start += count
  }
  return (plain) => {
    const word = words.get(plain)
    if (!word || 'forms' in word) return word
    const { row, start, cells } = word
    const forms = cells.split('\t').map((cell) => cell.split(' ')[0] ?? '')
    const known = { row, start, forms }
    words.set(plain, known)
    return known
  }
}

function countOf(cells: string): number {
  let count = 1
  for (let at = cells.indexOf('\t'); at >= 0; at = cells.indexOf('\t', at + 1)) count++
  return count
}
