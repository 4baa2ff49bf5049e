import type { Stems } from './amharic-segments.ts'
import { columnOf, type Packed, STEP, wordsOf } from './packed.ts'
import { folded } from './unknown-words.ts'

/** Up to how many words a phrase has in the source language. */
export const LONGEST_PHRASE = 6

/** How many of the most frequent words count as function words. The words of a table are sorted by how many phrases have them. */
const FUNCTION_WORDS = 100

/** A translation of a phrase. */
export interface PhraseOption {
  readonly words: readonly string[]
  /** Natural logarithms: p(target | source), p(source | target), and both from single words. */
  readonly scores: readonly [number, number, number, number]
}

/** Phrases of a language with their translations, best first, in columns; looked up by hash. */
export class PhraseTable {
  private readonly sourceIds: ReadonlyMap<string, number>
  private readonly targetWords: readonly string[]
  private readonly sources: Uint32Array
  private readonly sourceFrom: Uint32Array
  private readonly optionFrom: Uint32Array
  private readonly targets: Uint32Array
  private readonly targetFrom: Uint32Array
  private readonly scores: Uint8Array
  private readonly buckets: Int32Array
  /** For Amharic: the words that particles and endings are split from. */
  readonly stems: Stems | undefined
  private readonly synonyms: ReadonlyMap<string, string>
  private byFolded: Map<string, string> | undefined

  constructor(packed: Packed) {
    this.sourceIds = new Map(wordsOf(packed, 'source').map((word, id) => [word, id]))
    this.targetWords = wordsOf(packed, 'target')
    this.sources = columnOf(packed, 'sources', Uint32Array)
    this.targets = columnOf(packed, 'targets', Uint32Array)
    this.sourceFrom = sums(columnOf(packed, 'sourceLengths', Uint8Array))
    this.optionFrom = sums(columnOf(packed, 'options', Uint8Array))
    this.targetFrom = sums(columnOf(packed, 'targetLengths', Uint8Array))
    this.scores = columnOf(packed, 'scores', Uint8Array)
    const phrases = this.optionFrom.length - 1
    const options = this.targetFrom.length - 1
    if (
      this.sourceFrom[this.sourceFrom.length - 1] !== this.sources.length ||
      this.optionFrom[phrases] !== options ||
      this.targetFrom[options] !== this.targets.length ||
      this.scores.length !== options * 4
    )
      throw new Error('The columns of the phrase table do not fit together.')
    const { stems, whole, unlisted = [], synonyms = [] } = packed.words
    this.synonyms = new Map(unlisted.map((word, at) => [word, synonyms[at] ?? word]))
    this.stems = stems && whole ? { stems: new Set(stems), whole: new Set(whole) } : undefined
    this.buckets = new Int32Array(2 ** Math.ceil(Math.log2(phrases * 1.5 + 2))).fill(-1)
    for (let phrase = 0; phrase < phrases; phrase++) {
      const [from = 0, to = 0] = [this.sourceFrom[phrase], this.sourceFrom[phrase + 1]]
      let hash = 0
      for (let i = from; i < to; i++) hash = mixed(hash, this.sources[i] ?? 0)
      let at = hash & (this.buckets.length - 1)
      while (this.buckets[at] !== -1) at = (at + 1) & (this.buckets.length - 1)
      this.buckets[at] = phrase
    }
  }

  /** Whether the table has the word in any phrase. */
  knows(word: string): boolean {
    return this.sourceIds.has(word)
  }

  /** Whether the word is among those that most phrases have: articles, particles, pronouns, signs. */
  isFunctionWord(word: string): boolean {
    return (this.sourceIds.get(word) ?? FUNCTION_WORDS) < FUNCTION_WORDS
  }

  /** A word of like meaning that the table has, for some that it has not. */
  synonymOf(word: string): string | undefined {
    return this.synonyms.get(word)
  }

  /** The most frequent word that is `word` without marks and hooks; undefined where there is none. */
  unmarked(word: string): string | undefined {
    if (!this.byFolded) {
      this.byFolded = new Map()
      for (const known of this.sourceIds.keys()) {
        const bare = folded(known)
        if (!this.byFolded.has(bare)) this.byFolded.set(bare, known)
      }
    }
    return this.byFolded.get(folded(word))
  }

  /** The translations of each phrase of `words`, lower-case: first by where it begins, then by its length less one. */
  lookUp(words: readonly string[]): (readonly PhraseOption[])[][] {
    const ids = words.map((word) => this.sourceIds.get(word) ?? -1)
    return ids.map((_, start) => {
      const found: (readonly PhraseOption[])[] = []
      let hash = 0
      for (let end = start; end < Math.min(ids.length, start + LONGEST_PHRASE); end++) {
        const id = ids[end] ?? -1
        if (id < 0) break
        hash = mixed(hash, id)
        found.push(this.optionsOf(this.find(hash, ids, start, end)))
      }
      return found
    })
  }

  private find(hash: number, ids: readonly number[], start: number, end: number): number {
    let at = hash & (this.buckets.length - 1)
    for (;;) {
      const phrase = this.buckets[at] ?? -1
      if (phrase < 0) return -1
      const [from = 0, to = 0] = [this.sourceFrom[phrase], this.sourceFrom[phrase + 1]]
      let isSame = to - from === end - start + 1
      for (let i = from; isSame && i < to; i++) isSame = this.sources[i] === ids[start + i - from]
      if (isSame) return phrase
      at = (at + 1) & (this.buckets.length - 1)
    }
  }

  private optionsOf(phrase: number): readonly PhraseOption[] {
    if (phrase < 0) return []
    const options: PhraseOption[] = []
    for (
      let option = this.optionFrom[phrase] ?? 0;
      option < (this.optionFrom[phrase + 1] ?? 0);
      option++
    ) {
      const [from, to] = [this.targetFrom[option], this.targetFrom[option + 1]]
      const words = Array.from(this.targets.subarray(from, to), (id) => this.targetWords[id] ?? '')
      const score = (at: number): number => -(this.scores[option * 4 + at] ?? 0) * STEP
      options.push({ words, scores: [score(0), score(1), score(2), score(3)] })
    }
    return options
  }
}

function mixed(hash: number, id: number): number {
  const sum = Math.imul(hash ^ (id + 0x9e3779b9), 0x01000193)
  return (sum ^ (sum >>> 15)) >>> 0
}

/** Where each part begins, given how long each is; last, where the whole ends. */
function sums(lengths: Uint8Array): Uint32Array {
  const from = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, i) => {
    from[i + 1] = (from[i] ?? 0) + length
  })
  return from
}
