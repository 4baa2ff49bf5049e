/** A place in the tree of special words. */
export interface Place {
  readonly next: ReadonlyMap<number, Place>
  /** Symbols on the way here: what a word that is broken off has to give back. */
  readonly depth: number
  /** Whether a word ends here. */
  readonly isWord: boolean
}

interface GrowingPlace extends Place {
  readonly next: Map<number, GrowingPlace>
  isWord: boolean
}

/**
 * The tree (trie) of words that are likely to be said, each as the symbols of a model. What the model cannot write is left
 * out.
 */
export function treeOf(
  words: readonly string[],
  symbolsOf: (word: string) => readonly number[] | undefined,
): Place {
  const root: GrowingPlace = { next: new Map(), depth: 0, isWord: false }
  for (const word of words) {
    let place = root
    for (const id of symbolsOf(word) ?? []) {
      const known = place.next.get(id)
      const next = known ?? { next: new Map(), depth: place.depth + 1, isWord: false }
      place.next.set(id, next)
      place = next
    }
    if (place !== root) place.isWord = true
  }
  return root
}
