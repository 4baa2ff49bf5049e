/** Levenshtein distance: the least number of substitutions, insertions and deletions between two sequences. */
export function editDistance<T>(reference: readonly T[], hypothesis: readonly T[]): number {
  let previous = Array.from({ length: hypothesis.length + 1 }, (_, j) => j)
  for (const [i, symbol] of reference.entries()) {
    const current = [i + 1]
    for (const [j, other] of hypothesis.entries())
      current.push(
        Math.min(previous[j + 1]! + 1, current[j]! + 1, previous[j]! + (symbol === other ? 0 : 1)),
      )
    previous = current
  }
  return previous[hypothesis.length]!
}

/** A symbol of the reference and the one that stands for it; undefined for a deletion or an insertion. */
export type AlignedPair<T> = readonly [reference: T | undefined, hypothesis: T | undefined]

/**
 * An alignment of two sequences with the least edit distance (Wagner & Fischer 1974). Of several, from the end: first a pair,
 * then a deletion, then an insertion.
 */
export function alignSymbols<T>(
  reference: readonly T[],
  hypothesis: readonly T[],
): readonly AlignedPair<T>[] {
  const width = hypothesis.length + 1
  const cost = costsOf(reference, hypothesis)
  const pairs: AlignedPair<T>[] = []
  let [i, j] = [reference.length, hypothesis.length]
  while (i > 0 || j > 0) {
    const here = cost[i * width + j]!
    const differs = reference[i - 1] === hypothesis[j - 1] ? 0 : 1
    if (i > 0 && j > 0 && here === cost[(i - 1) * width + j - 1]! + differs)
      pairs.push([reference[--i], hypothesis[--j]])
    else if (i > 0 && here === cost[(i - 1) * width + j]! + 1)
      pairs.push([reference[--i], undefined])
    else pairs.push([undefined, hypothesis[--j]])
  }
  return pairs.reverse()
}

/** Edit distances of all prefixes, in rows of one more than the hypothesis is long. */
function costsOf<T>(reference: readonly T[], hypothesis: readonly T[]): Uint32Array {
  const width = hypothesis.length + 1
  const cost = new Uint32Array((reference.length + 1) * width)
  for (let j = 0; j < width; j++) cost[j] = j
  for (const [row, symbol] of reference.entries()) {
    const at = (row + 1) * width
    cost[at] = row + 1
    for (const [column, other] of hypothesis.entries())
      cost[at + column + 1] = Math.min(
        cost[at - width + column]! + (symbol === other ? 0 : 1),
        cost[at - width + column + 1]! + 1,
        cost[at + column]! + 1,
      )
  }
  return cost
}
