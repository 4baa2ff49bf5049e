/** The sparse Dirichlet prior of lexical probabilities. */
const PRIOR = 0.01

/** The probabilities of target words given source words, and given no word (-1 stands for it), in an open-addressed table. */
export class Lexicon {
  private readonly mask: number
  private readonly keys: Float64Array
  private readonly values: Float32Array
  private readonly counts: Float32Array
  private readonly targets: number
  private readonly sources: number

  constructor(source: readonly Int32Array[], target: readonly Int32Array[]) {
    const most = (all: readonly Int32Array[]) =>
      all.reduce((top, words) => words.reduce((one, word) => Math.max(one, word), top), 0) + 1
    this.targets = most(target)
    this.sources = most(source) + 1
    const cells = source.reduce((sum, s, at) => sum + (s.length + 1) * (target[at]?.length ?? 0), 0)
    const size = 2 ** Math.ceil(Math.log2(Math.min(cells, 24e6) * 1.3))
    this.mask = size - 1
    this.keys = new Float64Array(size).fill(-1)
    this.values = new Float32Array(size).fill(1)
    this.counts = new Float32Array(size)
  }

  /** The place of a pair of words; made where it is new. `source` may be -1: no word. */
  place(source: number, target: number): number {
    const key = (source + 1) * this.targets + target
    let at = (Math.imul(source + 1, 0x9e3779b1) ^ Math.imul(target, 0x85ebca77)) & this.mask
    at = (at ^ (at >>> 11)) & this.mask
    while (this.keys[at] !== key) {
      if (this.keys[at] === -1) {
        this.keys[at] = key
        break
      }
      at = (at + 1) & this.mask
    }
    return at
  }

  value(place: number): number {
    return this.values[place] ?? 0
  }

  add(place: number, count: number): void {
    this.counts[place] = (this.counts[place] ?? 0) + count
  }

  /** Makes probabilities of the counts, by the digamma function; the counts are 0 again. */
  estimate(): void {
    const totals = new Float64Array(this.sources)
    this.keys.forEach((key, at) => {
      if (key < 0) return
      const source = Math.floor(key / this.targets)
      totals[source] = (totals[source] ?? 0) + (this.counts[at] ?? 0)
    })
    const norm = totals.map((total) => Math.exp(digamma(total + PRIOR * this.targets)))
    this.keys.forEach((key, at) => {
      if (key < 0) return
      const source = Math.floor(key / this.targets)
      this.values[at] = Math.exp(digamma((this.counts[at] ?? 0) + PRIOR)) / (norm[source] ?? 1)
      this.counts[at] = 0
    })
  }
}

function digamma(x: number): number {
  let result = 0
  let at = x
  while (at < 6) {
    result -= 1 / at
    at += 1
  }
  const square = 1 / (at * at)
  return result + Math.log(at) - 0.5 / at - square * (1 / 12 - square * (1 / 120 - square / 252))
}
