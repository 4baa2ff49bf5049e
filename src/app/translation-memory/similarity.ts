/** A sentence as it is compared with others: folded, each figure as "#", with how often each of its characters occurs. */
export interface ComparedSentence {
  readonly characters: readonly string[]
  readonly counts: ReadonlyMap<string, number>
}

const FIGURES = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu

/** Prepares a folded sentence for `similarityOf`. */
export function comparedSentence(folded: string): ComparedSentence {
  const characters = [...folded.replace(FIGURES, '#')]
  const counts = new Map<string, number>()
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1)
  return { characters, counts }
}

/**
 * Similarity of two sentences: one minus the number of characters to insert, delete or replace (Levenshtein 1966), divided
 * by the characters of the longer one. Undefined where it is below `least`, which is told without computing it for most.
 */
export function similarityOf(
  one: ComparedSentence,
  other: ComparedSentence,
  least: number,
): number | undefined {
  const longest = Math.max(one.characters.length, other.characters.length)
  if (longest === 0) return 1
  const most = Math.floor((1 - least) * longest + 1e-9)
  if (Math.abs(one.characters.length - other.characters.length) > most) return undefined
  if (leastDistance(one, other) > most) return undefined
  const distance = distanceWithin(one.characters, other.characters, most)
  return distance === undefined ? undefined : 1 - distance / longest
}

/** Half of the characters that one has and the other has not: no distance is smaller. */
function leastDistance(one: ComparedSentence, other: ComparedSentence): number {
  let [missing, extra] = [0, 0]
  for (const [character, count] of one.counts)
    missing += Math.max(0, count - (other.counts.get(character) ?? 0))
  for (const [character, count] of other.counts)
    extra += Math.max(0, count - (one.counts.get(character) ?? 0))
  return Math.max(missing, extra)
}

/** The distance where it is at most `most`, from the diagonals that can hold it (Ukkonen 1985). */
function distanceWithin(
  one: readonly string[],
  other: readonly string[],
  most: number,
): number | undefined {
  let row = new Array<number>(other.length + 1).fill(Number.POSITIVE_INFINITY)
  for (let column = 0; column <= Math.min(most, other.length); column++) row[column] = column
  for (let line = 1; line <= one.length; line++) {
    const next = new Array<number>(other.length + 1).fill(Number.POSITIVE_INFINITY)
    if (line <= most) next[0] = line
    const [from, to] = [Math.max(1, line - most), Math.min(other.length, line + most)]
    for (let column = from; column <= to; column++) {
      const isSame = one[line - 1] === other[column - 1]
      next[column] = Math.min(
        (row[column - 1] ?? 0) + (isSame ? 0 : 1),
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
      )
    }
    row = next
  }
  const distance = row[other.length] ?? Number.POSITIVE_INFINITY
  return distance <= most ? distance : undefined
}
