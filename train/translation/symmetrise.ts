/** Links of a sentence pair: pairs of positions, source * 256 + target. */
export type Links = readonly number[]

const NEIGHBOURS = [
  [-1, 0],
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const

/** Grow-diag-final-and: the intersection, grown by neighbours in the union, then links between words that still have none. */
export function symmetrised(
  forward: Int16Array,
  backward: Int16Array,
  I: number,
  J: number,
): Links {
  const one = [...forward].flatMap((i, j) => (i >= 0 ? [i * 256 + j] : []))
  const two = [...backward].flatMap((j, i) => (j >= 0 ? [i * 256 + j] : []))
  const grown = new Grown(I, J)
  const both = new Set(two)
  for (const link of one) if (both.has(link)) grown.take(link)
  grown.grow(new Set([...one, ...two]))
  for (const link of [...one, ...two]) if (grown.isFree(link)) grown.take(link)
  return [...grown.links]
}

class Grown {
  readonly links = new Set<number>()
  private readonly sources: Uint8Array
  private readonly targets: Uint8Array

  constructor(I: number, J: number) {
    this.sources = new Uint8Array(I)
    this.targets = new Uint8Array(J)
  }

  take(link: number): void {
    this.links.add(link)
    this.sources[link >> 8] = 1
    this.targets[link & 255] = 1
  }

  /** Whether neither word has a link. */
  isFree(link: number): boolean {
    return !this.sources[link >> 8] && !this.targets[link & 255]
  }

  /** Takes links beside those taken, as long as one of their words has none. */
  grow(union: ReadonlySet<number>): void {
    // A set that grows while it is walked through is walked through to its new end.
    for (const link of this.links)
      for (const [di, dj] of NEIGHBOURS) {
        const [i, j] = [(link >> 8) + di, (link & 255) + dj]
        const next = i * 256 + j
        const isInside = i >= 0 && j >= 0 && i < this.sources.length && j < this.targets.length
        if (!isInside || !union.has(next) || this.links.has(next)) continue
        if (!this.sources[i] || !this.targets[j]) this.take(next)
      }
  }
}
