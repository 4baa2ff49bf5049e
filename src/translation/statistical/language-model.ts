import { columnOf, type Packed, STEP, wordsOf } from './packed.ts'

/** The n-gram that a word is looked up after: the longest one known that the words so far end with. 0: none. */
export type Context = number

/**
 * A back-off language model in a trie: node 0 is the empty n-gram, its children are the words, their children the bigrams, and so on.
 * The children of a node stand together, by number of word.
 */
export class LanguageModel {
  readonly words: readonly string[]
  private readonly ids: ReadonlyMap<string, number>
  /** Per node: its last word, log probability, back-off, first child; the children of a node end where those of the next begin. */
  private readonly word: Uint32Array
  private readonly logP: Uint8Array
  private readonly backOff: Uint8Array
  private readonly firstChild: Uint32Array
  private readonly parent: Uint32Array
  private readonly suffix: Int32Array
  private readonly unknown: number

  constructor(packed: Packed) {
    this.words = wordsOf(packed, 'words')
    this.ids = new Map(this.words.map((word, id) => [word, id]))
    this.word = columnOf(packed, 'word', Uint32Array)
    this.logP = columnOf(packed, 'logP', Uint8Array)
    this.backOff = columnOf(packed, 'backOff', Uint8Array)
    const children = columnOf(packed, 'children', Uint32Array)
    const nodes = this.word.length
    this.firstChild = new Uint32Array(nodes + 1)
    this.parent = new Uint32Array(nodes)
    let next = 1
    for (let node = 0; node < nodes; node++) {
      this.firstChild[node] = next
      const end = next + (children[node] ?? 0)
      if (end > nodes) throw new Error('The n-grams of the language model do not fit together.')
      this.parent.fill(node, next, end)
      next = end
    }
    this.firstChild[nodes] = next
    this.suffix = new Int32Array(nodes).fill(-1)
    this.suffix[0] = 0
    this.unknown = -((columnOf(packed, 'unknown', Uint8Array)[0] ?? 0) * STEP)
  }

  /** The number of a word, or -1 where the model does not know it. */
  idOf(word: string): number {
    return this.ids.get(word) ?? -1
  }

  /** The context at the beginning of a sentence. */
  get start(): Context {
    return Math.max(0, this.child(0, this.idOf('<s>')))
  }

  /** log p(word | context), natural; and the context after it, in `next`. */
  score(context: Context, id: number): number {
    if (id < 0) {
      this.next = 0
      return this.unknown
    }
    let [node, total] = [context, 0]
    for (;;) {
      const found = this.child(node, id)
      if (found >= 0) {
        this.next = this.isContext(found) ? found : this.suffixOf(found)
        return total - (this.logP[found] ?? 0) * STEP
      }
      if (node === 0) break
      total -= (this.backOff[node] ?? 0) * STEP
      node = this.suffixOf(node)
    }
    this.next = 0
    return total + this.unknown
  }

  /** The context after the last word that `score` was asked for. */
  next: Context = 0

  private isContext(node: number): boolean {
    return (this.firstChild[node + 1] ?? 0) > (this.firstChild[node] ?? 0)
  }

  /** The longest known context that is the node without its first word, or without more. */
  private suffixOf(node: number): number {
    const known = this.suffix[node] ?? 0
    if (known >= 0) return known
    const parent = this.parent[node] ?? 0
    const found = parent === 0 ? 0 : this.longestAfter(parent, this.word[node] ?? 0)
    this.suffix[node] = found
    return found
  }

  /** The longest known context that ends with `word`, after a proper suffix of a node. */
  private longestAfter(node: number, word: number): number {
    let at = this.suffixOf(node)
    let found = this.child(at, word)
    while (found < 0 && at !== 0) {
      at = this.suffixOf(at)
      found = this.child(at, word)
    }
    if (found < 0) return 0
    return this.isContext(found) ? found : this.suffixOf(found)
  }

  private child(node: number, id: number): number {
    let low = this.firstChild[node] ?? 0
    let high = (this.firstChild[node + 1] ?? 0) - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const word = this.word[middle] ?? 0
      if (word === id) return middle
      if (word < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
