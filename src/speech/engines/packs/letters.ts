/** Letters that stand for one that a model does not read. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'ng', ǝ: 'e', ə: 'e', ʼ: "'", '’': "'", '‘': "'" },
  ...{ "'": 'ʼ' },
}

/**
 * The symbols by which a model reads a word: its letters with their marks as far as the model knows them, a mark on its own
 * where that is how the model has it. `isWhole` says whether every letter was known; marks do not count.
 */
export function lettersIn(
  word: string,
  symbols: ReadonlySet<string>,
): { readonly letters: readonly string[]; readonly isWhole: boolean } {
  const letters: string[] = []
  let isWhole = true
  for (const cluster of clustersOf(word.toLowerCase())) {
    const found = symbolsOf(cluster, symbols)
    const [base = ''] = cluster
    const instead = found ?? symbolsOf(INSTEAD[base] ?? '', symbols)
    if (instead) letters.push(...instead)
    else if (/\p{L}/u.test(base)) isWhole = false
  }
  return { letters, isWhole }
}

/** Letters, each with its marks, in NFD. */
function clustersOf(word: string): readonly string[] {
  return word.normalize('NFD').match(/\P{M}\p{M}*/gu) ?? []
}

function symbolsOf(cluster: string, symbols: ReadonlySet<string>): readonly string[] | undefined {
  if (cluster === '') return undefined
  const [base = '', ...marks] = cluster
  let letter = base
  const loose: string[] = []
  for (const mark of marks) {
    const joined = `${letter}${mark}`.normalize('NFC')
    if (symbols.has(joined)) letter = joined
    else loose.push(mark)
  }
  const known = symbols.has(letter) ? [letter] : [...letter].filter((part) => symbols.has(part))
  if (known.length === 0) return undefined
  return [...known, ...loose.filter((mark) => symbols.has(mark))]
}
